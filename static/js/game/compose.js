// A turn put together on the map. Everything works without this too, by links and a form.

import { Composer } from "./composer.js";
import { listen } from "./keys.js";
import { note } from "./notes.js";
import { MapView, sights } from "./map.js";
import { Overlay } from "./overlay.js";
import { Page, byId } from "./page.js";
import { Desk } from "./plan.js";
import { Reach } from "./reach.js";
import { said } from "./words.js";

/**
 * @import { Chart } from "./chart.js"
 * @import { Reply } from "./types"
 */

const TYPING = 400;
const CLOSE = 4;

/**
 * Make the map of a page answer to taps and keys, with the plan it begins with.
 * @param {HTMLElement} frame
 * @param {Chart} chart
 * @param {string} plan  what the server has told of the plan, as JSON
 */
export function compose(frame, chart, plan) {
  const start = JSON.parse(plan);
  const page = new Page();
  chart.isNamed = () => !page.board.closest(".nameless, .far");
  /** @type {MapView} */
  const map = new MapView(frame, page.board, chart.size, {
    tap: (point, kind) => composer.tap(point, kind),
    hover: (point) => composer.hover(point),
    ask: (point) => composer.ask(point),
    grab: (point) => composer.grab(point),
    drag: (point) => composer.drag(point),
    drop: (point) => composer.drop(point),
  });
  const desk = new Desk(start, (reply) => hear(composer, reply));
  const overlay = new Overlay(page.board, chart);
  const reach = new Reach(start.reach, overlay);
  /** @type {Composer} */
  const composer = new Composer(start, { chart, overlay, reach, desk, page, map });
  for (const anchors of page.board.querySelectorAll(".b-spots")) anchors.remove();
  if (start.chosen) composer.choose(start.chosen);
  if (start.tool) composer.pick(start.tool);
  map.open(sights(frame, chart));
  if (start.near?.length) map.show(start.near.map((/** @type {string} */ field) => chart.at(field)), CLOSE);
  frame.tabIndex = 0;
  frame.setAttribute("role", "application");
  listen(frame, composer);
  buttons(composer);
  panel(composer);
  typing(composer);
  return composer;
}

/** @param {Composer} composer @param {Reply} reply */
function hear(composer, reply) {
  const { page } = composer;
  if (reply.kind === "answer") {
    const hasGoneOn = reply.answer.version !== composer.answer.version;
    composer.take(reply.answer);
    if (hasGoneOn) page.banner(said("gone_on"), [said("look"), () => location.reload()]);
  } else if (reply.kind === "elsewhere") {
    page.banner(
      said("elsewhere"),
      [said("theirs"), () => composer.work(reply.text)],
      [said("mine"), () => composer.desk.work(composer.answer.text)],
    );
  } else if (reply.kind === "trouble") {
    page.banner(reply.sentence, [said("look"), () => location.reload()]);
  } else {
    const again = () => composer.desk.work(composer.answer.text);
    page.banner(said("offline"), [said("again"), again]);
    addEventListener("online", again, { once: true });
  }
}

/** @param {Composer} composer */
function buttons(composer) {
  /** @type {Record<string, () => void>} */
  const acts = {
    add: () => composer.add(),
    leave: () => composer.leave(),
    undo: () => composer.undo(),
    redo: () => composer.redo(),
    discard: () => composer.discard(),
    closer: () => composer.map.closer(),
    farther: () => composer.map.farther(),
    whole: () => composer.map.whole(),
    next: () => composer.nextPiece(1),
    help: () => composer.help(),
    bare: () => composer.page.bare(),
    warn: () => composer.warn(),
    note: () => note(composer.reach.field),
  };
  byId("main").addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-do]");
    if (button instanceof HTMLElement) acts[button.dataset.do ?? ""]?.();
  });
}

/** Links of the panel to the same page have another plan: here the plan alone is taken over. */
/** @param {Composer} composer */
function panel(composer) {
  byId("panel").addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || !link.matches("[href^='?']") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    composer.work(new URL(link.href).searchParams.get("plan") ?? "");
  });
}

/** @param {Composer} composer */
function typing(composer) {
  const orders = composer.page.orders;
  let pause = 0;
  orders.form?.addEventListener("input", () => composer.page.allow());
  orders.addEventListener("input", () => {
    clearTimeout(pause);
    pause = window.setTimeout(() => composer.work(orders.value), TYPING);
  });
  orders.addEventListener("blur", () => {
    if (document.getElementById("understood")) orders.value = composer.answer.text;
  });
}
