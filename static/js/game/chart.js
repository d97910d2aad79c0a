// Where a board's fields lie and how they are joined. Knows nothing of any game.

/**
 * @typedef {[number, number]} Point
 * @typedef {object} ChartData
 * @property {Point} size
 * @property {Record<string, Point>} fields
 * @property {Record<string, number[]>} ways  by their two ends: control points, or nothing
 * @property {Record<string, Point>} [beside]  places off the fields, where nobody can walk
 * @property {Record<string, Point>} [names]  the middles of written names
 */

const SPACING = 66;
const WIDEST = Math.PI / 3;
const DISC = 24;
const [LETTER, LINE] = [5.3, 9]; // half of what a name takes, for each letter and up and down

export class Chart {
  /** Whether names are to be seen. */
  isNamed = () => true;

  /** @param {ChartData} data */
  constructor(data) {
    this.size = data.size;
    this.fields = data.fields;
    this.beside = data.beside ?? {};
    this.names = data.names ?? {};
    /** @type {Map<string, {to: string, bend: number[]}[]>} */
    this.joined = new Map(Object.keys(data.fields).map((field) => [field, []]));
    for (const [ends, bend] of Object.entries(data.ways)) {
      const [a, b] = ends.split(" ");
      this.joined.get(a)?.push({ to: b, bend });
      this.joined.get(b)?.push({ to: a, bend: backwards(bend) });
    }
  }

  /** @param {string} address @returns {Promise<Chart>} */
  static async load(address) {
    return new Chart(await (await fetch(address)).json());
  }

  /** @param {string} field @returns {Point} */
  at(field) {
    return this.fields[field] ?? this.beside[field] ?? [this.size[0] / 2, this.size[1] / 2];
  }

  /** The field of a point: the one that is there, the one whose name is there, or the nearest. @param {Point} point */
  nearest(point) {
    return this.closest(point, DISC) ?? this.#named(point) ?? this.closest(point, SPACING / 2);
  }

  /** @param {Point} point */
  #named([x, y]) {
    if (!this.isNamed()) return null;
    const found = Object.entries(this.names).find(
      ([name, [mx, my]]) => Math.abs(x - mx) <= LETTER * name.length && Math.abs(y - my) <= LINE,
    );
    return found ? found[0] : null;
  }

  /** The nearest of some fields that is not too far away. @param {Point} point @param {number} within */
  closest([x, y], within, among = Object.keys(this.fields)) {
    let [best, least] = [/** @type {string | null} */ (null), within];
    for (const field of among) {
      const [fx, fy] = this.at(field);
      const far = Math.hypot(fx - x, fy - y);
      if (far <= least) [best, least] = [field, far];
    }
    return best;
  }

  /** The field at the end of the road that leads most nearly that way. @param {string} field @param {number} angle */
  towards(field, angle) {
    const [x, y] = this.at(field);
    let [best, least] = [/** @type {string | null} */ (null), WIDEST];
    for (const { to } of this.joined.get(field) ?? []) {
      const [tx, ty] = this.at(to);
      const off = Math.abs(turn(Math.atan2(ty - y, tx - x) - angle));
      if (off <= least) [best, least] = [to, off];
    }
    return best;
  }

  /** Path data along the ways; fields that are not joined are bridged. @param {string[]} fields */
  path(fields) {
    if (!fields.length) return "";
    const pieces = fields.slice(1).map((to, place) => this.#stretch(fields[place], to));
    return `M${this.at(fields[0]).join(" ")}${pieces.join("")}`;
  }

  /** @param {string} from @param {string} to */
  #stretch(from, to) {
    const bend = this.joined.get(from)?.find((way) => way.to === to)?.bend ?? [];
    const end = this.at(to).join(" ");
    return bend.length ? `C${bend.join(" ")} ${end}` : `L${end}`;
  }
}

/** @param {number[]} bend */
function backwards(bend) {
  const [ax, ay, bx, by] = bend;
  return bend.length ? [bx, by, ax, ay] : bend;
}

/** @param {number} angle */
function turn(angle) {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}
