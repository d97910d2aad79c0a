// What lies over the figures while a turn is put together: reach, captures, the way, the cursor.

/**
 * @import { Chart } from "./chart.js"
 * @import { Piece, Target, Goal } from "./types"
 */

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 25;

export class Overlay {
  /** @param {HTMLElement} sheet @param {Chart} chart */
  constructor(sheet, chart) {
    this.chart = chart;
    this.root = make("svg", { class: "over", viewBox: `0 0 ${chart.size.join(" ")}`, "aria-hidden": "true" });
    this.below = make("g", {});
    this.top = make("g", {});
    this.feared = make("g", {});
    this.theirs = make("g", {});
    this.root.append(this.feared, this.theirs, this.below, this.top);
    sheet.append(this.root);
  }

  /**
   * Show what can be done and by which piece, the target looked at, and where the keys stand.
   * @param {Piece | null} piece
   * @param {Target[]} targets
   * @param {Target | null} target
   * @param {string | null} cursor
   * @param {Record<string, string>} stands  what stands on the board, by field
   */
  draw(piece, targets, target, cursor, stands) {
    this.below.replaceChildren(...this.#reach(piece, targets, stands));
    const shown = target ? this.#aim(target) : [];
    this.top.replaceChildren(...shown, ...(cursor ? [this.#ring(cursor, "cursor", 14)] : []));
  }

  /** Mark the fields on which something could be captured by others. @param {string[]} fields */
  danger(fields) {
    this.feared.replaceChildren(...fields.map((field) => this.#struck(field, "danger")));
  }

  /** Show where a piece of others could go. @param {string | null} field @param {Goal[]} goals */
  others(field, goals) {
    const reached = goals.map((goal) =>
      goal.captures ? this.#struck(goal.field, "feared") : this.#ring(goal.field, "theirs", -7));
    this.theirs.replaceChildren(...reached, ...(field ? [this.#ring(field, "foreign", 9)] : []));
  }

  /** @param {Piece | null} piece @param {Target[]} targets @param {Record<string, string>} stands */
  #reach(piece, targets, stands) {
    const afar = piece?.afar ?? [];
    return [
      ...afar.map((field) => this.#ring(field, "dear", -5)),
      ...targets.map((target) => this.#target(target, target.field in stands)),
      ...(piece ? [this.#ring(piece.at, "chosen", 9)] : []),
    ];
  }

  /** A spot on an empty field; what stands there already is seen inside a ring. @param {Target} target @param {boolean} isTaken */
  #target(target, isTaken) {
    if (target.captures) return this.#priced(this.#struck(target.field, "target"), target);
    if (isTaken) return this.#priced(this.#ring(target.field, "taken", 9), target);
    const spot = this.#spot(target.field, target.tool ? "lay" : "reach");
    spot.append(make("circle", { r: target.tool ? RADIUS / 2 : RADIUS }), label(String(target.cost || ""), 9));
    return spot;
  }

  /** Write below a ring what it costs to come there. @param {SVGElement} spot @param {Target} target */
  #priced(spot, target) {
    const price = make("g", { transform: `translate(0 ${RADIUS + 16})`, class: "price" });
    const said = `${target.cost || ""}${target.answers ? "?" : ""}`;
    if (said) price.append(make("circle", { r: 15 }), label(said, 6));
    spot.append(price);
    return spot;
  }

  /** A ring with crossed swords beside it. @param {string} field @param {string} kind */
  #struck(field, kind) {
    const spot = this.#spot(field, `strike o-${kind}`);
    const swords = make("g", { transform: `translate(${-RADIUS - 3} ${-RADIUS - 3})`, class: "swords" });
    swords.append(make("circle", { r: 14 }), make("path", { d: SWORDS }));
    spot.append(make("circle", { r: RADIUS + 8, class: "halo" }), swords);
    return spot;
  }

  /** @param {Target} target */
  #aim(target) {
    const d = this.chart.path(target.way);
    return [
      make("path", { d, class: "way-bed" }),
      make("path", { d, class: "way" }),
      this.#ring(target.field, "aimed", 12),
    ];
  }

  /** @param {string} field @param {string} kind @param {number} wider */
  #ring(field, kind, wider) {
    const spot = this.#spot(field, kind);
    spot.append(make("circle", { r: RADIUS + wider, class: "bed" }), make("circle", { r: RADIUS + wider }));
    return spot;
  }

  /** @param {string} field @param {string} kind */
  #spot(field, kind) {
    const [x, y] = this.chart.at(field);
    return make("g", { class: `o-${kind}`, transform: `translate(${x} ${y})`, "data-f": field });
  }
}

/** @param {string} name @param {Record<string, string | number>} attributes */
export function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** @param {string} text @param {number} down */
function label(text, down) {
  const element = make("text", { y: down });
  element.textContent = text;
  return element;
}

const SWORDS = "M-8-8 7 7M8-8-7 7M-8.5 2-3 7.5M8.5 2 3 7.5";
