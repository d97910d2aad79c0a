// Commands to the board: asked on the page, answered by the server in sentences.

/** @param {HTMLFormElement} form @param {HTMLElement} answered */
export function asking(form, answered) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const command = /** @type {HTMLInputElement} */ (form.elements.namedItem("ask"));
    const query = new URLSearchParams({ ask: command.value });
    const answer = await fetch(`${form.action}?${query}`, { headers: { Accept: "application/json" } });
    const lines = /** @type {string[]} */ ((await answer.json()).answer);
    answered.replaceChildren(...lines.map(item));
    command.select();
  });
}

/** @param {string} line */
function item(line) {
  const one = document.createElement("li");
  one.textContent = line;
  return one;
}
