// A bar for the film of a whole game, of which one stretch is in: it goes on with those before and after.

import { Bar } from "./game/bar.js";
import { Reel, told } from "./game/reel.js";

/** @typedef {import("./game/film.js").Film} Film */

const TAIL = 100; // events that are put in where the end of the game is wanted

export class LongBar extends Bar {
  /** @override @param {number} [seq] */
  async open(seq) {
    const film = await super.open(seq);
    if (film) film.more = () => this.#goOn(film);
    return film;
  }

  /** @override @param {Film} film @param {number[]} among @param {number} step */
  async leap(film, among, step) {
    const { after, earlier, later } = film.reel.outline;
    if (step > 0 && film.at >= film.reel.last && later !== null) return this.#jump(film, later);
    if (step < 0 && film.at < 0 && earlier !== null) return this.#jump(film, earlier, after);
    await super.leap(film, among, step);
  }

  /** @override @param {Film} film @param {number} step */
  async end(film, step) {
    const { earlier, later } = film.reel.outline;
    if (step < 0 && earlier !== null) return this.#jump(film, 0, 0);
    if (step > 0 && later !== null) return this.#jump(film, Number(this.root.dataset.upto) - TAIL, Infinity);
    await super.end(film, step);
  }

  /** Put in the stretch that follows; say whether there is one. @param {Film} film */
  async #goOn(film) {
    const { later } = film.reel.outline;
    if (later !== null) await this.#change(film, later);
    return later !== null;
  }

  /** Show a step, by default the first, of the stretch after an event. @param {Film} film @param {number} after @param {number} [seq] */
  async #jump(film, after, seq) {
    film.stop();
    await this.#change(film, after);
    await film.show(seq === undefined ? 0 : film.reel.place(seq));
  }

  /** @param {Film} film @param {number} after */
  async #change(film, after) {
    const { reel, outline } = this.root.dataset;
    const address = new URL(outline ?? "", location.href);
    address.searchParams.set("after", String(after));
    film.reel = new Reel(reel ?? "", await told(address.href));
    film.at = -1;
    this.measure(film.reel);
  }
}
