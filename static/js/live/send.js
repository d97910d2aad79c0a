// Forms that send something of a game: they go on trying while the network is away. The key in the
// form makes sure that it counts once.

import { renewToken } from "./token.js";

const PAUSE = 3000;
const AWAY = [502, 503, 504]; // said by whatever stands before the site

/** @param {ParentNode} page */
export function sending(page) {
  for (const form of page.querySelectorAll("form[data-offline]")) {
    form.addEventListener("submit", (event) => send(event, /** @type {HTMLFormElement} */ (form)));
  }
}

/** @param {Event} event @param {HTMLFormElement} form */
async function send(event, form) {
  event.preventDefault();
  const submitter = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter);
  if (form.dataset.busy) return;
  form.dataset.busy = "1";
  submitter?.setAttribute("aria-busy", "true");
  let answer = await insist(form, submitter);
  if (answer.status === 403 && renewToken(await given(answer))) answer = await insist(form, submitter);
  delete form.dataset.busy;
  submitter?.removeAttribute("aria-busy");
  if (answer.redirected) location.assign(answer.url);
  else plainly(form, submitter);
}

/** Send until it arrives. @param {HTMLFormElement} form @param {HTMLButtonElement | null} submitter */
async function insist(form, submitter) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));
  const address = submitter?.getAttribute("formaction") || form.action;
  for (;;) {
    const answer = await fetch(address, { method: "POST", body, headers: { Accept: "text/html" } }).catch(() => null);
    const isThere = answer && !AWAY.includes(answer.status);
    tell(form, !isThere);
    if (isThere) return answer;
    await online();
  }
}

/** The token on a page that refuses a form for its token, and for whom it is. @param {Response} answer */
async function given(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const field = page.querySelector("form.again [name=csrfmiddlewaretoken]");
  return { token: field?.getAttribute("value") ?? "", reader: page.documentElement.dataset.reader };
}

/** It did not count: the site leads to the page that says why. @param {HTMLFormElement} form @param {HTMLButtonElement | null} submitter */
function plainly(form, submitter) {
  form.action = submitter?.getAttribute("formaction") || form.action;
  if (submitter?.name) form.append(pressed(submitter));
  form.submit();
}

/** What a button says in its form, which only its press would send. @param {HTMLButtonElement} submitter */
function pressed({ name, value }) {
  return Object.assign(document.createElement("input"), { type: "hidden", name, value });
}

/** Say that the site cannot be reached, where it is seen, or take that back. @param {HTMLFormElement} form @param {boolean} isAway */
function tell(form, isAway) {
  const old = document.getElementById("away");
  if (!isAway) return old?.remove();
  if (old) return;
  const notice = document.createElement("p");
  Object.assign(notice, { id: "away", className: "notice warning away", textContent: form.dataset.offline });
  notice.setAttribute("role", "alert");
  document.body.append(notice);
}

/** Wait until the network is back, or for a moment. @returns {Promise<void>} */
function online() {
  return new Promise((done) => {
    const timer = setTimeout(ready, PAUSE);
    function ready() {
      clearTimeout(timer);
      removeEventListener("online", ready);
      done();
    }
    addEventListener("online", ready);
  });
}
