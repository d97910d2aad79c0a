// Hides the options of a new table that make no difference beside those chosen. Without a script
// all are shown, and what makes no difference is not heeded.

const form = /** @type {HTMLFormElement} */ (document.querySelector("#table-form"));
const fields = [.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-default]"))];

/** @param {HTMLElement} field */
const controls = (field) =>
  [.../** @type {NodeListOf<HTMLInputElement>} */ (field.querySelectorAll("input, select"))];

/** What the form would send for an option. @param {string} name */
function sent(name) {
  const field = fields.find((one) => controls(one)[0].name === name);
  if (!field || field.hidden) return field?.dataset.default ?? "";
  const [first, ...others] = controls(field);
  if (first.type === "checkbox") return first.checked ? "on" : "";
  if (first.type !== "radio") return first.value;
  return [first, ...others].find((one) => one.checked)?.value ?? "";
}

/** Shows what matters; an option stands behind those it depends on. */
function settle() {
  for (const field of fields) {
    const wanted = Object.entries(JSON.parse(field.dataset.onlyIf ?? "{}"));
    field.hidden = !wanted.every(([name, values]) => values.includes(sent(name)));
    for (const control of controls(field)) control.disabled = field.hidden;
  }
}

for (const word of form.querySelectorAll(".plain-only")) word.remove();
form.addEventListener("change", settle);
settle();
