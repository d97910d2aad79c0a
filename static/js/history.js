// The past of a game as a film. What stands beside it follows, drawn by the server.

import { Chart } from "./game/chart.js";
import { names } from "./game/names.js";
import { byId } from "./game/page.js";
import { watch } from "./game/watch.js";
import { LongBar } from "./stretches.js";

const CALM = 250;

/** @typedef {import("./game/film.js").Film} Film */

async function begin() {
  const frame = byId("map");
  const chart = await Chart.load(frame.dataset.chart ?? "");
  watch(frame, byId("board"), chart);
  const bar = new LongBar(byId("film"), byId("board"), chart, follow);
  told = Number(byId("film").dataset.at);
  await bar.open(told);
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest(".log a");
    if (!(link instanceof HTMLAnchorElement) || !bar.film) return;
    const seq = Number(new URL(link.href).searchParams.get("upto"));
    if (!bar.film.reel.holds(seq)) return;
    event.preventDefault();
    bar.film.show(bar.film.reel.place(seq));
  });
  document.documentElement.dataset.ready = "history";
}

let [pause, told] = [0, 0];

/** @param {number} seq @param {Film} film */
function follow(seq, film) {
  clearTimeout(pause);
  pause = window.setTimeout(async () => {
    const address = new URL(location.href);
    address.searchParams.set("upto", String(seq));
    address.hash = "";
    history.replaceState(null, "", address);
    if (film.playing || seq === told) return;
    told = seq;
    await retell(address);
  }, CALM);
}

/** Tell what stands beside the board again. @param {URL} address */
async function retell(address) {
  const answer = await fetch(address);
  if (!answer.ok || location.href !== address.href) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["told", "toggles", "printed"]) {
    const [old, told] = [byId(id), page.getElementById(id)];
    const isInside = old.contains(document.activeElement);
    if (told) old.replaceWith(told);
    if (isInside) /** @type {HTMLElement | null} */ (told?.querySelector("[aria-current] a"))?.focus({ preventScroll: true });
  }
}

names();
begin();
