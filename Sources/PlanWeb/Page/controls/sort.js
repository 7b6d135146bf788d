// @ts-check
// Sorts the items of a list by dragging their handles, with a mouse or a finger.
import { all, targetOf } from './dom.js';

/** How far a pointer must move before a drag begins, in pixels. */
const FAR = 4;

/**
 * A dragged item: the items of its list and their middles at the beginning, and the position where
 * it would be dropped.
 * @typedef {{item: HTMLElement, items: HTMLElement[], middles: number[], from: number, to: number,
 *   y: number, pointer: number, hasMoved: boolean}} Sorting
 */

/**
 * Returns the items of a sortable list, in the order of the page. The board may have another order,
 * because a list in which a person is writing is not drawn again.
 * @param {HTMLElement} list
 */
export const itemsOf = list => all(list, 'li[data-id]');

/**
 * Makes a list sortable. During a drag, nothing is drawn again; Escape cancels the drag.
 * @param {HTMLElement} list @param {import('../state/state.js').BoardState} state
 * @param {(item: HTMLElement) => any} moved is called with an item that was dropped at another
 * position of the list
 */
export function sortable(list, state, moved) {
  /** @type {?Sorting} */
  let drag = null;

  list.addEventListener('pointerdown', event => {
    const grip = targetOf(event).closest('.grip');
    if (!grip || drag || event.button !== 0) return;
    event.preventDefault();
    const items = itemsOf(list);
    const item = /** @type {HTMLElement} */ (grip.closest('li'));
    const boxes = items.map(each => each.getBoundingClientRect());
    const from = items.indexOf(item);
    drag = {
      item,
      items,
      middles: boxes.map(box => box.top + box.height / 2),
      from,
      to: from,
      y: event.clientY,
      pointer: event.pointerId,
      hasMoved: false,
    };
    list.setPointerCapture(event.pointerId);
    addEventListener('keydown', cancel, true);
    state.hold();
  });

  list.addEventListener('pointermove', event => {
    if (event.pointerId !== drag?.pointer) return;
    drag.hasMoved ||= Math.abs(event.clientY - drag.y) > FAR;
    if (!drag.hasMoved) return;
    const { item, items, middles, from } = drag;
    item.classList.add('dragged');
    // The middle of the item, and the others without it.
    const y = middles[from] + event.clientY - drag.y;
    drag.to = middles.filter((middle, index) => index !== from && middle < y).length;
    const others = items.filter(each => each !== item);
    list.insertBefore(item, others[drag.to] ?? others.at(-1)?.nextSibling ?? null);
  });

  list.addEventListener('pointerup', event => {
    if (event.pointerId === drag?.pointer) end(true);
  });
  list.addEventListener('lostpointercapture', event => {
    if (event.pointerId === drag?.pointer) end(false);
  });

  /** @param {KeyboardEvent} event */
  function cancel(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  }

  /** @param {boolean} isDropped whether the item stays at its new position */
  function end(isDropped) {
    const { item, items, from, to, pointer } = drag;
    drag = null;
    removeEventListener('keydown', cancel, true);
    if (list.hasPointerCapture(pointer)) list.releasePointerCapture(pointer);
    item.classList.remove('dragged');
    if (isDropped && to !== from) moved(item);
    else if (item.isConnected) for (const each of items) list.append(each);
    state.release();
  }
}
