// The page is fetched again and its main part put in the place of the old one.

const FIELDS = "input:not([type=hidden]), textarea, select";

/** Whether somebody is in the middle of something that a new page would disturb. @param {HTMLElement} main */
export function isBusy(main) {
  const active = document.activeElement;
  if (active instanceof HTMLElement && main.contains(active) && active.matches(FIELDS)) return true;
  if (document.body.classList.contains("watching") || main.querySelector("dialog[open]")) return true;
  return [...main.querySelectorAll("form")].some((form) => [...form.elements].some(isChanged));
}

/** @param {Element} field */
function isChanged(field) {
  if (field instanceof HTMLTextAreaElement) { // plans are kept as they are written
    return field.matches("[data-words]") && field.value !== field.defaultValue;
  }
  if (!(field instanceof HTMLInputElement)) return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

/**
 * Put what an address shows now in the place of the main part, unless somebody has begun something there meanwhile.
 * @param {string} address @param {() => boolean} [isDisturbed] @returns {Promise<HTMLElement | null>}
 */
export async function renew(address, isDisturbed = () => false) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [old, main] = [document.getElementById("main"), page.getElementById("main")];
  if (!old || !main || isDisturbed()) return null;
  const focused = where(old);
  document.body.className = page.body.className;
  document.title = page.title;
  old.replaceWith(document.adoptNode(main));
  if (focused) /** @type {HTMLElement | null} */ (main.querySelector(focused))?.focus({ preventScroll: true });
  return main;
}

/** How to find what has the focus on the new page. @param {HTMLElement} main */
function where(main) {
  const active = document.activeElement;
  if (!active || !main.contains(active)) return "";
  if (active.id) return `#${CSS.escape(active.id)}`;
  const href = active.getAttribute("href");
  return href ? `a[href="${CSS.escape(href)}"]` : "";
}

/** Say that there is something new, with a button that shows it. @param {HTMLElement} main @param {() => unknown} look */
export function tell(main, look) {
  main.querySelector("#happened")?.remove();
  const [notice, words, button] = ["div", "p", "button"].map((name) => document.createElement(name));
  Object.assign(notice, { id: "happened", className: "notice warning", role: "status" });
  words.textContent = main.dataset.happened ?? "";
  Object.assign(button, { type: "button", className: "button small", textContent: main.dataset.look ?? "" });
  button.addEventListener("click", () => look());
  notice.append(words, button);
  main.prepend(notice);
}
