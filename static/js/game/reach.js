// What a piece of others could do in its next turn: asked of the server at a tap, shown by rings.

/**
 * @import { Overlay } from "./overlay.js"
 * @import { Reach as Told } from "./types"
 */

export class Reach {
  /** @type {string | null} the field whose piece is looked at */
  field = null;

  /** @param {string} address @param {Overlay} overlay */
  constructor(address, overlay) {
    this.address = new URL(address, location.href);
    this.overlay = overlay;
  }

  /**
   * Show where the piece on a field could go after a plan; what is told, if it is looked at still.
   * @param {string} field @param {string} plan @returns {Promise<Told | null>}
   */
  async look(field, plan) {
    this.field = field;
    const told = await this.#ask(field, plan);
    if (!told || this.field !== field) return null;
    this.overlay.others(field, told.goals);
    return told;
  }

  /** Show it no more. */
  close() {
    this.field = null;
    this.overlay.others(null, []);
  }

  /** @param {string} field @param {string} plan @returns {Promise<Told | null>} */
  async #ask(field, plan) {
    const address = new URL(this.address);
    if (address.href.includes("?")) address.searchParams.set("plan", plan); // else the site keeps it
    address.searchParams.set("field", field);
    const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    return answer?.ok ? answer.json() : null;
  }
}
