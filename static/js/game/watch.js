// A map that is only looked at: moved by hand, brought nearer by buttons.

import { MapView, sights } from "./map.js";

/** @param {HTMLElement} frame @param {HTMLElement} board @param {import("./chart.js").Chart} chart */
export function watch(frame, board, chart) {
  const map = new MapView(frame, board, chart.size, { tap() {}, hover() {}, ask() {} });
  map.open(sights(frame, chart));
  frame.parentElement?.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest("[data-do]");
    const act = button && button.getAttribute("data-do");
    if (act === "closer" || act === "farther" || act === "whole") map[act]();
  });
  return null;
}
