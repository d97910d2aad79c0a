// The frame of a letter is as high as the letter, so that nothing in it has to be scrolled.

/** @param {HTMLIFrameElement} frame */
function fit(frame) {
  const page = frame.contentDocument?.documentElement;
  if (page?.offsetHeight) frame.style.height = `${page.offsetHeight + frame.offsetHeight - frame.clientHeight}px`;
}

const frame = document.querySelector("iframe.letter");
if (frame instanceof HTMLIFrameElement) {
  frame.addEventListener("load", () => fit(frame));
  addEventListener("resize", () => fit(frame));
  fit(frame);
}
