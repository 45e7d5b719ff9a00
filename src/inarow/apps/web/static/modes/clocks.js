/** Two clocks of which one runs. */
export class Clocks {
  /** @param {() => void} onTick */
  constructor(onTick) {
    this.onTick = onTick;
    /** Seconds left. @type {Record<Side, number>} */
    this.left = { X: 0, O: 0 };
    this.running = /** @type {Side | null} */ (null);
    this.since = 0;
    this.timer = /** @type {number | undefined} */ (undefined);
  }

  /** @param {number} seconds */
  reset(seconds) {
    this.stop();
    this.left = { X: seconds, O: seconds };
  }

  /** @param {Side | null} side */
  run(side) {
    if (side === this.running) return;
    this.stop();
    if (!side) return;
    this.running = side;
    this.since = performance.now();
    this.timer = setInterval(() => {
      this.#count();
      this.onTick();
    }, 100);
  }

  stop() {
    this.#count();
    clearInterval(this.timer);
    this.running = null;
  }

  #count() {
    if (!this.running) return;
    const now = performance.now();
    this.left[this.running] = Math.max(0, this.left[this.running] - (now - this.since) / 1000);
    this.since = now;
  }
}
