// A turn put together for practice: the composer alone, on a position that is not a game.

import { Chart } from "./chart.js";
import { compose } from "./compose.js";
import { names } from "./names.js";
import { byId } from "./page.js";

async function begin() {
  const frame = byId("map");
  const chart = await Chart.load(frame.dataset.chart ?? "");
  compose(frame, chart, byId("composer").textContent ?? "");
  document.documentElement.dataset.ready = "game";
}

names();
begin();
