// Asks every few seconds whether something has happened elsewhere, while the page is looked at.

import { count } from "./count.js";

/** How often it asks (ms), by how long nobody has stirred and nothing has happened (ms). */
const PACES = [
  [180000, 4000],
  [1800000, 20000],
  [Infinity, 30000],
];
const QUICK = PACES[0][1];
const SIGN = 60000;
const LIVELY = ["pointerdown", "keydown", "focus"];

/**
 * Follow what the page in `main` shows until it is gone, by its pass if it shows games; `happened` is told once of each news.
 * @param {HTMLElement} main @param {() => unknown} happened
 */
export function follow(main, happened) {
  const { pass, news, address } = main.dataset;
  if (address) new Watch(main, { pass, address, news: news ?? "" }, happened).begin();
}

class Watch {
  #timer = 0;
  #etag = "";
  #signed = -Infinity;
  #stirred = performance.now();

  /** @param {HTMLElement} main @param {{pass?: string, address: string, news: string}} page @param {() => unknown} happened */
  constructor(main, page, happened) {
    this.main = main;
    this.page = page;
    this.happened = happened;
  }

  begin() {
    for (const kind of LIVELY) addEventListener(kind, this.#stir, { passive: true });
    document.addEventListener("visibilitychange", this.#stir);
    addEventListener("online", this.#stir);
    this.#wait();
    this.#sign();
  }

  #end() {
    clearTimeout(this.#timer);
    for (const kind of [...LIVELY, "online"]) removeEventListener(kind, this.#stir);
    document.removeEventListener("visibilitychange", this.#stir);
  }

  /** Somebody is there: ask soon, and at once after a pause. */
  #stir = () => {
    const paused = performance.now() - this.#stirred > QUICK;
    this.#stirred = performance.now();
    if (paused) this.#ask();
  };

  #wait() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    const still = performance.now() - this.#stirred;
    const [, pace] = PACES.find(([upto]) => still < upto) ?? [0, QUICK];
    this.#timer = window.setTimeout(() => this.#ask(), pace);
  }

  async #ask() {
    clearTimeout(this.#timer);
    if (!this.main.isConnected) return this.#end();
    const answer = await this.#fetch("GET", { "If-None-Match": this.#etag });
    if (answer?.status === 410) return this.#end();
    if (answer?.ok) this.#hear(await answer.json(), answer.headers.get("ETag") ?? "");
    this.#wait();
    this.#sign();
  }

  /** @param {{news: string, asked?: number}} told @param {string} etag */
  #hear({ news, asked }, etag) {
    this.#etag = etag;
    if (asked !== undefined) count(asked);
    if (news === this.page.news) return;
    this.page.news = news;
    if (this.main.isConnected) this.happened();
  }

  /** Say now and then that the page is before somebody's eyes: so long letters about it wait. */
  #sign() {
    if (!this.page.pass || document.hidden || performance.now() - this.#signed < SIGN) return;
    this.#signed = performance.now();
    this.#fetch("POST", {});
  }

  /** @param {string} method @param {Record<string, string>} headers */
  async #fetch(method, headers) {
    try {
      return await fetch(this.page.address, {
        method,
        headers: { ...(this.page.pass && { "X-Page": this.page.pass }), ...headers },
        cache: "no-store",
        credentials: "omit",
      });
    } catch {
      return null; // the network is away: it is asked again as always
    }
  }
}
