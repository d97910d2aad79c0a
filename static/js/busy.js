// A form that is on its way is not sent a second time, and its button says so.

const PATIENCE = 4000; // of an answer that is no page, such as a file, or that was given up
const BUSY = "aria-busy";

/** @param {Element | null} button */
function release(button) {
  button?.removeAttribute(BUSY);
}

addEventListener("submit", (event) => {
  const { submitter, defaultPrevented } = /** @type {SubmitEvent} */ (event);
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (defaultPrevented || form.method !== "post") return;
  if (form.dataset.busy) return event.preventDefault();
  form.dataset.busy = "1";
  submitter?.setAttribute(BUSY, "true");
  setTimeout(() => {
    delete form.dataset.busy;
    release(submitter);
  }, PATIENCE);
});

// A page that comes back from the browser's memory is as it was left.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.forms) delete form.dataset.busy;
  for (const button of document.querySelectorAll(`[${BUSY}]`)) release(button);
});
