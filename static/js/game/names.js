// Whether the fields of a board bear their names: switched at once, and remembered by the site.

import { byId } from "./page.js";

/** Let the forms that show the names or hide them do so without another page. */
export function names() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches(".names")) return;
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (form.elements.namedItem("names"));
    remember(form, button.value);
    show(!byId("board").classList.toggle("nameless"));
  });
}

/** @param {boolean} areShown */
function show(areShown) {
  for (const button of document.querySelectorAll(".names [name=names]")) {
    button.setAttribute("aria-pressed", String(areShown));
    button.setAttribute("value", areShown ? "0" : "1");
  }
}

/** @param {HTMLFormElement} form @param {string} choice */
function remember(form, choice) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  body.set("names", choice);
  fetch(form.action, { method: "POST", redirect: "manual", body }).catch(() => {});
}
