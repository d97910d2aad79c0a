// A page that shows what happens elsewhere by itself, unless somebody is in the middle of something.

import { follow } from "./live/news.js";
import { isBusy, renew, tell } from "./live/renew.js";
import { sending } from "./live/send.js";

/** @param {HTMLElement} main */
function begin(main) {
  /** @param {() => boolean} [isDisturbed] */
  const look = async (isDisturbed) => {
    const next = await renew(location.href, isDisturbed);
    if (next) begin(next);
    return Boolean(next);
  };
  const kept = main.dataset.onNews;
  const show = kept ? () => location.assign(kept) : () => look();
  const isAtWork = () => Boolean(kept) || isBusy(main);
  sending(main);
  follow(main, async () => (!isAtWork() && (await look(isAtWork))) || tell(main, show));
}

const main = document.getElementById("main");
if (main) begin(main);
