// Fills in the reader's time zone where somebody signs up, and proposes it in "My games" where the
// device is in another one.
import { recall, remember } from "./memory.js";

const REFUSED = "zone-refused";
const HALF_A_YEAR = 183 * 24 * 60 * 60 * 1000;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-time-zone]"))) {
  if (zone && !input.value) input.value = zone;
}
const proposal = /** @type {HTMLFormElement | null} */ (document.querySelector("#zone-proposal"));
if (proposal && zone) propose(proposal);

/** @param {HTMLFormElement} form */
function propose(form) {
  if (recall(REFUSED) === zone || isSameTime(form.dataset.zone ?? "", zone)) return;
  const [device] = form.querySelectorAll("[data-device]");
  device.textContent = zone;
  /** @type {HTMLInputElement} */ (form.elements.namedItem("time_zone")).value = zone;
  form.querySelector("[data-do=keep]")?.addEventListener("click", () => {
    remember(REFUSED, zone);
    form.hidden = true;
  });
  form.hidden = false;
}

/**
 * Whether the clocks of two zones agree, now and in the other half of the year: Vienna needs no other than Berlin.
 * @param {string} one @param {string} other
 */
function isSameTime(one, other) {
  const clock = (/** @type {string} */ name, /** @type {number} */ when) =>
    new Intl.DateTimeFormat("en", { timeZone: name, dateStyle: "short", timeStyle: "short" }).format(when);
  try {
    return [Date.now(), Date.now() + HALF_A_YEAR].every((when) => clock(one, when) === clock(other, when));
  } catch {
    return true; // a zone that this browser does not know
  }
}
