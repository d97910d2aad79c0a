// Puts a turn together: what is chosen, what is looked at, and the texts to undo and redo.
// It knows no rules. Every change is a longer or shorter text, which the server works out.

import { noteOn } from "./notes.js";
import { grown } from "./plan.js";
import { said, say } from "./words.js";

/**
 * @import { Chart, Point } from "./chart.js"
 * @import { MapView } from "./map.js"
 * @import { Overlay } from "./overlay.js"
 * @import { Answer, Target } from "./types"
 * @import { Desk } from "./plan.js"
 * @import { Page } from "./page.js"
 * @import { Reach } from "./reach.js"
 * @typedef {{name: string, target: Target}} Comer
 * @typedef {{kind: string, cost: number}} Crowd
 */

const CALLED = 6;
const COARSE = 0.4;
const NEAR = 0.75;

export class Composer {
  /** @type {string | null} */
  chosen = null;
  /** @type {Target | null} */
  aim = null;
  /** @type {string} what of the tray is in hand, "" for nothing */
  tool = "";
  /** @type {string | null} the field to which others may come: of what is chosen, or looked at */
  host = null;
  /** @type {string | null} */
  cursor = null;
  /** @type {string[]} */
  past = [];
  /** @type {string[]} */
  future = [];
  /** @type {string} the piece to choose once the answer is there */
  #then = "";
  /** @type {string | null} the piece that the last change has moved, until something is chosen */
  #moved = null;
  /** @type {string | null} the field whose figures are gone through */
  #turned = null;
  /** @type {Crowd | null} those who come one after another */
  #crowd = null;
  #waits = false;
  #focused = false;
  #warns = false;

  /**
   * @param {Answer} answer
   * @param {{chart: Chart, overlay: Overlay, reach: Reach, desk: Desk, page: Page, map: MapView}} parts
   */
  constructor(answer, { chart, overlay, reach, desk, page, map }) {
    this.answer = answer;
    this.chart = chart;
    this.overlay = overlay;
    this.reach = reach;
    this.desk = desk;
    this.page = page;
    this.map = map;
    this.#pickOnly();
    this.show();
  }

  get piece() {
    return this.chosen ? (this.answer.pieces[this.chosen] ?? null) : null;
  }

  /** Whether nothing can follow a plan that can be carried out. */
  get isComplete() {
    const { steps, rest, lays, shortcuts } = this.answer;
    return steps > 0 && !rest && !this.movable.length && !lays.length && !shortcuts.length;
  }

  /** Whether there is nothing to be moved, but something to be laid down. */
  get isTrayAlone() {
    return this.answer.tray.length > 0 && !this.movable.length;
  }

  /** What of the tray is in hand. */
  get held() {
    return this.answer.tray.find((one) => one.name === this.tool) ?? null;
  }

  /** What can be done with what is in hand, by the chosen piece or without one. */
  get targets() {
    const all = [...(this.piece?.targets ?? []), ...this.answer.lays];
    return all.filter((target) => target.tool === this.tool);
  }

  /** Whether something is chosen, looked at or in hand that can be left. */
  get canLeave() {
    return Boolean(this.piece || this.reach.field || this.aim || (this.held && !this.isHeldAlone));
  }

  /** Whether what is in hand is there because nothing else can be done. */
  get isHeldAlone() {
    return this.tool !== "" && this.tool === this.#only();
  }

  /** Whether the chosen piece is the one that the last order has moved. */
  get hasMoved() {
    return this.chosen !== null && this.chosen === this.#moved;
  }

  /** The pieces that can move, by their names, in the order of their fields. */
  get movable() {
    return Object.keys(this.answer.pieces);
  }

