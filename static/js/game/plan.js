// The plan on its way between page and server. The text is the state; all else is answered.

import { post } from "../live/token.js";
import { said } from "./words.js";

/** @import { Plan, Target, Hindrance, Reply } from "./types" */

const AWAY = [502, 503, 504]; // said by whatever stands before the site

export class Desk {
  /** @type {string | null} */
  #next = null;
  #busy = false;

  /**
   * @param {{address: string, draft: number, version: number}} start  where plans go, the draft the page has seen, and of which version of the game
   * @param {(reply: Reply) => void} heard
   */
  constructor({ address, draft, version }, heard) {
    this.address = address;
    this.draft = draft;
    this.version = version;
    this.heard = heard;
  }

  /** Have a text worked out; of several that wait only the last is asked for. @param {string} text */
  async work(text) {
    this.#next = text;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#next !== null) {
      const asked = this.#next;
      this.#next = null;
      const reply = await this.#ask(asked);
      if (this.#next === null) this.heard(reply);
    }
    this.#busy = false;
  }

  /** @param {string} text @returns {Promise<Reply>} */
  async #ask(text) {
    try {
      return this.#read(await post(this.address, { text, draft: String(this.draft), seen: String(this.version) }));
    } catch {
      return { kind: "offline" };
    }
  }

  /**
   * Ask why a piece, with a tool in hand or "", cannot go to a field once a plan is played.
   * @param {{text: string, piece: string, field: string, tool: string}} asked
   * @returns {Promise<Hindrance | null>} nothing where nobody can say
   */
  async why(asked) {
    try {
      const told = await post(this.address, asked);
      return told.sentence ? told : null;
    } catch {
      return null;
    }
  }

  /** @param {any} data @returns {Reply} */
  #read(data) {
    if (data.draft !== undefined) this.draft = data.draft;
    if (data.version !== undefined) this.version = data.version;
    if (data.elsewhere !== undefined) return { kind: "elsewhere", text: data.elsewhere };
    if (data.trouble !== undefined) return { kind: "trouble", sentence: data.trouble };
    if (AWAY.includes(data.status)) return { kind: "offline" };
    if (data.status !== undefined) return { kind: "trouble", sentence: said("refused", { status: data.status }) };
    return { kind: "answer", answer: data };
  }
}

/** A plan with a choice made: its order is added, or takes the place of the last one. @param {Plan} plan @param {Target} target */
export function grown(plan, target) {
  const before = target.replaces ? plan.stem : plan.head;
  return [before, target.text, plan.rest].filter(Boolean).join(plan.between);
}
