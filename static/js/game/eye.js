// Where a film is looked at: the map goes along with what happens, and back when the film is over.

import { during, isCalm } from "./motion.js";

/**
 * @import { Chart } from "./chart.js"
 * @import { MapView } from "./map.js"
 */

const GRAIN = 0.75;
const FAR = 0.7;
const LASTS = 350;

export class Eye {
  /** @param {MapView} map @param {Chart} chart */
  constructor(map, chart) {
    this.map = map;
    this.chart = chart;
    this.before = map.view;
  }

  /** Bring fields into sight, near enough to see what happens there. @param {string[]} fields @param {number} speed */
  async follow(fields, speed = 1) {
    const points = fields.map((field) => this.chart.at(field));
    const isNear = this.map.grain >= FAR * GRAIN;
    if (!points.length || (isNear && this.map.holds(points))) return;
    const from = this.map.view;
    this.map.show(points, Math.max(1, GRAIN * (this.chart.size[0] / this.map.side)));
    await this.#go(from, this.map.view, LASTS / speed);
  }

  /** Look where one looked before. */
  back() {
    this.map.view = this.before;
  }

  /** @param {number[]} from @param {number[]} to @param {number} lasts */
  async #go(from, to, lasts) {
    if (isCalm()) return;
    await during(lasts, (share) => {
      const eased = share * share * (3 - 2 * share);
      const [scale, x, y] = from.map((start, place) => start + (to[place] - start) * eased);
      this.map.view = [scale, x, y];
    });
  }
}
