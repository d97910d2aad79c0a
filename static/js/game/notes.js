// Notes on pieces of others: told when a piece is looked at, kept without leaving the map.

/** What is noted about the piece on a field, or "". @param {string} field */
export function noteOn(field) {
  return pinned(field)?.defaultValue ?? "";
}

/** Whether the piece on a field can be noted. @param {string | null} field */
export function canNote(field) {
  return Boolean(pinned(field) ?? free(field));
}

/** Go where the note is written. @param {string | null} field */
export function note(field) {
  const option = free(field);
  if (option) option.selected = true;
  (pinned(field) ?? document.getElementById("note-text"))?.focus();
}

/** Keep notes, then show them. @param {HTMLElement} main @param {() => unknown} show */
export function noting(main, show) {
  main.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches(".note")) return;
    event.preventDefault();
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
    answer?.status === 204 ? show() : form.submit();
  });
}

/** @param {string | null} field @returns {HTMLInputElement | null} */
function pinned(field) {
  return document.querySelector(`.note[data-f="${field}"] [name=text]`);
}

/** @param {string | null} field @returns {HTMLOptionElement | null} */
function free(field) {
  return document.querySelector(`.note option[data-f="${field}"]`);
}
