// The replay bar under the map: fetches the film when it is wanted, and notes what was seen.

import { post } from "../live/token.js";
import { Film } from "./film.js";
import { Reel, told } from "./reel.js";

/** @import { Chart } from "./chart.js" */

const SPEEDS = [1, 2, 4];
const TICKS = 300;

/** @type {Record<string, (bar: Bar, film: Film) => unknown>} */
const ACTS = {
  first: (bar, film) => bar.end(film, -1),
  back: (bar, film) => bar.leap(film, film.reel.outline.stops, -1),
  play: (_, film) => (film.playing ? film.stop() : film.play()),
  on: (bar, film) => bar.leap(film, film.reel.outline.stops, 1),
  last: (bar, film) => bar.end(film, 1),
  faster: (bar, film) => bar.speed(film),
  close: (bar) => bar.close(),
};

/** @type {Record<string, (bar: Bar, film: Film) => unknown>} */
const KEYS = {
  ArrowUp: (bar, film) => bar.leap(film, film.reel.outline.turns, -1),
  ArrowDown: (bar, film) => bar.leap(film, film.reel.outline.turns, 1),
  ArrowLeft: ACTS.back,
  ArrowRight: ACTS.on,
  " ": ACTS.play,
  Escape: ACTS.close,
};

export class Bar {
  /** @type {Film | null} */
  film = null;
  #noted = false;
  #tells = false;
  #opened = NaN;

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} board
   * @param {Chart} chart
   * @param {(seq: number, film: Film) => void} [shown]  told which step of the game is shown
   */
  constructor(root, board, chart, shown = () => {}) {
    this.root = root;
    this.board = board;
    this.chart = chart;
    this.shown = shown;
    this.slider = /** @type {HTMLInputElement} */ (root.querySelector("input"));
    this.words = /** @type {HTMLElement} */ (root.querySelector(".film-words"));
    root.addEventListener("click", (event) => this.#press(event));
    this.slider.addEventListener("input", () => this.film?.show(Number(this.slider.value) - 1));
    this.slider.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Play the film from its beginning. */
  async watch() {
    const film = this.film ?? (await this.open());
    this.slider.focus();
    await film?.play();
  }

  /** Play what happened after a step, then give the board back. @param {number} seq */
  async tell(seq) {
    this.#tells = true;
    const film = await this.open(seq);
    if (!film || film.at >= film.reel.last) return this.#shut();
    await film.play();
    if (film.at === film.reel.last) this.#shut();
  }

  /** Put the film in, at a step of the game or before its first. @param {number} [seq] @returns {Promise<Film | null>} */
  async open(seq = 0) {
    const { reel, outline } = this.root.dataset;
    const thread = new Reel(reel ?? "", await told(outline ?? ""));
    if (thread.last < 0 || this.film) return this.film;
    this.film = new Film(thread, this.board, this.chart, (film) => this.#turned(film));
    this.measure(thread);
    this.#opened = thread.place(seq);
    await this.film.open(this.#opened);
    this.root.hidden = false;
    document.body.classList.add("watching");
    return this.film;
  }

  close() {
    const opener = document.getElementById("watch");
    if (!opener) return;
    this.#shut();
    opener.focus();
  }

  #shut() {
    this.film?.close();
    this.film = null;
    this.root.hidden = true;
    document.body.classList.remove("watching");
  }

  /** Show the nearest of some steps that way. @param {Film} film @param {number[]} among @param {number} step */
  async leap(film, among, step) {
    await film.show(film.reel.leap(among, film.at, step));
  }

  /** Show the end of the film that way. @param {Film} film @param {number} step */
  async end(film, step) {
    await film.show(step < 0 ? -1 : film.reel.last);
  }

  /** @param {Film} film */
  speed(film) {
    film.speed = SPEEDS[(SPEEDS.indexOf(film.speed) + 1) % SPEEDS.length];
    const said = this.root.querySelector('[data-film="faster"] b');
    if (said) said.textContent = `${film.speed}×`;
  }

  /** @param {MouseEvent} event */
  #press(event) {
    const button = event.target instanceof Element && event.target.closest("[data-film]");
    if (this.film && button instanceof HTMLElement) ACTS[button.dataset.film ?? ""]?.(this, this.film);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.film || !(event.key in KEYS)) return;
    KEYS[event.key](this, this.film);
    event.preventDefault();
  }

  /** @param {Film} film */
  #turned(film) {
    const { before, numbered } = this.words.dataset;
    const step = numbered?.replace("%s", String(film.reel.seq(film.at)));
    const said = [step, film.said || before].filter(Boolean).join(": ");
    this.slider.value = String(film.at + 1);
    this.slider.setAttribute("aria-valuetext", said);
    this.words.textContent = said;
    this.root.querySelector('[data-film="play"]')?.setAttribute("aria-pressed", String(film.playing));
    this.shown(film.reel.seq(film.at), film);
    if (film.at !== this.#opened) this.#opened = NaN;
    const isEnd = film.at === film.reel.last && film.reel.outline.later === null;
    if (isEnd && film.at !== this.#opened) this.#note();
  }

  /** Mark where turns end and where something was captured, as far as there is room. @param {Reel} reel */
  measure(reel) {
    this.slider.max = String(reel.last + 1);
    const { turns, captures } = reel.outline;
    const some = turns.length + captures.length > TICKS ? [] : turns;
    const ticks = [...some.map((seq) => tick(reel, seq, "turn")), ...captures.map((seq) => tick(reel, seq, "capture"))];
    this.root.querySelector(".film-ticks")?.replaceChildren(...ticks);
  }

  /** All of it was watched, not only opened at its end: it is no news any more, but losses that came by themselves stay said. */
  #note() {
    const address = this.root.dataset.seen;
    if (this.#noted || !address) return;
    this.#noted = true;
    const strip = document.getElementById("strip");
    if (!this.#tells || !strip?.querySelector(".lost")) strip?.classList.add("read");
    post(address, { upto: this.root.dataset.upto ?? "" }).catch(() => null); // it is news once more
  }
}

/** @param {Reel} reel @param {number} seq @param {string} kind */
function tick(reel, seq, kind) {
  const mark = document.createElement("i");
  mark.className = kind;
  mark.style.left = `${(100 * (reel.place(seq) + 1)) / (reel.last + 1)}%`;
  return mark;
}
