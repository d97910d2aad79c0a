// "Use this device": asks the browser for its push subscription and posts that with the form.

const device = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-push]"));
if (device) offer(device);

/** @param {HTMLFormElement} form */
function offer(form) {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return tell(form, "cannot");
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  button.disabled = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.disabled = true;
    subscribe(form.dataset.push ?? "")
      .then((subscription) => (subscription ? send(form, subscription) : tell(form, "refused")))
      .catch(() => tell(form, "cannot"))
      .finally(() => (button.disabled = false));
  });
}

/** Return how this browser is sent to, null if its reader does not want that. @param {string} key */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register("/service-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made for another key of the site would be in the way.
  await (await pushManager.getSubscription())?.unsubscribe();
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
}

/** @param {HTMLFormElement} form @param {PushSubscriptionJSON} subscription */
function send(form, { endpoint, keys }) {
  const values = { endpoint, key: keys?.p256dh, auth: keys?.auth };
  for (const [name, value] of Object.entries(values)) {
    /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value ?? "";
  }
  form.submit();
}

/** Say why it did not work. @param {HTMLFormElement} form @param {string} why */
function tell(form, why) {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-why]"))) {
    one.hidden = one.dataset.why !== why;
  }
}
