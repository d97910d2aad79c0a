// The panel beside the map: its words, chips and buttons follow the composer.

import { canNote } from "./notes.js";
import { capital, said } from "./words.js";

/**
 * @import { Point } from "./chart.js"
 * @import { Composer } from "./composer.js"
 * @import { Answer, Hindrance, Target, TrayTool } from "./types"
 */

const HEIGHTS = 3;
// What may be cut off in a low sheet: nothing that refuses, judges or sends.
const PARTS = [
  "#panel > :not(.points, .steps, .notice, .verdict, .actions, .ways, .hand-in)",
  "#panel > :is(.points, .steps) > *",
  ".plan > :not(#panel, .send, :has([value=put]))",
].join();

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

export class Page {
  /** @type {{figure: Element, home: string} | null} what follows the mouse, and where it stands */
  #lifted = null;

  constructor() {
    this.board = byId("board");
    this.panel = byId("panel");
    this.orders = /** @type {HTMLTextAreaElement} */ (byId("orders"));
    byId("sheet-handle").addEventListener("click", () => this.#raise());
    byId("sheet").addEventListener("focusin", (event) => this.#reveal(event));
  }

  /** @param {Answer} answer */
  paint(answer) {
    const figures = this.board.querySelector("svg.b-board");
    if (figures && answer.layer) figures.outerHTML = answer.layer;
    if (answer.panel) this.panel.innerHTML = answer.panel;
    if (document.activeElement !== this.orders) this.orders.value = answer.text;
  }

  /** The plan without its last step, where the panel offers that. */
  get shorter() {
    const links = all("#panel .steps .remove");
    const last = links[links.length - 1];
    return last instanceof HTMLAnchorElement ? new URL(last.href).searchParams.get("plan") : null;
  }

  /** Let the figure on a field follow the mouse. @param {string} field */
  lift(field) {
    const figure = this.board.querySelector(`.b-figures [data-f="${CSS.escape(field)}"]`);
    this.#lifted = figure && { figure, home: figure.getAttribute("transform") ?? "" };
    figure?.parentNode?.append(figure);
  }

  /** Bring the lifted figure to a point, or back to its field. @param {Point | null} point */
  carry(point) {
    this.#lifted?.figure.setAttribute("transform", point ? `translate(${point.join(" ")})` : this.#lifted.home);
    if (!point) this.#lifted = null;
  }

  /** @param {Composer} composer */
  state(composer) {
    byId("pick").dataset.piece = composer.chosen ?? "";
    this.words(headline(composer));
    this.#chips(composer);
    this.#tray(composer);
    this.#shortcuts(composer);
    this.#meter(composer.aim?.cost ?? 0);
    button("add").hidden = !composer.aim;
    button("add").textContent = composer.aim && !composer.piece ? capital(composer.aim.label) : said("go");
    this.leaving(composer);
    button("undo").disabled = composer.before === null;
    button("redo").disabled = !composer.future.length;
    button("discard").disabled = !composer.answer.text;
    this.allow();
    this.#fit();
  }

  /** Let a turn be sent once there is something in it, and say why not before. */
  allow() {
    const end = /** @type {HTMLInputElement | null} */ (document.querySelector("#orders-form [name=end]"));
    const isEmpty = !this.orders.value.trim() && !end?.checked;
    for (const one of all(".send [data-needs=orders]")) {
      /** @type {HTMLButtonElement} */ (one).disabled = isEmpty;
      one.title = isEmpty ? said("empty_plan") : "";
    }
  }

  /** Offer the way out where there is something to leave. @param {Composer} composer */
  leaving({ canLeave, held, reach, aim, hasMoved }) {
    button("leave").hidden = !canLeave;
    button("leave").textContent = said(hasMoved && !aim && !held && !reach.field ? "enough" : "leave");
    for (const note of all('[data-do="note"]')) note.hidden = !canNote(reach.field);
  }

  /** @param {string} sentence */
  words(sentence) {
    byId("pick-words").textContent = sentence;
  }

  /** Say why a piece cannot go to a field, with a link to the rule. @param {Hindrance} why */
  why({ sentence, rule, address }) {
    const link = document.createElement("a");
    Object.assign(link, { href: address, textContent: rule });
    byId("pick-words").replaceChildren(sentence, ...(rule ? [" (", link, ")"] : []));
  }

  /** Say something that concerns the whole plan, with what can be done. @param {string} sentence @param {...[string, () => void]} acts */
  banner(sentence, ...acts) {
    const banner = byId("banner");
    const buttons = acts.map(([words, act]) => {
      const one = tag(words, () => {
        banner.hidden = true;
        act();
      });
      one.className = "button small";
      return one;
    });
    const text = document.createElement("p");
    text.textContent = sentence;
    banner.replaceChildren(text, ...buttons);
    banner.hidden = false;
  }

  /** Take back what was said of the whole plan. */
  calm() {
    byId("banner").hidden = true;
  }

  /** Show the board without what stands on it, or with it again. */
  bare() {
    this.press("bare", this.board.classList.toggle("bare"));
  }

  /** Show whether what a button switches is on. @param {string} act @param {boolean} isOn */
  press(act, isOn) {
    button(act).setAttribute("aria-pressed", String(isOn));
  }

  /** Tell how turns are put together, with what there is on this board. @param {Record<string, boolean>} there */
  help(there) {
    for (const told of all("#keys [data-of]")) told.hidden = !there[told.dataset.of ?? ""];
    /** @type {HTMLDialogElement} */ (byId("keys")).showModal();
  }

  /** Show more of the sheet, and after all of it little again. */
  #raise() {
    const sheet = byId("sheet");
    const height = (Number(sheet.dataset.height) % HEIGHTS) + 1;
    sheet.dataset.height = String(height);
    sheet.scrollTop = 0;
    byId("sheet-handle").setAttribute("aria-expanded", String(height > 1));
    this.#fit();
  }

  /** Show nothing in a low sheet of which there is room for a part alone, above the buttons that send. */
  #fit() {
    const sheet = byId("sheet");
    if (sheet.dataset.height !== "1") return;
    const top = document.querySelector(".plan > .send, .hand-in")?.getBoundingClientRect().top ?? sheet.getBoundingClientRect().bottom;
    for (const part of document.querySelectorAll(PARTS)) {
      part.classList.toggle("crowded", part.getBoundingClientRect().bottom > top);
    }
  }

