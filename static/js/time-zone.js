// Fills in the reader's time zone, so that nobody has to look for it in a list.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-time-zone]"))) {
  if (zone && !input.value) input.value = zone;
}
