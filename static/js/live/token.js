// The token that every form bears. A sign-in in another tab replaces it; what was refused for that
// alone is repeated with the new one, for the same reader.

/** @returns {HTMLInputElement[]} */
function fields() {
  return [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=csrfmiddlewaretoken]"))];
}

/** The token of the page's forms. */
export function token() {
  return fields()[0]?.value ?? "";
}

/**
 * Take a token that the site gives to a reader; say whether it is the one who reads this page.
 * @param {{token?: string, reader?: string}} given
 */
export function renewToken({ token: fresh, reader }) {
  if (!fresh || reader !== document.documentElement.dataset.reader) return false;
  for (const field of fields()) field.value = fresh;
  return true;
}

/**
 * POST as a script and read what is told; `again` is false where the token was renewed before.
 * @param {string} address @param {Record<string, string>} body @param {boolean} [again]
 * @returns {Promise<any>}
 */
export async function post(address, body, again = true) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { Accept: "application/json", "X-CSRFToken": token() },
    body: new URLSearchParams(body),
  });
  const isTold = answer.headers.get("Content-Type")?.startsWith("application/json");
  const told = isTold ? await answer.json() : { status: answer.status };
  return again && answer.status === 403 && renewToken(told) ? post(address, body, false) : told;
}
