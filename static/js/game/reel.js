// A film on its reel: its outline, and its frames, fetched in stretches when they are wanted.

/**
 * @typedef {{said: string, scene: string}} Shot
 * @typedef {{seq: number, said: string, ways: string[][], places: string[], scene: string, shots?: Shot[]}} Frame
 * @typedef {{layer: string, frames: Frame[]}} Stretch
 * @typedef {{after: number, earlier: number | null, later: number | null}} Ends
 * @typedef {Record<"steps" | "captures" | "turns" | "stops", number[]> & Ends} Outline
 */

const LENGTH = 20;
const KEPT = 15;

export class Reel {
  /** @type {Map<string, Promise<Stretch>>} */
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

  /** Whether a step of the game is on it. @param {number} seq */
  holds(seq) {
    const { after, earlier, later } = this.outline;
    return (earlier === null || seq >= after) && (later === null || seq <= later);
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
    const found = frames.find((frame) => frame.seq === this.seq(place));
    if (found || place < 0) return found ?? frames[0];
    // Big frames: the stretch was cut before it.
    const alone = await this.#fetched(place, place);
    return alone.frames[alone.frames.length - 1];
  }

  /** The frames about a place; few stretches are kept. @param {number} place */
  stretch(place) {
    const first = Math.max(0, place - (place % LENGTH));
    return this.#fetched(first, Math.min(first + LENGTH - 1, this.last));
  }

  /** @param {number} first @param {number} last  places @returns {Promise<Stretch>} */
  #fetched(first, last) {
    const query = `&after=${this.seq(first - 1)}&upto=${this.seq(last)}`;
    const found = this.#stretches.get(query) ?? told(this.address + query);
    this.#stretches.set(query, found);
    found.catch(() => this.#stretches.delete(query));
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
