// The map in its frame: moved and magnified by pointer, wheel, keys and buttons.

import { recall, remember } from "../memory.js";

/** @import { Point } from "./chart.js" */

const CLOSEST = 6;
const PIECE = 50; // board units
const CALM = 200;
const EDGE = 20; // pixels
const FAR = 0.4; // pixels for a unit of the board: names are not to be read any more
const WEIGHTS = { own: 2, happened: 1 };
const STEP = 1.4;
const TALL = 1.3;
const SLIP = 8;

/**
 * @typedef {object} Hands
 * @property {(point: Point, kind: string) => void} tap
 * @property {(point: Point | null) => void} hover
 * @property {(point: Point) => void} ask
 * @property {(point: Point) => boolean} [grab]  whether a mouse takes something along from there
 * @property {(point: Point) => void} [drag]
 * @property {(point: Point | null) => void} [drop]  null where it is given up
 */

/** @typedef {{own: Point[], happened: Point[], last: Point[]}} Sights */

export class MapView {
  /** @type {WeakMap<Element, MapView>} */
  static #all = new WeakMap();

  /** The map in a frame, if it has come alive. @param {Element | null} frame */
  static of(frame) {
    return (frame && MapView.#all.get(frame)) ?? null;
  }

  /** @type {Map<number, PointerEvent>} */
  #down = new Map();
  #moved = false;
  #drags = false;
  #scale = 1;
  #x = 0;
  #y = 0;
  #held = 0;
  #keeping = 0;
  /** @type {number[] | null} */
  #seen = null;
  /** The size of the frame: kept, because asking for it lays the whole page out. @type {Point} */
  #room = [0, 0];

  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement} sheet
   * @param {Point} size
   * @param {Hands} hands
   */
  constructor(frame, sheet, size, hands) {
    this.frame = frame;
    this.sheet = sheet;
    this.size = size;
    this.hands = hands;
    this.#measure();
    frame.addEventListener("pointerdown", (event) => this.#press(event));
    frame.addEventListener("pointermove", (event) => this.#move(event));
    frame.addEventListener("pointerup", (event) => this.#release(event, true));
    frame.addEventListener("pointercancel", (event) => this.#release(event, false));
    frame.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") hands.hover(null);
    });
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    frame.addEventListener("contextmenu", (event) => this.#ask(event));
    addEventListener("keydown", (event) => event.key === "Escape" && this.#giveUp());
    if (window.ResizeObserver) new ResizeObserver(() => this.#resize()).observe(frame);
    else addEventListener("resize", () => this.#resize());
    MapView.#all.set(frame, this);
  }

  /** How the map lies in its frame: its scale and its offsets. @returns {[number, number, number]} */
  get view() {
    return [this.#scale, this.#x, this.#y];
  }

  set view([scale, x, y]) {
    [this.#scale, this.#x, this.#y] = [scale, x, y];
    this.#apply();
  }

  /** Whether points of the board are in sight, not too near the edge. @param {Point[]} points */
  holds(points) {
    const edge = 0.08 * Math.min(...this.#room);
    return points.every((point) => this.#sees(point, edge));
  }

  /**
   * Open the map where its reader is needed: as they have left it if the last move is to be seen there,
   * or else where that is, and most of what has happened and of their own pieces, large enough.
   * @param {Sights} sights
   */
  open(sights) {
    this.#measure();
    const kept = this.#remembered();
    if (kept) this.#look(kept);
    if (!kept && this.frame.dataset.first === "whole") this.whole();
    else if (!kept || this.#misses(sights)) this.#seek(sights);
  }

  /** Whether the last move is out of sight, or all that has happened where that is far away. @param {Sights} sights */
  #misses(sights) {
    const { happened, last } = sights;
    if (!happened.length || last.every((point) => this.#sees(point, EDGE))) return false;
    const canSee = last.every((point) => this.#worthSeeing(sights).includes(point));
    return canSee || !happened.some((point) => this.#sees(point));
  }

  /** How the map was left, if the browser has kept that. @returns {[number, number, number] | null} */
  #remembered() {
    try {
      const kept = JSON.parse(recall(this.#key) ?? "null");
      return Array.isArray(kept) && kept.length === 3 && kept.every(Number.isFinite) ? /** @type {any} */ (kept) : null;
    } catch {
      return null;
    }
  }

  get #key() {
    return `view ${location.pathname} ${this.frame.dataset.turned ?? 0}`;
  }

  /** What is looked at, in board units: the middle, and how much of the board is to be seen. */
  get #view() {
    const [left, top] = this.#corner();
    const [wide, high] = this.#room;
    return [(wide / 2 - left) / this.grain, (high / 2 - top) / this.grain, Math.min(wide, high) / this.grain];
  }

  /** The point of the board in the middle of the frame. @returns {Point} */
  get middle() {
    const [x, y] = this.#view;
    return [x, y];
  }

  /** @param {number[]} view */
  #look([x, y, extent]) {
    const grain = Math.min(...this.#room) / extent;
    this.#scale = within(grain / this.#fit);
    this.#centre([x, y]);
  }

  #measure() {
    this.#room = [this.frame.clientWidth, this.frame.clientHeight];
  }

  /** Another size of the window shows the same part of the board. */
  #resize() {
    this.#measure();
    if (!this.#room[0] || !this.#room[1]) return;
    if (this.#seen) this.#look(this.#seen);
    else this.#apply();
  }

  /** @param {Sights} sights */
  #seek(sights) {
    const least = this.#leastFor(sights);
    const chosen = this.#worthSeeing(sights);
    if (!chosen.length || this.#fit >= least) return this.whole();
    this.#scale = least / this.#fit;
    this.show(chosen, (1.6 * least) / this.#fit);
    if (this.grain < least) {
      this.#scale = least / this.#fit;
      this.#centre(middle(chosen));
    }
  }

  /** How many pixels a unit takes where pieces are large enough and all of the last move is seen. @param {Sights} sights */
  #leastFor({ last }) {
    return Math.max(this.#fit, Math.min(this.#least, this.#fitting(last)));
  }

  /**
   * What is to be seen at once: the last move, unless that is far from one's own pieces, and most of
   * these and of what has happened.
   * @param {Sights} sights
   * @returns {Point[]}
   */
  #worthSeeing(sights) {
    const { own, happened, last } = sights;
    const reach = /** @type {Point} */ (this.#room.map((side) => side / this.#leastFor(sights) - 2 * PIECE));
    const points = [
      ...own.map((at) => ({ at, weight: WEIGHTS.own })),
      ...happened.map((at) => ({ at, weight: WEIGHTS.happened })),
    ];
    const all = points.reduce((sum, { weight }) => sum + weight, 1);
    const chosen = best([...points, ...last.map((at) => ({ at, weight: all }))], reach);
    const isNear = own.length < 2 || chosen.filter((at) => own.includes(at)).length > 1;
    // On a narrow board one's own pieces are found again straight above or below.
    const isNarrow = this.size[1] > TALL * this.size[0];
    return isNear || isNarrow ? chosen : best(points, reach);
  }

  /** How many pixels a unit of the board takes at least where pieces are large enough to be touched. */
  get #least() {
    return (matchMedia("(min-width: 62.5rem)").matches ? 21 : 23) / PIECE;
  }

  /** @param {Point} point */
  #sees(point, edge = 0) {
    const [x, y] = this.#onFrame(point);
    const [wide, high] = this.#room;
    return x >= edge && y >= edge && x <= wide - edge && y <= high - edge;
  }

  /** How many pixels one unit of the board takes when all of it is shown. */
  get #fit() {
    return Math.min(this.#room[0] / this.size[0], this.#room[1] / this.size[1]);
  }

  /** The width of the map on the screen when all of it is shown. */
  get side() {
    return this.size[0] * this.#fit;
  }

  /** The height of the map on the screen when all of it is shown. */
  get height() {
    return this.size[1] * this.#fit;
  }

  /** How many pixels one unit of the board takes. */
  get grain() {
    return this.#fit * this.#scale;
  }

  whole() {
    [this.#scale, this.#x, this.#y] = [1, 0, 0];
    this.#apply();
  }

  /** @param {number} factor @param {Point} [at] a place in the frame that stays where it is */
  zoom(factor, at = [this.#room[0] / 2, this.#room[1] / 2]) {
    const scale = within(this.#scale * factor);
    const [left, top] = this.#corner();
    const grown = scale / this.#scale;
    this.#x += (at[0] - left) * (1 - grown);
    this.#y += (at[1] - top) * (1 - grown);
    this.#scale = scale;
    this.#apply();
  }

  closer() {
    this.zoom(STEP);
  }

  farther() {
    this.zoom(1 / STEP);
  }

  /** Bring points of the board into sight, as near as they let us. @param {Point[]} points */
  show(points, closest = this.#scale) {
    const fits = (0.8 * this.#fitting(points, 1)) / this.#fit;
    this.#scale = within(Math.min(closest, fits));
    this.#centre(middle(points));
  }

  /**
   * Bring a point into sight and as many of others as fit there, from farther away if need be, but
   * not from so far that pieces become too small.
   * @param {Point} point @param {Point[]} others
   */
  reveal(point, others) {
    this.#measure();
    if ([point, ...others].every((one) => this.#sees(one, EDGE))) return;
    this.#retreat([point, ...others]);
    const [wide, high] = this.#room.map((side) => side / this.grain - 2 * PIECE);
    const near = others.filter(([x, y]) => Math.abs(x - point[0]) < wide && Math.abs(y - point[1]) < high);
    const chosen = best([point, ...near].map((at) => ({ at, weight: at === point ? near.length + 1 : 1 })), [wide, high]);
    this.#centre(middle([point, ...chosen]));
  }

  /** Go as far away as points of the board need to be seen together. @param {Point[]} points */
  #retreat(points) {
    const fits = Math.max(this.#fitting(points), this.#least);
    this.#scale = Math.max(1, Math.min(this.#scale, fits / this.#fit));
  }

  /** How many pixels a unit of the board may take at most where points are seen together. @param {Point[]} points */
  #fitting(points, around = 2 * PIECE) {
    if (!points.length) return Infinity;
    const sides = [0, 1].map((axis) => around + extent(points.map((point) => point[axis])));
    return Math.min(this.#room[0] / sides[0], this.#room[1] / sides[1]);
  }

  /** Bring a point into sight if it is not, without another scale. @param {Point} point */
  follow(point) {
    if (!this.#sees(point, EDGE)) this.#centre(point);
  }

  /** The point of the board under a place of the window. @param {{clientX: number, clientY: number}} event @returns {Point} */
  point({ clientX, clientY }) {
    const box = this.sheet.getBoundingClientRect();
    return [
      ((clientX - box.left) / box.width) * this.size[0],
      ((clientY - box.top) / box.height) * this.size[1],
    ];
  }

  /** @param {Point} point @returns {Point} */
  #onFrame([x, y]) {
    const [left, top] = this.#corner();
    return [left + x * this.grain, top + y * this.grain];
  }

  /** Where the map's corner lies in the frame. @returns {Point} */
  #corner() {
    return [
      (this.#room[0] - this.side) / 2 + this.#x,
      (this.#room[1] - this.height) / 2 + this.#y,
    ];
  }

  /** @param {Point} point */
  #centre([x, y]) {
    this.#x = this.#room[0] / 2 - (this.#room[0] - this.side) / 2 - x * this.grain;
    this.#y = this.#room[1] / 2 - (this.#room[1] - this.height) / 2 - y * this.grain;
    this.#apply();
  }

  #apply() {
    this.#x = clamp(this.#x, this.#room[0], this.side, this.side * this.#scale);
    this.#y = clamp(this.#y, this.#room[1], this.height, this.height * this.#scale);
    const [left, top] = this.#corner();
    this.sheet.style.width = `${this.side * this.#scale}px`;
    this.frame.classList.toggle("far", this.grain < FAR);
    this.sheet.style.transform = `translate(${left}px, ${top}px)`;
    this.#seen = this.#view;
    clearTimeout(this.#keeping);
    this.#keeping = window.setTimeout(() => remember(this.#key, JSON.stringify(this.#seen)), CALM);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest("button, a, .film")) {
      return;
    }
    this.#down.set(event.pointerId, event);
    this.#moved = this.#down.size > 1;
    clearTimeout(this.#held);
    if (event.pointerType !== "mouse" && this.#down.size === 1) {
      this.#held = window.setTimeout(() => this.#ask(event), 600);
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.hands.hover(this.point(event));
      return;
    }
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (!this.#moved && Math.hypot(dx, dy) < SLIP) return;
    if (!this.#moved) {
      this.frame.setPointerCapture(event.pointerId);
      this.#drags = event.pointerType === "mouse" && Boolean(this.hands.grab?.(this.point(before)));
    }
    this.#moved = true;
    clearTimeout(this.#held);
    if (this.#drags) return this.hands.drag?.(this.point(event));
    this.#pinch(event);
    this.#x += dx / this.#down.size;
    this.#y += dy / this.#down.size;
    this.#down.set(event.pointerId, event);
    this.#apply();
  }

  /** @param {PointerEvent} event */
  #pinch(event) {
    const other = [...this.#down.values()].find((one) => one.pointerId !== event.pointerId);
    const before = this.#down.get(event.pointerId);
    if (!other || !before) return;
    const box = this.frame.getBoundingClientRect();
    const middle = /** @type {Point} */ ([
      (event.clientX + other.clientX) / 2 - box.left,
      (event.clientY + other.clientY) / 2 - box.top,
    ]);
    this.zoom(distance(event, other) / (distance(before, other) || 1), middle);
  }

  /** @param {PointerEvent} event @param {boolean} counts */
  #release(event, counts) {
    clearTimeout(this.#held);
    if (!this.#down.delete(event.pointerId) || this.#down.size) return;
    if (this.#drags) this.hands.drop?.(counts && this.#holds(event) ? this.point(event) : null);
    else if (counts && !this.#moved) this.hands.tap(this.point(event), event.pointerType);
    this.#drags = false;
  }

  /** Whether a place of the window lies in the frame, and not on the board beyond it. @param {PointerEvent} event */
  #holds({ clientX, clientY }) {
    const { left, right, top, bottom } = this.frame.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  }

  /** Bring back what the mouse takes along. */
  #giveUp() {
    if (!this.#drags) return;
    this.#drags = false;
    this.#down.clear();
    this.hands.drop?.(null);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (event.target instanceof Element && event.target.closest(".film")) return;
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const at = /** @type {Point} */ ([event.clientX - box.left, event.clientY - box.top]);
    this.zoom(Math.exp(-event.deltaY / 400), at);
  }

  /** @param {MouseEvent} event */
  #ask(event) {
    event.preventDefault();
    this.#down.clear();
    this.hands.ask(this.point(event));
  }
}

/** The part of some points, as far apart as that, that weighs most. @param {{at: Point, weight: number}[]} points @param {number[]} reach @returns {Point[]} */
function best(points, [wide, high]) {
  let [chosen, most] = [points, 0];
  for (const { at: [left] } of points) {
    for (const { at: [, top] } of points) {
      const inside = points.filter(({ at: [x, y] }) => x >= left && x <= left + wide && y >= top && y <= top + high);
      const weight = inside.reduce((sum, one) => sum + one.weight, 0);
      if (weight > most) [chosen, most] = [inside, weight];
    }
  }
  return chosen.map((one) => one.at);
}

/** The scale nearest to one that the map can have. @param {number} scale */
function within(scale) {
  return Math.min(CLOSEST, Math.max(1, scale));
}

/** @param {number[]} lengths */
function extent(lengths) {
  return Math.max(...lengths) - Math.min(...lengths);
}

/** @param {Point[]} points @returns {Point} */
function middle(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
}

/** Keep a map that is wider than its frame over it, and a smaller one inside. */
/** @param {number} offset @param {number} room @param {number} side @param {number} extent */
function clamp(offset, room, side, extent) {
  const first = -(room - side) / 2;
  const [low, high] = [first + Math.min(0, room - extent), first + Math.max(0, room - extent)];
  return Math.min(Math.max(offset, low), high);
}

/** @param {PointerEvent} a @param {PointerEvent} b */
function distance(a, b) {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

/** Where what the page tells of its reader's own pieces, and of what has happened, lies. */
/** @param {HTMLElement} frame @param {import("./chart.js").Chart} chart */
export function sights({ dataset }, chart) {
  const places = (/** @type {string | undefined} */ told) => (told ? told.split(" ") : []).map((field) => chart.at(field));
  return { own: places(dataset.own), happened: places(dataset.happened), last: places(dataset.last) };
}
