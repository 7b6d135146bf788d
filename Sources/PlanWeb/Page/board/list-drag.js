// @ts-check
// Drags rows of the list, as cards of the board, while the list is in the order of the board: with
// a mouse immediately, with a finger after a long press.
import { move } from '../commands/acts.js';
import { ClickAfterDrag } from './after-drag.js';
import { focusNow, targetOf } from '../controls/dom.js';
import { FAR, followDrags, whenHeld } from './press.js';
import { speed } from './drag-speed.js';
import { orderOf } from '../state/terms.js';

/** @typedef {import('./list.js').ListView} ListView */
/** @typedef {import('../state/state.js').BoardState} BoardState */
/**
 * A row, as a target needs it: the head of a group has a column, the row of a plan an id.
 * @typedef {{id?: string, column: string}} Row
 */
/** @typedef {{row: HTMLElement, x: number, y: number, pointer: number, isTouch: boolean}} Press */
/**
 * Where rows are dropped: a column, and the neighbours there; null for the end of the column.
 * @typedef {{column: string, between: ?{above?: string, below?: string}}} Target
 */

/**
 * Returns the place below a row.
 * @param {Row[]} rows the rows of the list @param {number} index -1 for the place above all rows
 * @param {string[]} ids the dragged plans
 * @returns {?Target}
 */
export function targetBelow(rows, index, ids) {
  const column = rows[index]?.column;
  if (column === undefined) return null;
  /** @param {Row} row */
  const isOther = ({ id }) => id !== undefined && !ids.includes(id);
  const group = rows.map((row, at) => ({ ...row, at })).filter(row => row.column === column);
  const above = group.findLast(row => row.at <= index && isOther(row))?.id;
  const below = group.find(row => row.at > index && isOther(row))?.id;
  const isEmpty = above === undefined && below === undefined;
  return { column, between: isEmpty ? null : { above, below } };
}

/**
 * Whether the list is in the order of the board.
 * @param {BoardState} state
 */
export function isInBoardOrder(state) {
  if (state.grouping || state.isFlat || orderOf(state.query)) return false;
  const place = new Map(state.lanes().flatMap(lane => lane.cards).map(({ id }, at) => [id, at]));
  // A list has the order of its query, which may differ within columns.
  const last = new Map();
  return state.list().every(({ id, state: column }) => {
    const isAfter = place.get(id) > (last.get(column) ?? -1);
    last.set(column, place.get(id));
    return isAfter;
  });
}

export class ListDrag {
  /** @type {?Press} The press of a mouse that may begin a drag. */
  #press = null;
  /**
   * @type {?{ids: string[], press: Press, pointer: number, x: number, y: number,
   *   hasMoved: boolean, mark: ?HTMLElement, target: ?Target, scrolled?: number}}
   */
  #drag = null;
  #clicks = new ClickAfterDrag();

