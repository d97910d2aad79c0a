// How much is asked of the reader, in the title, the header and the browser's tab.

/** @param {number} asked */
export function count(asked) {
  const plain = document.title.replace(/^\(\d+\) /, "");
  document.title = asked ? `(${asked}) ${plain}` : plain;
  const badge = document.getElementById("asked");
  if (badge) {
    badge.textContent = String(asked);
    badge.hidden = !asked;
  }
  const icon = document.querySelector("link[rel=icon]");
  if (icon instanceof HTMLLinkElement) icon.href = (asked ? icon.dataset.asked : icon.dataset.idle) ?? icon.href;
}
