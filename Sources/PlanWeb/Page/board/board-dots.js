// @ts-check
// The dots below the columns on a phone: they show which column is visible. A dot leads to its
// column.
import { button, h } from '../controls/dom.js';
import { drawIfNew } from '../controls/keyed.js';

export class BoardDots {
  node = h('nav.dots', { 'aria-label': 'Columns' });
  #waiting = false;

  /** @param {HTMLElement} lanes the columns, which are swiped */
  constructor(lanes) {
    this.lanes = lanes;
    lanes.addEventListener('scroll', () => this.#later(), { passive: true });
    new ResizeObserver(() => this.#later()).observe(lanes);
  }

  /** @param {Column[]} columns */
  draw(columns) {
    drawIfNew(this.node, columns.map(({ title }) => title), () => columns.map(({ title }, index) =>
      button('', () => this.#show(index), { 'aria-label': title, title })));
    this.#later();
  }

  /** Marks the column that is shown, once before the next frame. */
  #later() {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      const shown = this.#shown();
      [...this.node.children].forEach((dot, index) => {
        if (index === shown) dot.setAttribute('aria-current', 'true');
        else dot.removeAttribute('aria-current');
      });
      this.#center(/** @type {HTMLElement} */ (this.node.children[shown]));
    });
  }

  /**
   * Keeps a dot visible: a board may have more columns than a phone has room for dots.
   * @param {HTMLElement | undefined} dot
   */
  #center(dot) {
    if (dot) {
      this.node.scrollLeft = dot.offsetLeft + dot.offsetWidth / 2 - this.node.offsetLeft
        - this.node.clientWidth / 2;
    }
  }

  /** The distance from one column to the next, in pixels. */
  get #step() {
    const { lanes } = this;
    return (lanes.scrollWidth - lanes.clientWidth) / Math.max(1, this.node.childElementCount - 1);
  }

  /** Whether only about one column fits in the window. */
  get isShown() { return getComputedStyle(this.node).display !== 'none'; }

  /** The index of the column that is shown. */
  get index() { return this.#shown(); }

  /**
   * Shows the next column on a side.
   * @param {number} by -1 or 1
   * @returns {boolean} whether there is one
   */
  turn(by) {
    const next = this.#shown() + by;
    if (!this.node.children[next]) return false;
    this.#show(next);
    return true;
  }

  #shown() { return this.#step > 0 ? Math.round(this.lanes.scrollLeft / this.#step) : 0; }

  /** @param {number} index */
  #show(index) {
    this.lanes.scrollTo({
      left: index * this.#step,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
  }
}