  /** @param {ListView} view */
  constructor(view) {
    this.view = view;
    view.node.addEventListener('pointerdown', event => this.#pressed(event));
    view.node.addEventListener('dragstart', event => {
      if (this.#press || this.#drag) event.preventDefault();
    });
    // Prevents scrolling while a row is dragged. A passive listener could not do that.
    view.node.addEventListener('touchmove', event => { if (this.#drag) event.preventDefault(); },
      { passive: false });
    followDrags(this);
  }

  /** Whether something is dragged. */
  get isActive() { return this.#drag != null; }

  /** @param {PointerEvent} event */
  #pressed(event) {
    const target = targetOf(event);
    const row = /** @type {?HTMLElement} */ (target.closest('tr[data-id]'));
    if (!row || this.#drag || event.button !== 0 || event.shiftKey
        || target.closest('input, select, textarea')
        || this.view.state.isReadOnly || !isInBoardOrder(this.view.state)) {
      return;
    }
    const press = {
      row,
      x: event.clientX,
      y: event.clientY,
      pointer: event.pointerId,
      isTouch: event.pointerType !== 'mouse',
    };
    if (press.isTouch) whenHeld(event, () => this.#drag || this.#begin(press, press.x, press.y));
    else this.#press = press;
  }

  /** @param {PointerEvent} event */
  moved({ buttons, clientX: x, clientY: y, pointerId }) {
    if (pointerId === this.#drag?.pointer) return this.#follow(x, y);
    const press = this.#press;
    if (pointerId !== press?.pointer) return undefined;
    if (buttons === 0) { this.#press = null; return undefined; }
    return Math.hypot(x - press.x, y - press.y) > FAR ? this.#begin(press, x, y) : undefined;
  }

  /** @param {Press} press @param {number} x @param {number} y */
  #begin(press, x, y) {
    const { state } = this.view;
    const { pointer, row } = press;
    const { id } = row.dataset;
    const ids = state.selection.has(id) ? state.selected() : [id];
    this.#press = null;
    this.#drag = { ids, press, pointer, x, y, hasMoved: false, mark: null, target: null };
    state.hold();
    getSelection().removeAllRanges();
    document.body.classList.add('dragging');
    for (const each of this.#rows()) {
      each.classList.toggle('lifted', ids.includes(each.dataset.id));
    }
    this.#follow(x, y);
    requestAnimationFrame(now => this.#scroll(now));
  }

  #rows() { return /** @type {HTMLElement[]} */ ([...this.view.body.children]); }

  /** Marks the place under the pointer. @param {number} x @param {number} y */
  #follow(x, y) {
    const drag = this.#drag;
    drag.hasMoved ||= Math.hypot(x - drag.press.x, y - drag.press.y) > FAR;
    const rows = this.#rows();
    const under = document.elementFromPoint(x, y)?.closest('tr');
    const index = rows.indexOf(under);
    const box = under?.getBoundingClientRect();
    // The upper half of a plan's row means the place above it; a head has only one below it.
    const isAbove = index > 0 && under.dataset.id != null && y < box.top + box.height / 2;
    const at = isAbove ? index - 1 : index;
    const { cards } = this.view.state;
    const places = rows.map(({ dataset: { id, column } }) =>
      ({ id, column: column ?? cards.get(id)?.state }));
    drag.mark?.classList.remove('drop-below');
    const target = targetBelow(places, at, drag.ids);
    Object.assign(drag, { x, y, mark: target && rows[at], target });
    drag.mark?.classList.add('drop-below');
  }

  /** Scrolls the list while the pointer is near its edge. @param {number} now */
  #scroll(now) {
    const drag = this.#drag;
    if (!drag) return;
    const { node } = this.view;
    const { top, bottom } = node.getBoundingClientRect();
    const before = node.scrollTop;
    node.scrollTop += speed(drag.y, top, bottom) * Math.min(50, now - (drag.scrolled ?? now));
    drag.scrolled = now;
    if (node.scrollTop !== before) this.#follow(drag.x, drag.y);
    requestAnimationFrame(next => this.#scroll(next));
  }

  /** @param {PointerEvent} event @param {boolean} isDropped */
  released({ pointerId }, isDropped) {
    if (pointerId === this.#press?.pointer) this.#press = null;
    if (pointerId !== this.#drag?.pointer) return undefined;
    const { hasMoved, ids, press, target } = this.#drag;
    const { view } = this;
    const isFree = focusNow();
    this.end();
    // A finger that was held without moving opens the menu.
    if (isDropped && press.isTouch && !hasMoved) return view.acts.menu(ids[0]);
    if (!isDropped || !target || this.#isHome(ids, target)) return undefined;
    return move(view.state, ids, target.column, target.between)
      .then(() => isFree() && view.focus(ids[0]));
  }

  /** Whether a row is dropped at its old place. @param {string[]} ids @param {Target} target */
  #isHome(ids, { column, between }) {
    const { cards } = this.view.state;
    if (ids.length > 1 || cards.get(ids[0])?.state !== column) return false;
    const shown = this.view.ids().filter(id => cards.get(id)?.state === column);
    const at = shown.indexOf(ids[0]);
    return shown[at - 1] === between?.above && shown[at + 1] === between?.below;
  }

  /** Ends the drag. The rows stay where they were. */
  end() {
    const { mark, pointer } = this.#drag;
    this.#drag = null;
    mark?.classList.remove('drop-below');
    for (const row of this.#rows()) row.classList.remove('lifted');
    document.body.classList.remove('dragging');
    this.#clicks.expect(pointer);
    this.view.state.release();
  }
}
