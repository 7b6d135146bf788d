// @ts-check
// The click that browsers send when the pointer of a drag is released. It must not open a plan.

export class ClickAfterDrag {
  /**
   * @type {?number} The pointer of a drag that has ended, until the click that may follow its
   * release.
   */
  #pointer = null;

  constructor() {
    // If there is a click, it arrives before this timer.
    addEventListener('pointerup', ({ pointerId }) =>
      setTimeout(() => { if (pointerId === this.#pointer) this.#pointer = null; }));
    // When a pointer is pressed, the next click belongs to this press.
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
