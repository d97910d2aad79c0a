// Things that move over time, for those who want it.

/** Whether somebody wants nothing to move by itself. */
export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {number} lasts @param {(share: number) => void} draw @returns {Promise<void>} */
export function during(lasts, draw) {
  const began = performance.now();
  return new Promise((done) => {
    /** @param {number} now */
    const step = (now) => {
      const share = Math.max(0, Math.min(1, (now - began) / lasts));
      draw(share);
      if (share < 1) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  });
}
