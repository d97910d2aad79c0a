// Passkeys: asks the browser for a key and posts its answer with the form around it.
// A form says data-passkey="create" (options in #passkey-options) or "get" (asks its action).

/** @param {string} text */
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** @param {ArrayBuffer} buffer */
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {{id: string}[] | undefined} list */
const keys = (list) => list?.map((key) => ({ ...key, id: bytes(key.id) }));

/** @param {any} credential @param {string[]} names */
const answer = (credential, names) => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  clientExtensionResults: credential.getClientExtensionResults(),
  response: Object.fromEntries(
    names
      .filter((name) => credential.response[name])
      .map((name) => [name, text(credential.response[name])]),
  ),
});

async function create() {
  const { publicKey } = JSON.parse(document.getElementById("passkey-options")?.textContent ?? "");
  publicKey.challenge = bytes(publicKey.challenge);
  publicKey.user.id = bytes(publicKey.user.id);
  publicKey.excludeCredentials = keys(publicKey.excludeCredentials);
  const credential = await navigator.credentials.create({ publicKey });
  return answer(credential, ["clientDataJSON", "attestationObject"]);
}

/** @param {HTMLFormElement} form */
async function get(form) {
  const headers = { Accept: "application/json" };
  const response = await fetch(form.action, { headers, cache: "no-store" });
  if (!response.ok) throw new Error(response.statusText);
  const { publicKey } = (await response.json()).request_options;
  publicKey.challenge = bytes(publicKey.challenge);
  publicKey.allowCredentials = keys(publicKey.allowCredentials);
  const credential = await navigator.credentials.get({ publicKey });
  return answer(credential, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]);
}

/** @param {Event} event */
async function ask(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const trouble = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  trouble.hidden = true;
  try {
    const credential = form.dataset.passkey === "create" ? await create() : await get(form);
    /** @type {HTMLInputElement} */ (form.elements.namedItem("credential")).value = JSON.stringify(credential);
    form.submit();
  } catch {
    trouble.hidden = false;
  }
}

if (window.PublicKeyCredential) {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-passkey]"))) {
    form.addEventListener("submit", ask);
    form.hidden = false;
    form.querySelectorAll("button").forEach((button) => (button.disabled = false));
  }
}
