// Where a board's fields lie and how they are joined. Knows nothing of any game.

/**
 * @typedef {[number, number]} Point
 * @typedef {object} ChartData
 * @property {Point} size
 * @property {Record<string, Point>} fields
 * @property {Record<string, number[]>} ways  by their two ends: control points, or nothing
 * @property {Record<string, Point>} [beside]  places off the fields, where nobody can walk
 */

const SPACING = 66;
const WIDEST = Math.PI / 3;

export class Chart {
  /** @param {ChartData} data */
  constructor(data) {
    this.size = data.size;
    this.fields = data.fields;
    this.beside = data.beside ?? {};
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

  /** The field nearest to a point, if one is near enough. @param {Point} point */
  nearest([x, y], within = SPACING / 2) {
    let [best, least] = [/** @type {string | null} */ (null), within];
    for (const [field, [fx, fy]] of Object.entries(this.fields)) {
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
