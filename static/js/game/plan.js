// The plan on its way between page and server. The text is the state; all else is answered.

/**
 * @typedef {object} Target
 * @property {string} field
 * @property {string} text
 * @property {number} cost
 * @property {string[]} way
 * @property {string} label
 * @property {string} then
 * @property {number | null} answers
 *
 * @typedef {object} Piece
 * @property {string} name
 * @property {string} at
 * @property {Target[]} targets
 * @property {string[]} afar
 *
 * @typedef {object} Answer
 * @property {string} text
 * @property {string} head
 * @property {string} rest
 * @property {number | null} left
 * @property {number} steps
 * @property {Record<string, Piece>} pieces
 * @property {Record<string, string>} stands
 * @property {Record<string, string>} threats  who could capture there
 * @property {number} version
 * @property {number} draft
 * @property {string} [layer]
 * @property {string} [panel]
 * @property {string} [verdict]  what a lesson says of the plan
 *
 * @typedef {{kind: "answer", answer: Answer} | {kind: "elsewhere", text: string}
 *   | {kind: "trouble", sentence: string} | {kind: "offline"}} Reply
 */

export class Desk {
  /** @type {string | null} */
  #next = null;
  #busy = false;

  /**
   * @param {string} address
   * @param {string} token
   * @param {number} draft  the number of the draft the page has seen
   * @param {(reply: Reply) => void} heard
   */
  constructor(address, token, draft, heard) {
    this.address = address;
    this.token = token;
    this.draft = draft;
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
      const answer = await fetch(this.address, {
        method: "POST",
        headers: { Accept: "application/json", "X-CSRFToken": this.token },
        body: new URLSearchParams({ text, draft: String(this.draft) }),
      });
      return this.#read(await answer.json());
    } catch {
      return { kind: "offline" };
    }
  }

  /** @param {any} data @returns {Reply} */
  #read(data) {
    if (data.draft !== undefined) this.draft = data.draft;
    if (data.elsewhere !== undefined) return { kind: "elsewhere", text: data.elsewhere };
    if (data.trouble !== undefined) return { kind: "trouble", sentence: data.trouble };
    return { kind: "answer", answer: data };
  }
}

/** Put orders behind one another. @param {...string} texts */
export function joined(...texts) {
  return texts.filter(Boolean).join("; ");
}
