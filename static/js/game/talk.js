// Words at the table: fields that they name light up on the board, and what was in sight is read.

import { post } from "../live/token.js";
import { make } from "./overlay.js";

/** @param {HTMLElement} board @param {import("./chart.js").Chart} chart */
export function talk(board, chart) {
  const words = document.getElementById("talk");
  if (!words) return;
  const over = make("svg", { class: "over", viewBox: `0 0 ${chart.size.join(" ")}`, "aria-hidden": "true" });
  /** @param {Event} event */
  const light = ({ target }) => {
    const field = target instanceof HTMLElement ? target.dataset.lights : "";
    const [cx, cy] = field ? chart.at(field) : [];
    over.replaceChildren(...(cx && cy ? [make("circle", { r: 37, class: "lit", cx, cy })] : []));
    board.append(over);
  };
  words.addEventListener("pointerover", light);
  words.addEventListener("click", light);
  const [last, read] = [words.querySelector(".remarks li:last-child"), words.dataset.read];
  if (!last || !read) return;
  new IntersectionObserver((seen, watch) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    watch.disconnect();
    post(read, { read_to: words.dataset.last ?? "" }).catch(() => null); // they are new once more
  }).observe(last);
}
