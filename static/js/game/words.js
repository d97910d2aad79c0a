// Sentences in the reader's language, from the page; and saying them aloud.

const FIELD = "%(field)s"; // a name that stays as it is written

/** The words of the page as it is now: another may come in its place. @returns {Record<string, string>} */
function words() {
  return JSON.parse(document.getElementById("words")?.textContent ?? "{}");
}

/** @param {string} name @param {Record<string, string | number>} [parts] */
export function said(name, parts = {}) {
  const told = words()[name] ?? name;
  const text = told.replace(/%\((\w+)\)s/g, (_, part) => String(parts[part] ?? ""));
  return told.startsWith(FIELD) ? text : capital(text);
}

/** A text as the beginning of a sentence. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

let pause = 0;

/** Have a sentence read out, the last one of several in a row. @param {string} sentence */
export function say(sentence) {
  clearTimeout(pause);
  pause = window.setTimeout(() => {
    const voice = document.getElementById("said");
    if (voice) voice.textContent = sentence;
  }, 150);
}