  /** Raise a low sheet for what is written or read by keys further down in it. @param {FocusEvent} event */
  #reveal(event) {
    const { target } = event;
    const isHidden = target instanceof Element && target.matches(":focus-visible") && !target.closest("#pick, #sheet-handle");
    if (isHidden && byId("sheet").dataset.height === "1") this.#raise();
  }

  /** Offer what can be done on the field looked at, or else who can come to the chosen piece, and the figures on its field. @param {Composer} composer */
  #chips(composer) {
    const row = byId("pick-chips");
    const ways = composer.aim ? composer.ways(composer.aim.field) : [];
    const chips = ways.length > 1 ? ways.map((target) => way(composer, target)) : [...comers(composer), ...figures(composer)];
    row.hidden = !chips.length;
    row.replaceChildren(...chips);
  }

  /** Show what lies in the tray, and what of it is in hand. @param {Composer} composer */
  #tray(composer) {
    const row = byId("pick-tray");
    row.hidden = !composer.answer.tray.length;
    row.replaceChildren(...composer.answer.tray.map((tool) => held(composer, tool)));
  }

  /** Offer what is done at once, without a piece or anything in hand. @param {Composer} composer */
  #shortcuts(composer) {
    const row = byId("pick-shortcuts");
    row.hidden = !composer.answer.shortcuts.length;
    row.replaceChildren(...composer.answer.shortcuts.map((target) => tag(target.label, () => composer.add(target))));
  }

  /** Show in the meter what the target looked at would cost. @param {number} cost */
  #meter(cost) {
    for (const box of this.panel.querySelectorAll(".meter .aimed")) box.classList.remove("aimed");
    const free = [...this.panel.querySelectorAll(".meter i:not([class]), .meter i[class='']")];
    for (const box of free.slice(0, cost)) box.classList.add("aimed");
  }
}

/** @param {Composer} composer */
function headline(composer) {
  if (composer.aim) return composer.sentence(composer.aim);
  const isTold = composer.isHeldAlone && composer.answer.lacks; // what a throw can come to
  if (composer.held && !isTold) return said("held", { name: composer.held.label });
  const told = composer.piece ? composer.told() : "";
  return [told, composer.answer.lacks].filter(Boolean).join(" ") || said(nextStep(composer));
}

/** What can be done next. @param {Composer} composer */
function nextStep(composer) {
  if (composer.isComplete) return "complete";
  return composer.isTrayAlone ? "pick" : "choose";
}

/** The figures on the field of the chosen one, if there are more. @param {Composer} composer */
function figures(composer) {
  const names = composer.piece ? composer.figures(composer.piece.at) : [];
  const chip = (/** @type {string} */ name) =>
    tag(composer.answer.pieces[name].name, () => composer.choose(name), name === composer.chosen);
  return names.length > 1 ? names.map(chip) : [];
}

/** Who can come to the chosen piece, and all at once if they are alike. @param {Composer} composer */
function comers(composer) {
  const each = composer.comers.map(({ name, target }) => {
    const words = capital(composer.answer.pieces[name].name);
    const one = tag(`+ ${words}`, () => composer.call(target));
    one.setAttribute("aria-label", `${words}: ${target.label}`);
    return one;
  });
  return composer.crowd.length ? [tag(said("all_aboard"), () => composer.callAll()), ...each] : each;
}

/** @param {Composer} composer @param {Target} target */
function way(composer, target) {
  const one = tag("", () => composer.add(target), target === composer.aim);
  const [label, order] = [document.createElement("span"), document.createElement("code")];
  label.textContent = capital(target.label);
  order.textContent = target.text;
  order.translate = false;
  one.classList.add("way");
  one.append(label, order);
  return one;
}

/** @param {Composer} composer @param {TrayTool} tool */
function held(composer, tool) {
  const count = tool.left === null ? "" : ` ${tool.left}`;
  const one = tag(`${tool.label}${count}`, () => composer.pick(tool.name), tool.name === composer.tool);
  one.classList.add("tool");
  one.disabled = !composer.serves(tool.name);
  return one;
}

/** A small button, perhaps one that is on or off. @param {string} words @param {() => void} act @param {boolean} [isOn] */
function tag(words, act, isOn) {
  const one = document.createElement("button");
  Object.assign(one, { type: "button", className: "tag", textContent: capital(words) });
  if (isOn !== undefined) one.setAttribute("aria-pressed", String(isOn));
  one.addEventListener("click", act);
  return one;
}

/** @param {string} selector @returns {NodeListOf<HTMLElement>} */
function all(selector) {
  return document.querySelectorAll(selector);
}

/** @param {string} act @returns {HTMLButtonElement} */
function button(act) {
  return /** @type {HTMLButtonElement} */ (document.querySelector(`[data-do="${act}"]`));
}
