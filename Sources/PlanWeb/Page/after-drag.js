// @ts-check
// The click that a browser sends when the pointer of a drag is released. It must not open a plan.

export class ClickAfterDrag {
  /**
   * @type {?number} The pointer of a drag that has ended, until the click that may follow when it
   * is released.
   */
  #pointer = null;

  constructor() {
    // If a click follows, it comes before this timer.
    addEventListener('pointerup', ({ pointerId }) =>
      setTimeout(() => { if (pointerId === this.#pointer) this.#pointer = null; }));
    // A pointer that is pressed has a click of its own.
    addEventListener('pointerdown', () => { this.#pointer = null; }, true);
    addEventListener('click', event => {
      if (this.#pointer == null) return;
      event.stopPropagation();
      event.preventDefault();
      this.#pointer = null;
    }, true);
  }

  /** A drag has ended, perhaps before its pointer is released. @param {number} pointer */
  expect(pointer) { this.#pointer = pointer; }
}
