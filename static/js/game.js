// The page of a game comes alive: its map, its film, and the turn that is put together there.

import { asking } from "./game/ask.js";
import { Bar } from "./game/bar.js";
import { Chart } from "./game/chart.js";
import { compose } from "./game/compose.js";
import { byId } from "./game/page.js";
import { watch } from "./game/watch.js";

async function begin() {
  const frame = byId("map");
  const chart = await Chart.load(frame.dataset.chart ?? "");
  const plan = document.getElementById("composer")?.textContent;
  if (plan) compose(frame, chart, plan);
  else watch(frame, byId("board"), chart);
  const bar = new Bar(byId("film"), byId("board"), chart);
  document.getElementById("watch")?.addEventListener("click", (event) => {
    event.preventDefault();
    bar.watch();
  });
  asking(/** @type {HTMLFormElement} */ (byId("ask")), byId("answered"));
  document.documentElement.dataset.ready = "game";
}

begin();
