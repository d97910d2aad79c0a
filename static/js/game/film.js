// What happened, step by step: each frame is drawn by the server, figures glide between them.

import { Eye } from "./eye.js";
import { MapView } from "./map.js";
import { during, isCalm } from "./motion.js";
import { make } from "./overlay.js";

/**
 * @import { Chart } from "./chart.js"
 * @import { Reel } from "./reel.js"
 */

const REST = 300;
const PER_FIELD = 60;
const PAUSE = 500;
const SHOT = 900;
const WAKE = 4;

export class Film {
  /** The place of the frame that is shown, -1 before the first. */
  at = -1;
  said = "";
  speed = 1;
  /** Put the reel in that follows; say whether there is one. @type {() => Promise<boolean>} */
  more = async () => false;
  #take = 0;
  #wanted = -1;
  /** @type {string[][]} */
  #ways = [];
  /** @type {SVGSVGElement | null} */
  #figures = null;
  #trail = make("g", { class: "trail" });

  /**
   * @param {Reel} reel
   * @param {HTMLElement} board
   * @param {Chart} chart
   * @param {(film: Film) => void} turned  told of every step
   */
  constructor(reel, board, chart, turned) {
    this.reel = reel;
    this.chart = chart;
    this.turned = turned;
    this.before = /** @type {SVGElement} */ (board.querySelector("svg.b-board"));
    const map = MapView.of(board.closest(".map"));
    this.eye = map && new Eye(map, chart);
  }

  get playing() {
    return this.#take !== 0;
  }

  /** Give the board back as it was. */
  close() {
    this.stop();
    this.#figures?.replaceWith(this.before);
    this.eye?.back();
  }

  /** Show the first frame, without moving the map. @param {number} place */
  async open(place) {
    await this.#cut(place);
  }

  /** Show a frame at once, and look where it happens. @param {number} place */
  async show(place) {
    if (this.playing) this.stop();
    await this.#cut(place);
    await this.eye?.follow((await this.reel.frame(this.at)).places);
  }

  /** Go on from here until the end or until it is stopped. */
  async play() {
    const take = (this.#take = Date.now());
    if (this.at >= this.reel.last && this.reel.outline.later === null) await this.#cut(-1);
    this.turned(this);
    while (this.#take === take && (this.at < this.reel.last || (await this.more()))) {
      await this.eye?.follow((await this.reel.frame(this.at + 1)).places, this.speed);
      if (this.#take !== take) return;
      await this.#shoot(this.at + 1, take);
      if (this.#take !== take) return;
      await this.#glide(this.at + 1);
      if (this.#take !== take) return;
      await this.#cut(this.at + 1);
      await rest(PAUSE / this.speed);
    }
    if (this.#take === take) this.stop();
  }

  stop() {
    this.#take = 0;
    this.turned(this);
  }

  /** @param {number} place */
  async #cut(place) {
    const next = Math.max(-1, Math.min(place, this.reel.last));
    this.#wanted = next;
    const [{ layer }, frame] = [await this.reel.stretch(next), await this.reel.frame(next)];
    if (this.#wanted !== next) return;
    this.#scene(layer).innerHTML = frame.scene;
    this.#mark(next, frame.ways);
    this.said = frame.said;
    this.at = next;
    this.turned(this);
  }

  /** Where frames are shown; the first brings the board along. @param {string} layer @returns {Element} */
  #scene(layer) {
    if (!this.#figures) {
      const holder = document.createElement("div");
      holder.innerHTML = layer;
      this.#figures = /** @type {SVGSVGElement} */ (holder.firstElementChild);
      this.#figures.querySelector(".b-scene")?.before(this.#trail);
      this.before.replaceWith(this.#figures);
    }
    return /** @type {Element} */ (this.#figures.querySelector(".b-scene"));
  }

  /** Leave the way of the last step behind, and ring where this one has led. @param {number} place @param {string[][]} ways */
  #mark(place, ways) {
    const goesOn = place === this.at + 1;
    if (!goesOn) this.#trail.replaceChildren();
    for (const ring of this.#trail.querySelectorAll("circle")) ring.remove();
    const wakes = goesOn ? this.#ways : [];
    this.#trail.append(...wakes.map((way) => make("path", { d: this.chart.path(way) })));
    while (this.#trail.childElementCount > WAKE) this.#trail.firstElementChild?.remove();
    this.#ways = ways;
    for (const way of ways) {
      const [cx, cy] = this.chart.at(way[way.length - 1]);
      this.#trail.append(make("circle", { cx, cy, r: 38 }));
    }
  }

  /** Show the moments that lead to a frame, one after the other. @param {number} place @param {number} take */
  async #shoot(place, take) {
    const { shots = [] } = await this.reel.frame(place);
    const scene = this.#figures?.querySelector(".b-scene");
    if (shots.length) this.#trail.replaceChildren();
    for (const shot of shots) {
      if (!scene || this.#take !== take) return;
      scene.innerHTML = shot.scene;
      this.said = shot.said;
      this.turned(this);
      await rest(SHOT / this.speed);
    }
  }

  /** Let the figures of a frame run along their roads. @param {number} place */
  async #glide(place) {
    if (isCalm()) return;
    const { ways } = await this.reel.frame(place);
    await Promise.all(ways.map((way) => this.#run(way)));
  }

  /** @param {string[]} way */
  async #run(way) {
    const figure = this.#figures?.querySelector(`.b-figures [data-f="${way[0]}"]`);
    if (!figure) return;
    const road = /** @type {SVGPathElement} */ (make("path", { d: this.chart.path(way) }));
    const length = road.getTotalLength();
    const lasts = (REST + PER_FIELD * way.length) / this.speed;
    figure.parentNode?.append(figure);
    await during(lasts, (share) => {
      const { x, y } = road.getPointAtLength(length * share);
      figure.setAttribute("transform", `translate(${x} ${y})`);
    });
  }
}

/** @param {number} time @returns {Promise<void>} */
function rest(time) {
  return new Promise((done) => setTimeout(done, time));
}
