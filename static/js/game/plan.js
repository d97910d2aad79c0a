// The plan on its way between page and server. The text is the state; all else is answered.

/**
 * @typedef {import("./types").Plan} Plan
 * @typedef {import("./types").Target} Target
 * @typedef {import("./types").Reply} Reply
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

/** A plan with a choice made: its order is added, or takes the place of the last one. @param {Plan} plan @param {Target} target */
export function grown(plan, target) {
  const before = target.replaces ? plan.stem : plan.head;
  return [before, target.text, plan.rest].filter(Boolean).join(plan.between);
}
