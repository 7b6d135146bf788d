// @ts-check
// Drags cards: with a mouse immediately, with a finger after a long press, so that a finger can
// still scroll.
import { move, regroup } from '../commands/acts.js';
import { ClickAfterDrag } from './after-drag.js';
import { changesOf } from './grouping.js';
import { focusNow, h, targetOf } from '../controls/dom.js';
import { elementUnder, homeOf, laneOf, placeUnder } from './drag-target.js';
import { FAR, LONG_PRESS, followDrags } from './press.js';
import { speed } from './drag-speed.js';

/** @typedef {import('./board.js').BoardView} BoardView */
/** @typedef {import('./drag-target.js').Target} Target */

/**
 * The scrolling speed from which a drag near an edge turns to the next column on a phone, in pixels
 * per millisecond.
 */
const NEAR = 0.4;
/**
 * How long a card must be held at the edge of a phone before the column is turned for the first
 * time, and then between two turns, in milliseconds.
 */
const BEFORE = 200;
const BETWEEN = 700;

/**
 * A pointer that is pressed on a card and may begin a drag.
 * @typedef {{card: HTMLElement, x: number, y: number, pointer: number, isTouch: boolean,
 *   timer?: number}} Press
 */
/**
 * The dragged cards. `home` is where they were. `dx` and `dy` are the pointer's position on the
 * card, `x` and `y` its position on the page. `lane` and `list` are under the pointer. `turns` is
 * the earliest time of the next turn on a phone. `isLate` is whether the board must be drawn
 * afterwards.
 * @typedef {{ids: string[], row: string, pointer: number, ghost: HTMLElement, gap: HTMLElement,
 *   dx: number, dy: number, x: number, y: number, start: {x: number, y: number}, home: Target,
 *   isTouch: boolean, hasMoved: boolean, isLate: boolean, target: ?Target, lane?: ?HTMLElement,
 *   list?: ?Element, scrolled?: number, turns?: number}} Drag
 */

