// @ts-check
// Drags cards: with a mouse immediately, with a finger after a long press, so that a finger can still scroll.
import { move, regroup } from './acts.js';
import { changesOf } from './grouping.js';
import { all, focusNow, targetOf } from './dom.js';
import { speed } from './drag-speed.js';

/** @typedef {import('./board.js').BoardView} BoardView */

const LONG_PRESS = 350;
const FAR = 6;


/**
 * A pointer that is pressed on a card and may begin a drag.
 * @typedef {{card: HTMLElement, x: number, y: number, pointer: number, isTouch: boolean, timer?: number}} Press
 */

/**
 * The place where the cards would be dropped.
 * @typedef {{column: string, row: string, between: {above?: string, below?: string}}} Target
 */

/**
 * The dragged cards. `home` is where they were. `dx` and `dy` are the pointer's position on the card, `x` and `y` that on the page.
 * @typedef {{ids: string[], row: string, pointer: number, ghost: HTMLElement, gap: HTMLElement, dx: number, dy: number,
 *   x: number, y: number, start: {x: number, y: number}, home: Target, isTouch: boolean, hasMoved: boolean, target: ?Target, ended: boolean,
 *   lane?: ?HTMLElement, scrolled?: number}} Drag
 */

/** @param {BoardView} view @returns {{readonly isActive: boolean}} whether something is dragged */
export function startDrags(view) {
  const { lanes, node, state } = view;
  /** @type {?Press} */
  let press = null;
  /** @type {?Drag} */
  let drag = null;

  node.addEventListener('pointerdown', event => {
    const target = targetOf(event);
    const card = /** @type {?HTMLElement} */ (target.closest('.card'));
    // A second finger is ignored.
    if (!card || press || drag || event.button !== 0 || state.isReadOnly || target.closest('button, input, select, textarea')) return;
    press = { card, x: event.clientX, y: event.clientY, pointer: event.pointerId, isTouch: event.pointerType !== 'mouse' };
    if (press.isTouch) press.timer = setTimeout(() => begin(press.x, press.y), LONG_PRESS);
  });

  addEventListener('pointermove', event => {
    if (drag) return event.pointerId === drag.pointer && follow(event.clientX, event.clientY);
    if (!press || event.pointerId !== press.pointer) return;
    // The button was released outside the page.
    if (event.buttons === 0) return cancelPress();
    const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) > FAR;
    if (!isFar) return;
    // A finger that moves before the long press has passed is scrolling.
    if (press.isTouch) return cancelPress();
    begin(event.clientX, event.clientY);
  });

  const isOurs = ({ pointerId }) => pointerId === (drag ?? press)?.pointer && !drag?.ended;
  addEventListener('pointerup', event => { if (isOurs(event)) drag ? drop() : cancelPress(); });
  addEventListener('pointercancel', event => { if (isOurs(event)) drag ? end() : cancelPress(); });
  addEventListener('keydown', event => {
    if (!drag || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end();
  }, true);
  // Prevents scrolling while a card is dragged. A passive listener could not do that.
  node.addEventListener('touchmove', event => { if (drag) event.preventDefault(); }, { passive: false });
  // The click that ends a drag must not open a plan, and a long press must not open the browser's menu.
  addEventListener('click', event => {
    if (!drag?.ended) return;
    event.stopPropagation();
    event.preventDefault();
    drag = null;
  }, true);
  node.addEventListener('dragstart', event => event.preventDefault());

  /** @param {Element} of @returns {?HTMLElement} */
  const laneOf = of => of.closest('.lane');

  /** Returns the place of a card, in the form of a target. @param {HTMLElement} card @returns {Target} */
  function homeOf(card) {
    const lane = laneOf(card);
    const cards = all(lane, '.card');
    const index = cards.indexOf(card);
    return { column: lane.dataset.column, row: lane.dataset.row, between: { above: cards[index - 1]?.dataset.id, below: cards[index + 1]?.dataset.id } };
  }

  function cancelPress() {
    clearTimeout(press?.timer);
    press = null;
  }

  function begin(x, y) {
    const { card, isTouch, pointer } = press;
    cancelPress();
    const id = card.dataset.id;
    const ids = state.selection.has(id) ? state.selected() : [id];
    const box = card.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
    ghost.removeAttribute('id');
    ghost.classList.add('ghost');
    ghost.style.width = `${box.width}px`;
    if (ids.length > 1) ghost.dataset.count = String(ids.length);
    document.body.append(ghost);
    document.body.classList.add('dragging');
    const gap = document.createElement('li');
    gap.className = 'gap';
    gap.style.height = `${box.height}px`;
    const { row } = laneOf(card).dataset;
    drag = { ids, row, pointer, ghost, gap, x, y, dx: x - box.left, dy: y - box.top, start: { x, y }, home: homeOf(card), isTouch, hasMoved: false, target: null, ended: false };
    state.hold();
    for (const each of ids) document.getElementById(`card-${each}`)?.classList.add('lifted');
    // The gap takes the place of the card.
    card.parentElement.before(gap);
    card.parentElement.classList.add('held');
    follow(x, y);
    requestAnimationFrame(scroll);
  }

  function follow(x, y) {
    if (drag.ended) return;
    Object.assign(drag, { x, y });
    drag.hasMoved ||= Math.hypot(x - drag.start.x, y - drag.start.y) > FAR;
    drag.ghost.style.transform = `translate(${x - drag.dx}px, ${y - drag.dy}px)`;
    const under = document.elementsFromPoint(x, y);
    const lane = under.map(laneOf).find(Boolean);
    aim(lane);
    if (!lane) return;
    const list = lane.querySelector('.cards');
    const below = belowPointer(under, list, y);
    const between = {
      above: idBeside(below ? below.previousElementSibling : list.lastElementChild, 'previousElementSibling'),
      below: idBeside(below, 'nextElementSibling'),
    };
    drag.target = { column: lane.dataset.column, row: lane.dataset.row, between };
    mark(list, below);
  }

  /** Opens a gap above an item, or at the end. The items are laid out again only if it is another place. */
  function mark(list, below) {
    const { gap } = drag;
    if (gap.parentNode !== list || gap.nextElementSibling !== below) list.insertBefore(gap, below);
  }

  /** Marks the lane under the pointer. @param {?HTMLElement} lane */
  function aim(lane) {
    if (lane === drag.lane) return;
    drag.lane?.classList.remove('aimed');
    lane?.classList.add('aimed');
    drag.lane = lane;
    if (lane) return;
    drag.gap.remove();
    drag.target = null;
  }

  /**
   * Returns the item before which the cards would be dropped; null at the end. Only the item under the pointer is
   * measured, so that long columns are as fast as short ones.
   * @param {Element[]} under @param {Element} list
   */
  function belowPointer(under, list, y) {
    const item = /** @type {?HTMLElement} */ (under.find(each => each.parentNode === list));
    // Over the gap, the place stays.
    if (item === drag.gap) return item.nextElementSibling;
    if (item) {
      const box = item.getBoundingClientRect();
      return y < box.top + box.height / 2 || item.className === 'rest' ? item : nextItem(item);
    }
    // Above the cards is the heading, below them only the column.
    const isAbove = y < list.getBoundingClientRect().top;
    return list.querySelector(isAbove ? ':scope > :not(.gap, .held)' : ':scope > .rest');
  }

  /** @param {Element} item */
  const nextItem = item => item.nextElementSibling === drag.gap ? drag.gap.nextElementSibling : item.nextElementSibling;

  /**
   * Returns the id of the first card from an item on that is not dragged.
   * @param {?Element} item @param {'previousElementSibling' | 'nextElementSibling'} next
   */
  function idBeside(item, next) {
    for (let each = item; each; each = each[next]) {
      const card = /** @type {?HTMLElement} */ (each.querySelector(':scope > .card'));
      if (card && !drag.ids.includes(card.dataset.id)) return card.dataset.id;
    }
    return undefined;
  }

  /** Scrolls what is under the card while the pointer is near its edge: the column, else the board. */
  function scroll(now) {
    if (!drag || drag.ended) return;
    const time = Math.min(50, now - (drag.scrolled ?? now));
    drag.scrolled = now;
    const list = document.elementsFromPoint(drag.x, drag.y).map(each => each.closest('.cards')).find(Boolean);
    const isMoved = [
      nudge(list, 'scrollTop', drag.y, time) || nudge(lanes, 'scrollTop', drag.y, time),
      nudge(lanes, 'scrollLeft', drag.x, time),
    ].some(Boolean);
    // The place under the card has changed, although the pointer has not moved.
    if (isMoved) follow(drag.x, drag.y);
    requestAnimationFrame(scroll);
  }

  /** @returns whether the element could be scrolled */
  function nudge(element, property, at, time) {
    if (!element) return false;
    const box = element.getBoundingClientRect();
    const [start, end] = property === 'scrollTop' ? [box.top, box.bottom] : [box.left, box.right];
    const before = element[property];
    element[property] += speed(at, start, end) * time;
    return element[property] !== before;
  }

  function drop() {
    const { hasMoved, home, ids, isTouch, row, target } = drag;
    const isFree = focusNow();
    end();
    // A finger that was held still asks for the menu.
    if (isTouch && !hasMoved) return view.acts.menu(ids[0]);
    // A card that is dropped where it was is not moved.
    if (!target || ids.length === 1 && JSON.stringify(target) === JSON.stringify(home)) return undefined;
    const dropped = target.row === row ? move(state, ids, target.column, target.between)
      : regroup(state, ids, changesOf(state.grouping, state.cards.get(ids[0]), row, target.row), target);
    return dropped.then(() => isFree() && view.focus(ids[0]));
  }

  function end() {
    for (const lifted of document.querySelectorAll('.lifted, .held')) lifted.classList.remove('lifted', 'held');
    drag.lane?.classList.remove('aimed');
    drag.ghost.remove();
    drag.gap.remove();
    document.body.classList.remove('dragging');
    drag.ended = true;
    // If a click follows, it comes before this timer. Then the card is shown where it was dropped.
    setTimeout(() => { drag = null; state.changed(); });
    state.release();
  }

  return { get isActive() { return drag != null; } };
}