  /** Whether somebody is in the middle of putting a turn together that they are asked for. @param {boolean} isAsked */
  isAtWork(isAsked) {
    return Boolean(this.chosen || this.tool || this.#waits || (isAsked && this.answer.text));
  }

  // --- pointing ---

  /** @param {Point} point @param {string} kind of pointer */
  tap(point, kind) {
    if (kind !== "mouse" && this.map.grain < COARSE) {
      this.map.show([point], NEAR * (this.chart.size[0] / this.map.side));
      return;
    }
    const field = this.chart.nearest(point);
    if (field) this.touch(field, kind === "mouse" || this.map.frame.dataset.oneTap === "1");
  }

  /** Take a piece that can move along with the mouse, if one is there. @param {Point} point */
  grab(point) {
    const field = this.chart.nearest(point);
    if (!field || this.#waits || !this.figures(field).length) return false;
    if (this.piece?.at !== field) this.#select(this.#coming(field));
    this.page.lift(field);
    return true;
  }

  /** @param {Point} point */
  drag(point) {
    this.hover(point);
    this.page.carry(point);
  }

  /** Go where a piece is let go, as a click there does; on its own field it stays chosen. @param {Point | null} point */
  drop(point) {
    const field = point && this.chart.nearest(point);
    this.page.carry(null);
    if (!field || !this.chosen || field === this.piece?.at) return;
    if (this.ways(field).length) this.touch(field, true);
    else this.#explain(this.chosen, field);
  }

  /** What can be done on a field: more than one thing where a piece may capture or let live. @param {string} field */
  ways(field) {
    return this.targets.filter((target) => target.field === field);
  }

  /** Choose what stands on a field, look at it as a target, or go there if that means one thing. @param {string} field */
  touch(field, sure = false) {
    this.cursor = this.#focused ? field : null;
    const [target, ...others] = this.ways(field);
    if (target && !others.length && (sure || target === this.aim)) this.add(target);
    else if (target) this.look(this.aim?.field === field ? this.aim : target);
    else if (this.figures(field).length) this.choose(this.#coming(field));
    else if (this.#hosts(field)) this.#attend(field);
    else if (this.chosen) this.#explain(this.chosen, field);
    else this.#look(field);
  }

  /** @param {Point | null} point */
  hover(point) {
    if (!this.targets.length) return;
    const field = point && this.chart.nearest(point);
    if (field === (this.aim?.field ?? null)) return;
    const [target] = field ? this.ways(field) : [];
    if (target) this.look(target);
    else if (this.aim) this.#drop();
  }

  /** @param {Point} point */
  ask(point) {
    const field = this.chart.nearest(point);
    if (field) this.#tell(field);
  }

  // --- choosing ---

  /** Names of the pieces on a field that can move. @param {string} field */
  figures(field) {
    return this.movable.filter((name) => this.answer.pieces[name].at === field);
  }

  /** The figure that a field gives when it is chosen: what stands there first, then its load. @param {string} field */
  #coming(field) {
    const [first] = this.figures(field);
    return this.#turned === field || this.chosen === first ? this.#other(field) : first;
  }

  /** What is chosen, and what would be chosen next on its field. */
  told() {
    if (!this.piece) return "";
    const [name, next] = [this.piece.name, this.#coming(this.piece.at)];
    if (this.hasMoved) return said("moved", { name });
    if (!next || next === this.chosen) return said("chosen", { name });
    return said("stacked", { name, next: this.answer.pieces[next].name });
  }

  /** Choose without moving the map. @param {string | null} name */
  #select(name) {
    this.chosen = name && name in this.answer.pieces ? name : null;
    this.#moved = null;
    this.#turned = this.piece?.at ?? null;
    this.host = this.#turned === this.chosen ? this.chosen : null;
    this.aim = null;
    if (!this.targets.length) this.tool = "";
    this.show();
  }

  /** @param {string | null} name */
  choose(name) {
    this.#select(name);
    if (this.piece) {
      this.map.reveal(this.chart.at(this.piece.at), this.targets.map((target) => this.chart.at(target.field)));
      say(this.told());
    }
  }

  /** Take something of the tray in hand, or lay it down again. @param {string} name */
  pick(name) {
    this.tool = name === this.tool && name !== this.#only() ? "" : name;
    this.aim = null;
    if (this.tool && !this.targets.length) this.chosen = this.#user(this.tool);
    this.show();
    say(this.held ? said("held", { name: this.held.label }) : said("laid_down"));
  }

  /** Where nothing moves and one thing alone can be laid down, it is in hand already. */
  #pickOnly() {
    this.tool = this.#only() ?? this.tool;
  }

  #only() {
    const [only, ...others] = this.answer.tray.filter(({ name }) => this.serves(name));
    return this.isTrayAlone && only && !others.length ? only.name : null;
  }

  /** The next thing in the tray that is of use, and after the last none. @param {number} step */
  nextTool(step) {
    const names = ["", ...this.answer.tray.map((tool) => tool.name).filter((name) => this.serves(name))];
    const place = names.indexOf(this.tool) + step + names.length;
    if (names.length > 1) this.pick(names[place % names.length] || this.tool);
  }

  /** Whether anything can be done with a tool now. @param {string} tool */
  serves(tool) {
    return this.#user(tool) !== null || this.answer.lays.some((target) => target.tool === tool);
  }

  /** A piece that can use a tool: the chosen one if it can. @param {string} tool */
  #user(tool) {
    const can = (/** @type {string} */ name) => this.answer.pieces[name].targets.some((target) => target.tool === tool);
    return this.chosen && can(this.chosen) ? this.chosen : (this.movable.find(can) ?? null);
  }