export class Drags {
  /** @type {?Press} */
  #press = null;
  /** @type {?Drag} */
  #drag = null;
  #clicks = new ClickAfterDrag();

  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    const { node } = view;
    node.addEventListener('pointerdown', event => this.#pressed(event));
    node.addEventListener('dragstart', event => event.preventDefault());
    // Prevents scrolling while a card is dragged. A passive listener could not do that.
    node.addEventListener('touchmove', event => { if (this.#drag) event.preventDefault(); },
      { passive: false });
    followDrags(this);
  }

  /** Whether something is dragged. */
  get isActive() { return this.#drag != null; }

  /** Postpones drawing the board during a drag. Returns whether it was postponed. */
  postpones() {
    if (this.#drag) this.#drag.isLate = true;
    return this.#drag != null;
  }

  // Pointers

  /** @param {PointerEvent} event */
  #pressed(event) {
    const target = targetOf(event);
    const card = /** @type {?HTMLElement} */ (target.closest('.card'));
    // A second finger is ignored.
    if (this.#press || this.#drag) return;
    if (!card || event.button !== 0 || this.view.state.isReadOnly
        || target.closest('button, input, select, textarea')) {
      return;
    }
    const press = {
      card,
      x: event.clientX,
      y: event.clientY,
      pointer: event.pointerId,
      isTouch: event.pointerType !== 'mouse',
      timer: 0,
    };
    if (press.isTouch) {
      press.timer = window.setTimeout(() => this.#begin(press.x, press.y), LONG_PRESS);
    }
    this.#press = press;
  }

  /** @param {PointerEvent} event */
  moved({ buttons, clientX: x, clientY: y, pointerId, pointerType, target }) {
    // For a mouse, the browser has already determined the element. The target of a finger is where
    // the touch began.
    const top = pointerType === 'mouse' && target instanceof Element ? target : undefined;
    if (this.#drag) return pointerId === this.#drag.pointer && this.#follow(x, y, top);
    const press = this.#press;
    if (pointerId !== press?.pointer) return undefined;
    // The button was released outside the page.
    if (buttons === 0) return this.#cancelPress();
    if (Math.hypot(x - press.x, y - press.y) <= FAR) return undefined;
    // A finger that moves before the end of the long press is scrolling.
    return press.isTouch ? this.#cancelPress() : this.#begin(x, y);
  }

  /** @param {PointerEvent} event @param {boolean} isDropped */
  released({ pointerId }, isDropped) {
    if (pointerId === this.#drag?.pointer) isDropped ? this.#drop() : this.end();
    else if (pointerId === this.#press?.pointer) this.#cancelPress();
  }

  #cancelPress() {
    clearTimeout(this.#press?.timer);
    this.#press = null;
  }

  // Drags

  /** @param {number} x @param {number} y */
  #begin(x, y) {
    const { state } = this.view;
    const { card, isTouch, pointer } = this.#press;
    this.#cancelPress();
    const { id } = card.dataset;
    const ids = state.selection.has(id) ? state.selected() : [id];
    const box = card.getBoundingClientRect();
    const gap = h('li.gap', null);
    gap.style.height = `${box.height}px`;
    this.#drag = {
      ids,
      row: laneOf(card).dataset.row,
      pointer,
      ghost: ghostOf(card, box.width, ids.length),
      gap,
      x,
      y,
      dx: x - box.left,
      dy: y - box.top,
      start: { x, y },
      home: homeOf(card),
      isTouch,
      hasMoved: false,
      isLate: false,
      target: null,
    };
    document.body.append(this.#drag.ghost);
    document.body.classList.add('dragging');
    state.hold();
    for (const each of ids) document.getElementById(`card-${each}`)?.classList.add('lifted');
    // The gap is inserted in place of the card.
    card.parentElement.before(gap);
    card.parentElement.classList.add('held');
    this.#follow(x, y);
    requestAnimationFrame(now => this.#scroll(now));
  }

  /**
   * @param {number} x @param {number} y
   * @param {Element} [top] the topmost element there, if it is known
   */
  #follow(x, y, top) {
    const drag = this.#drag;
    Object.assign(drag, { x, y });
    drag.hasMoved ||= Math.hypot(x - drag.start.x, y - drag.start.y) > FAR;
    drag.ghost.style.transform = `translate(${x - drag.dx}px, ${y - drag.dy}px)`;
    const under = elementUnder(x, y, top);
    const place = placeUnder(under, y, drag);
    // A pointer beyond the edge of a column keeps scrolling the column. On a board with rows, it
    // scrolls the board instead.
    drag.list = this.view.lanes.classList.contains('grouped')
      ? under?.closest('.cards')
      : place?.list ?? drag.list;
    drag.target = place?.target ?? null;
    this.#aim(place?.lane ?? null);
    if (!place) return drag.gap.remove();
    // A new layout is needed only if the gap has moved.
    if (drag.gap.parentNode !== place.list || drag.gap.nextElementSibling !== place.below) {
      place.list.insertBefore(drag.gap, place.below);
    }
    return undefined;
  }

  /** Marks the lane under the pointer. @param {?HTMLElement} lane */
  #aim(lane) {
    const drag = this.#drag;
    if (lane === drag.lane) return;
    drag.lane?.classList.remove('aimed');
    lane?.classList.add('aimed');
    drag.lane = lane;
  }

  /**
   * Scrolls the column under the card while the pointer is near its edge, otherwise the board.
   * @param {number} now
   */
  #scroll(now) {
    const drag = this.#drag;
    if (!drag) return;
    const { lanes } = this.view;
    const time = Math.min(50, now - (drag.scrolled ?? now));
    drag.scrolled = now;
    const isMoved = [
      nudge(drag.list, 'scrollTop', drag.y, time) || nudge(lanes, 'scrollTop', drag.y, time),
      this.view.dots.isShown ? this.#turn(drag, now) : nudge(lanes, 'scrollLeft', drag.x, time),
    ].some(Boolean);
    // The place under the card has changed, although the pointer has not moved.
    if (isMoved) this.#follow(drag.x, drag.y);
    requestAnimationFrame(next => this.#scroll(next));
  }

  /**
   * Turns to the next column of a phone while the card is held at the edge, one at a time.
   * @param {Drag} drag @param {number} now
   */
  #turn(drag, now) {
    const { left, right } = this.view.lanes.getBoundingClientRect();
    const side = drag.hasMoved ? Math.sign(Math.trunc(speed(drag.x, left, right) / NEAR)) : 0;
    if (side === 0) drag.turns = now + BEFORE;
    else if (now >= (drag.turns ?? now) && this.view.dots.turn(side)) drag.turns = now + BETWEEN;
    return side !== 0;
  }

  #drop() {
    const { view } = this;
    const { state } = view;
    // The columns of a phone may still be moving below the finger.
    this.#follow(this.#drag.x, this.#drag.y);
    const { hasMoved, home, ids, isTouch, row, target } = this.#drag;
    const isFree = focusNow();
    this.end();
    // A finger that was held without moving opens the menu.
    if (isTouch && !hasMoved) return view.acts.menu(ids[0]);
    // A card that is dropped at its old place is not moved.
    if (!target || ids.length === 1 && JSON.stringify(target) === JSON.stringify(home)) {
      return undefined;
    }
    // The board shows the cards at their new place immediately, before the next frame.
    const dropped = target.row === row
      ? move(state, ids, target.column, target.between)
      : regroup(state, ids,
        changesOf(state.grouping, state.cards.get(ids[0]), row, target.row), target);
    return dropped.then(() => isFree() && view.focus(ids[0]));
  }

  /** Ends the drag. The cards stay where they were. */
  end() {
    const { state } = this.view;
    const { ghost, gap, isLate, pointer } = this.#drag;
    this.#aim(null);
    for (const lifted of document.querySelectorAll('.lifted, .held')) {
      lifted.classList.remove('lifted', 'held');
    }
    ghost.remove();
    gap.remove();
    document.body.classList.remove('dragging');
    this.#drag = null;
    this.#clicks.expect(pointer);
    state.release();
    if (isLate) state.changed();
  }
}

/**
 * Returns the picture of a card that follows the pointer.
 * @param {HTMLElement} card @param {number} width @param {number} count of the dragged cards
 */
function ghostOf(card, width, count) {
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  ghost.removeAttribute('id');
  ghost.classList.add('ghost');
  ghost.style.width = `${width}px`;
  if (count > 1) ghost.dataset.count = String(count);
  return ghost;
}

/**
 * Scrolls an element while a pointer is near its edge.
 * @param {?Element} element @param {'scrollTop' | 'scrollLeft'} property @param {number} at
 * @param {number} time in milliseconds
 * @returns {boolean} whether it was scrolled
 */
function nudge(element, property, at, time) {
  if (!element) return false;
  const box = element.getBoundingClientRect();
  const [start, end] = property === 'scrollTop' ? [box.top, box.bottom] : [box.left, box.right];
  const way = speed(at, start, end) * time;
  if (way === 0) return false;
  const before = element[property];
  element[property] += way;
  return element[property] !== before;
}
