// A film that goes round quietly until somebody stops it. Without a script its first picture stays.

import { Chart } from "./game/chart.js";
import { Film } from "./game/film.js";
import { isCalm } from "./game/motion.js";
import { Reel, told } from "./game/reel.js";

const REST = 4000;

/** A reel that is one stretch. */
class ShortReel extends Reel {
  /** @param {import("./game/reel.js").Stretch} whole */
  constructor(whole) {
    const [after, ...steps] = whole.frames.map((frame) => frame.seq);
    super("", { after, earlier: null, later: null, steps, captures: [], turns: [], stops: [] });
    this.whole = whole;
  }

  /** @override @param {number} place */
  async frame(place) {
    return this.whole.frames[place + 1];
  }

  /** @override */
  async stretch() {
    return this.whole;
  }
}

class Showreel {
  #isOn = !isCalm();
  #isSeen = false;

  /** @param {Film} film @param {HTMLElement} button */
  constructor(film, button) {
    this.film = film;
    this.button = button;
    button.hidden = false;
    button.addEventListener("click", () => this.#set(!this.#isOn, this.#isSeen));
  }

  /** @param {HTMLElement} board */
  watch(board) {
    this.#set(this.#isOn, false);
    new IntersectionObserver(([seen]) => this.#set(this.#isOn, seen.isIntersecting)).observe(board);
  }

  /** @param {boolean} isOn @param {boolean} isSeen */
  #set(isOn, isSeen) {
    const was = this.#isOn && this.#isSeen;
    [this.#isOn, this.#isSeen] = [isOn, isSeen];
    this.button.setAttribute("aria-pressed", String(!isOn));
    if (isOn && isSeen && !was) this.#goRound();
    if (was && !(isOn && isSeen)) this.film.stop();
  }

  async #goRound() {
    await this.film.play();
    if (this.film.at < this.film.reel.last) return;
    setTimeout(() => this.#isOn && this.#isSeen && !this.film.playing && this.#goRound(), REST);
  }
}

/** @param {HTMLElement} board @param {HTMLElement} words @param {HTMLElement} button */
async function begin(board, words, button) {
  const { film: address = "", chart = "" } = board.dataset;
  const [stretch, fields] = await Promise.all([told(address), Chart.load(chart)]);
  const film = new Film(new ShortReel(stretch), board, fields, ({ said }) => {
    words.textContent = said || words.textContent;
  });
  new Showreel(film, button).watch(board);
}

const parts = ["showreel", "showreel-words", "showreel-button"].map((id) => document.getElementById(id));
const [board, words, button] = parts;
if (board && words && button) begin(board, words, button);