  /** @param {Target | null} [target] */
  look(target = null) {
    if (!target) return void this.#tell(this.cursor);
    this.aim = target;
    this.show();
    say(this.sentence(target));
  }

  /** Look at the chosen piece again, and no longer at a target. */
  #drop() {
    this.aim = null;
    this.show();
    say(this.told());
  }

  leave() {
    if (this.reach.field) this.show();
    else if (this.aim) this.#drop();
    else if (this.tool) this.pick(this.tool);
    else if (this.piece) this.choose(null);
  }

  /** Tell what going there means. @param {Target} target */
  sentence(target) {
    const left = this.answer.left === null ? "" : this.answer.left - target.cost;
    const price = said(target.cost ? "aim" : "free", { label: target.label, cost: target.cost, left });
    if (target.answers === null) return price;
    return `${price} ${said(target.answers ? "answered" : "unanswered")}`;
  }

  /** Whether something stands on a field to which others can come. @param {string} field */
  #hosts(field) {
    return field in this.answer.stands && this.#arrivals(field).length > 0;
  }

  /** Look at what cannot move, but others can come to it. @param {string} field */
  #attend(field) {
    this.choose(null);
    this.host = field;
    this.show();
    this.#tell(field);
  }

  /** Who can come to what is chosen or looked at, such as riders to an elephant: the nearest first. @returns {Comer[]} */
  get comers() {
    const found = this.host ? this.#arrivals(this.host) : [];
    return found.sort((one, other) => one.target.cost - other.target.cost).slice(0, CALLED);
  }

  /** Who can come aboard on a field: there they are not called by it, as the piece that stands there is. @param {string} field @returns {Comer[]} */
  #arrivals(field) {
    const others = this.movable.filter((name) => this.answer.pieces[name].at !== field);
    return others.flatMap((name) => {
      const { targets } = this.answer.pieces[name];
      const there = targets.filter((one) => one.field === field && !one.captures && one.then && one.then !== field);
      return there.map((target) => ({ name, target }));
    });
  }

  /** Those of the comers who are nearest, if they are more than one and all alike. @returns {Comer[]} */
  get crowd() {
    const [first, ...others] = this.comers.filter(({ target }, _, all) => target.cost === all[0].target.cost);
    const areAlike = others.every(({ name }) => this.#kind(name) === this.#kind(first.name));
    return others.length && areAlike ? [first, ...others] : [];
  }

  /** Have a piece come to the host, which is then chosen. @param {Target} target */
  call(target) {
    if (!this.#waits) this.work(grown(this.answer, target), target.field);
  }

  /** Have all of a crowd come for whom there is room: the server offers them one by one. */
  callAll() {
    const [first] = this.crowd;
    if (!first || this.#waits) return;
    const crowd = { kind: this.#kind(first.name), cost: first.target.cost };
    this.work(grown(this.answer, first.target), first.target.field, crowd);
  }

  /** Have the next of a crowd come, in the same change. @param {Crowd} crowd */
  #goOn(crowd) {
    const [next] = this.comers;
    if (!next || this.#kind(next.name) !== crowd.kind || next.target.cost !== crowd.cost) return;
    this.#send(grown(this.answer, next.target), next.target.field, crowd);
  }

  // --- changing the text ---

  add(target = this.aim) {
    if (!target || this.#waits) return;
    this.work(grown(this.answer, target), target.then);
  }

  /** @param {string} text @param {string} [then] @param {Crowd | null} [crowd] */
  work(text, then = "", crowd = null) {
    this.past.push(this.answer.text);
    this.future = [];
    this.#send(text, then, crowd);
  }

  /** The plan to go back to: where none was before on this page, the one without its last step. */
  get before() {
    return this.past.at(-1) ?? (this.#waits ? null : this.page.shorter);
  }

  undo() {
    const text = this.before;
    if (text === null) return;
    this.past.pop();
    this.future.push(this.answer.text);
    this.#send(text);
    say(said("undone"));
  }

  redo() {
    const text = this.future.pop();
    if (text === undefined) return;
    this.past.push(this.answer.text);
    this.#send(text);
    say(said("redone"));
  }

  discard() {
    this.work("");
    say(said("discarded"));
  }

  /** @param {string} text @param {string} [then] @param {Crowd | null} [crowd] */
  #send(text, then = "", crowd = null) {
    this.#then = then;
    this.#crowd = crowd;
    this.#turned = null;
    this.#waits = true;
    this.chosen = this.host = this.aim = null;
    this.tool = "";
    this.answer = { ...this.answer, text };
    this.show();
    this.desk.work(text);
  }

  /** Take in what the server has worked out. @param {Answer} answer */
  take(answer) {
    this.answer = { ...this.answer, ...answer };
    this.#waits = false;
    this.page.calm();
    this.page.paint(answer);
    const wanted = this.chosen ?? this.#then;
    this.#moved = this.chosen ? this.#moved : this.#then;
    const keep = wanted in answer.pieces ? wanted : null;
    this.chosen = keep;
    this.host = wanted in answer.stands ? wanted : null;
    this.aim = null;
    if (this.cursor && keep) this.cursor = answer.pieces[keep].at;
    this.#pickOnly();
    this.show();
    const planned = said(answer.left === null ? "counted" : "planned", { steps: answer.steps, left: answer.left ?? "" });
    say([planned, answer.lacks, answer.verdict].filter(Boolean).join(" "));
    if (this.#crowd) this.#goOn(this.#crowd);
  }

  // --- keys ---

  arrive() {
    this.#focused = true;
    this.cursor ??= this.piece?.at ?? this.answer.pieces[this.movable[0]]?.at ?? this.answer.lays[0]?.field ?? "";
    this.#draw();
    this.#tell(this.cursor);
  }

  /** The page stays as it is: the button that takes the focus is about to be clicked. */
  depart() {
    this.#focused = false;
    this.#draw();
  }

  /** Go along the road that leads most nearly that way. @param {number} angle */
  go(angle) {
    const field = this.cursor && this.chart.towards(this.cursor, angle);
    if (field) this.#stand(field);
  }

  press() {
    if (this.aim && this.aim.field === this.cursor) this.add();
    else if (this.cursor) this.touch(this.cursor);
  }

  /** Choose the next piece: first of all the one nearest to the middle of what is seen. @param {number} step */
  nextPiece(step) {
    const fields = [...new Set(this.movable.map((name) => this.answer.pieces[name].at))].sort();
    const here = this.cursor ?? this.piece?.at;
    const field = here ? after(fields, here, step) : this.chart.closest(this.map.middle, Infinity, fields);
    if (field) this.#visit(this.figures(field)[0]);
  }

  /** The next piece of a kind: the kinds that can move are numbered by their names. @param {number} number */
  nextKind(number) {
    const kinds = [...new Set(this.movable.map((name) => this.#kind(name)))].sort();
    const names = this.movable.filter((name) => this.#kind(name) === kinds[number - 1]);
    const name = after(names, this.chosen, 1);
    if (name) this.#visit(name);
  }

  /** @param {string} name */
  #kind(name) {
    return this.answer.pieces[name].kind;
  }

  /** @param {string} name */
  #visit(name) {
    this.cursor = this.answer.pieces[name].at;
    this.choose(name);
    this.map.follow(this.chart.at(this.cursor));
  }

  /** @param {number} step */
  nextTarget(step) {
    const targets = [...this.targets].sort((one, other) => Number(one.field > other.field) - Number(one.field < other.field));
    const target = after(targets, this.aim, step);
    if (!target) return;
    this.cursor = target.field;
    this.map.follow(this.chart.at(target.field));
    this.look(target);
  }

  nextFigure() {
    const field = this.piece?.at ?? this.cursor;
    if (field) this.choose(this.#other(field));
  }

  help() {
    this.page.help(this.#there());
  }

  /** What there is on this board that others do without. */
  #there() {
    const pieces = Object.values(this.answer.pieces);
    return {
      tray: this.answer.tray.length > 0,
      afar: pieces.some((piece) => piece.afar.length),
      kinds: pieces.some((piece) => piece.kind !== pieces[0].kind),
      comers: Object.keys(this.answer.stands).some((field) => this.#hosts(field)),
      stacks: pieces.some((piece) => this.figures(piece.at).length > 1),
    };
  }

  /** @param {string} field */
  #stand(field) {
    this.cursor = field;
    this.map.follow(this.chart.at(field));
    const [target] = this.ways(field);
    if (target) this.look(target);
    else {
      this.aim = null;
      this.show();
      this.#tell(field);
    }
  }

  /** The figure of a field to choose next. @param {string} field */
  #other(field) {
    return after(this.figures(field), this.piece?.at === field ? this.chosen : undefined, 1) ?? null;
  }

  /** Say why a chosen piece cannot go to a field: the rules know. @param {string} piece @param {string} field */
  async #explain(piece, field) {
    this.aim = null;
    this.show();
    const why = await this.desk.why({ text: this.answer.text, piece, field, tool: this.tool });
    if (this.chosen !== piece || this.aim) return;
    if (!why) return this.#tell(field);
    this.page.why(why);
    say(why.sentence);
  }

  /** Tell of a field; while nothing is chosen, show what a piece there could do, or no more. @param {string} field */
  async #look(field) {
    if (this.reach.field === field) return this.show();
    this.reach.close();
    const there = this.#tell(field);
    if (this.piece || this.held || !this.answer.stands[field]) return;
    const asked = this.reach.look(field, this.answer.text);
    this.page.leaving(this);
    const told = await asked;
    if (!told) return;
    this.map.reveal(this.chart.at(field), told.goals.map((goal) => this.chart.at(goal.field)));
    this.#say(`${there} ${told.sentence}`);
  }

  /** Show which of one's own pieces others could capture, or no more. */
  warn() {
    this.#warns = !this.#warns;
    this.page.press("warn", this.#warns);
    this.#draw();
    const fields = this.answer.exposed.join(", ");
    if (this.#warns) this.#say(fields ? said("exposed", { fields }) : said("safe"));
    else this.show();
  }

  /** @param {string | null} field */
  #tell(field) {
    if (!field) return "";
    const what = this.answer.stands[field];
    const dear = this.piece?.afar.includes(field);
    const those = what && this.answer.threats[field];
    const there = what ? said("stands", { field, what }) : said(dear ? "dear" : "empty", { field });
    const note = noteOn(field);
    return this.#say([there, note && said("noted", { note }), those && said("threat", { those })].filter(Boolean).join(" "));
  }

  /** Say a sentence beside the map, and aloud. @param {string} sentence */
  #say(sentence) {
    this.page.words(sentence);
    say(sentence);
    return sentence;
  }

  show() {
    this.reach.close();
    this.#draw();
    this.page.state(this);
  }

  #draw() {
    const cursor = this.#focused ? this.cursor : null;
    this.overlay.draw(this.piece, this.targets, this.aim, cursor, this.answer.stands);
    this.overlay.danger(this.#warns ? this.answer.exposed : []);
  }
}

/**
 * The one that comes after another in a list, round and round.
 * @template T
 * @param {T[]} list
 * @param {T | null | undefined} one
 * @param {number} step
 * @returns {T | undefined}
 */
function after(list, one, step) {
  if (!list.length) return undefined;
  const place = list.findIndex((other) => other === one);
  if (place < 0) return step > 0 ? list[0] : list[list.length - 1];
  return list[(place + step + list.length) % list.length];
}
