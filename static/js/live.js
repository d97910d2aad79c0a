// A page that shows what happens elsewhere by itself, unless somebody is in the middle of something.

import { follow } from "./live/news.js";
import { isBusy, renew, tell } from "./live/renew.js";
import { sending } from "./live/send.js";

/** @param {HTMLElement} main */
function begin(main) {
  const look = async () => {
    const next = await renew(location.href);
    if (next) begin(next);
  };
  const kept = main.dataset.onNews;
  const show = kept ? () => location.assign(kept) : look;
  sending(main);
  follow(main, () => (kept || isBusy(main) ? tell(main, show) : look()));
}

const main = document.getElementById("main");
if (main) begin(main);
