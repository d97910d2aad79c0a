// The map by keyboard: one stop for the tab key, arrows along the roads, single letters.

/** @import { Composer } from "./composer.js" */

/** @type {Record<string, number>} */
const ARROWS = {
  ArrowRight: 0,
  ArrowDown: Math.PI / 2,
  ArrowLeft: Math.PI,
  ArrowUp: -Math.PI / 2,
};

/** @type {Record<string, (composer: Composer) => void>} */
const KEYS = {
  Enter: (composer) => composer.press(),
  " ": (composer) => composer.press(),
  Escape: (composer) => composer.leave(),
  n: (composer) => composer.nextPiece(1),
  p: (composer) => composer.nextPiece(-1),
  t: (composer) => composer.nextTarget(1),
  T: (composer) => composer.nextTarget(-1),
  c: (composer) => composer.nextFigure(),
  s: (composer) => composer.nextTool(1),
  S: (composer) => composer.nextTool(-1),
  i: (composer) => composer.look(),
  x: (composer) => composer.warn(),
  "+": (composer) => composer.map.closer(),
  "-": (composer) => composer.map.farther(),
  0: (composer) => composer.map.whole(),
  "/": () => document.getElementById("orders")?.focus(),
  "?": (composer) => composer.help(),
};

/** @param {HTMLElement} frame @param {Composer} composer */
export function listen(frame, composer) {
  frame.addEventListener("keydown", (event) => {
    if (event.target !== frame || event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(event, composer)) event.preventDefault();
  });
  frame.closest("main")?.addEventListener("keydown", (event) => {
    if (undoes(event, composer)) event.preventDefault();
  });
  frame.addEventListener("focus", () => frame.matches(":focus-visible") && composer.arrive());
  frame.addEventListener("blur", () => composer.depart());
}

/** Undo and redo as everywhere, but for fields, which have their own. @param {KeyboardEvent} event @param {Composer} composer */
function undoes({ key, ctrlKey, metaKey, shiftKey, target }, composer) {
  if (!(ctrlKey || metaKey) || !/^[zy]$/i.test(key)) return false;
  if (target instanceof Element && target.matches("input, textarea, select")) return false;
  /y/i.test(key) || shiftKey ? composer.redo() : composer.undo();
  return true;
}

/** @param {KeyboardEvent} event @param {Composer} composer */
function act(event, composer) {
  if (event.key in ARROWS) composer.go(ARROWS[event.key]);
  else if (event.key === "Backspace") event.shiftKey ? composer.redo() : composer.undo();
  else if (event.key in KEYS) KEYS[event.key](composer);
  else if (/^[1-9]$/.test(event.key)) composer.nextKind(Number(event.key));
  else return false;
  return true;
}
