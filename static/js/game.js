// The page of a game comes alive: its map, its film, and the turn that is put together there.
// What happens elsewhere is shown as a film, and then the page as it is now.

import { asking } from "./game/ask.js";
import { Bar } from "./game/bar.js";
import { Chart } from "./game/chart.js";
import { compose } from "./game/compose.js";
import { names } from "./game/names.js";
import { noting } from "./game/notes.js";
import { byId } from "./game/page.js";
import { talk } from "./game/talk.js";
import { watch } from "./game/watch.js";
import { follow } from "./live/news.js";
import { isBusy, renew, tell } from "./live/renew.js";
import { sending } from "./live/send.js";

const KEPT = ["turned", "eyes"]; // of the address: how the board is looked at

async function begin() {
  const [main, frame] = [byId("main"), byId("map")];
  const chart = await Chart.load(frame.dataset.chart ?? "");
  const plan = document.getElementById("composer")?.textContent;
  const composer = plan ? compose(frame, chart, plan) : watch(frame, byId("board"), chart);
  const bar = new Bar(byId("film"), byId("board"), chart);
  document.getElementById("watch")?.addEventListener("click", (event) => {
    event.preventDefault();
    bar.watch();
  });
  asking(/** @type {HTMLFormElement} */ (byId("ask")), byId("answered"));
  sending(main);
  noting(main, kept);
  talk(byId("board"), chart);
  const isAtWork = () => isBusy(main) || Boolean(composer?.isAtWork(frame.dataset.asked === "1"));
  follow(main, async () => {
    const text = composer?.answer.text;
    const isDisturbed = () => isAtWork() || composer?.answer.text !== text;
    if (isDisturbed() || !(await goOn(isDisturbed))) tell(main, () => goOn());
  });
  document.documentElement.dataset.ready = "game";
  return bar;
}

/**
 * Show the game as it is now, after a film of what the reader has not seen yet; say whether that was possible.
 * @param {() => boolean} [isDisturbed]
 */
async function goOn(isDisturbed) {
  const { version } = byId("map").dataset;
  const height = byId("sheet").dataset.height;
  if (!(await renew(address(), isDisturbed))) return false;
  history.replaceState(null, "", address());
  byId("sheet").dataset.height = height;
  const bar = await begin();
  await bar.tell(Number(version));
  return true;
}

/** Show a note that was kept; where fingers write, the map comes back into sight. */
function kept() {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && matchMedia("(pointer: coarse)").matches) {
    activeElement.blur();
    byId("sheet").dataset.height = "1";
  }
  return goOn();
}

/** Where the game is now, without a plan of before or a receipt. */
function address() {
  const here = new URL(location.href);
  for (const name of [...here.searchParams.keys()]) if (!KEPT.includes(name)) here.searchParams.delete(name);
  here.hash = "";
  return here.href;
}

names();
begin();
