// Has the site kept for when the network is away, and says so on a page that was kept.

import { recall, remember } from "./memory.js";

const PAUSE = 4000;
const READER = "reader";

/** Hand a page over to the service worker, once the pages of another reader are gone. */
async function keep() {
  const { reader } = document.documentElement.dataset;
  const worker = navigator.serviceWorker;
  if (!worker || reader === undefined) return;
  const isNew = !worker.controller || recall(READER) !== reader;
  if (recall(READER) !== reader) await caches.delete("pages");
  remember(READER, reader);
  if (recall(READER) !== reader) return; // else pages of one reader could be shown to the next
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  await worker.register("/service-worker.js").catch(() => null); // the network went away meanwhile
  const { active } = await worker.ready;
  const parts = performance.getEntriesByType("resource").map((entry) => entry.name);
  if (isNew) active?.postMessage([...parts, location.href]);
}

/** Say since when a page is kept. @param {string} since */
function tell(since) {
  const notice = document.getElementById("kept");
  const time = notice?.querySelector("time");
  if (!notice || !time) return;
  time.dateTime = since;
  time.textContent = new Date(since).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  notice.hidden = false;
}

/** Show the page as it is now, as soon as it can be reached, unless its reader is at work there. */
function goOn() {
  let isTouched = false;
  document.getElementById("main")?.addEventListener("pointerdown", () => (isTouched = true));
  document.getElementById("main")?.addEventListener("input", () => (isTouched = true));
  const timer = setInterval(look, PAUSE);
  addEventListener("online", look);

  async function look() {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (!answer) return;
    clearInterval(timer);
    if (!isTouched) location.reload();
  }
}

/** Whether this page stands in for the one that is wanted here. */
function standsIn() {
  const again = /** @type {HTMLElement | null} */ (document.querySelector("[data-again]"));
  return again !== null && again.dataset.again !== location.pathname;
}

const { kept } = document.documentElement.dataset;
if (kept) tell(kept);
if (kept || standsIn()) goOn();
else keep().catch(() => null); // a browser that keeps nothing
