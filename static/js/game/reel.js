// A film on its reel: its outline, and its frames, fetched in stretches when they are wanted.

/**
 * @typedef {{said: string, scene: string}} Shot
 * @typedef {{seq: number, said: string, ways: string[][], places: string[], scene: string, shots?: Shot[]}} Frame
 * @typedef {{layer: string, frames: Frame[]}} Stretch
 * @typedef {Record<"steps" | "captures" | "turns" | "stops", number[]> & {after: number}} Outline
 */

const LENGTH = 60;
const KEPT = 5;

export class Reel {
  /** @type {Map<number, Promise<Stretch>>} */
  #stretches = new Map();

  /** @param {string} address  of the stretches @param {Outline} outline */
  constructor(address, outline) {
    this.address = address;
    this.outline = outline;
    this.last = outline.steps.length - 1;
  }

  /** The number in the game of the step at a place; -1 is what was before. @param {number} place */
  seq(place) {
    return this.outline.steps[place] ?? this.outline.after;
  }

  /** The place of the last step up to a number. @param {number} seq */
  place(seq) {
    return this.outline.steps.filter((step) => step <= seq).length - 1;
  }

  /** The place of the nearest of some steps that way, or else an end. @param {number[]} among @param {number} at @param {number} step */
  leap(among, at, step) {
    const seq = this.seq(at);
    if (step < 0) return this.place(among.filter((one) => one < seq).pop() ?? 0);
    return this.place(among.find((one) => one > seq) ?? this.seq(this.last));
  }

  /** @param {number} place */
  async frame(place) {
    const { frames } = await this.stretch(place);
    return frames.find((frame) => frame.seq === this.seq(place)) ?? frames[0];
  }

  /** The frames about a place; few stretches are kept. @param {number} place */
  stretch(place) {
    const first = Math.max(0, place - (place % LENGTH));
    const upto = this.seq(Math.min(first + LENGTH - 1, this.last));
    /** @type {Promise<Stretch>} */
    const found =
      this.#stretches.get(first) ?? told(`${this.address}&after=${this.seq(first - 1)}&upto=${upto}`);
    this.#stretches.set(first, found);
    found.catch(() => this.#stretches.delete(first));
    if (this.#stretches.size > KEPT) this.#stretches.delete([...this.#stretches.keys()][0]);
    return found;
  }
}

/** @param {string} address */
export async function told(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}
