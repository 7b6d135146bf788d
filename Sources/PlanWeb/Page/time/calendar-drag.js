// @ts-check
// Drags a plan of the calendar to another day: with a mouse immediately, with a finger after a long
// press.
import { ClickAfterDrag } from '../board/after-drag.js';
import { FAR, whenHeld } from '../board/press.js';
import { speed } from '../board/drag-speed.js';
import { targetOf } from '../controls/dom.js';

/**
 * A drag: the plan, its former day, the picture that follows the pointer, the day under the
 * pointer, and what ends the drag. `start` is where the pointer was pressed. `hasMoved` is whether
 * it has been elsewhere since.
 * @typedef {{id: string, from: ?string, pointer: number, isTouch: boolean,
 *   start: {x: number, y: number}, hasMoved: boolean, x: number, y: number, ghost: HTMLElement,
 *   day: ?HTMLElement, end: AbortController, at?: number}} Drag
 */
/**
 * The functions of the calendar that a drag calls.
 * @typedef {object} Dragging
 * @property {() => boolean} isFixed whether plans can't be moved
 * @property {() => any} began
 * @property {() => any} ended
 * @property {(id: string, day: string) => any} dropped moves a plan to another day
 * @property {(id: string) => any} pressed is called after a long press with a finger that has not
 * moved
 */

export class CalendarDrag {
  /** @type {?Drag} */
  #drag = null;
  #clicks = new ClickAfterDrag();

  /**
   * @param {HTMLElement} node @param {HTMLElement} scroller the element that scrolls near its edges
   * @param {Dragging} dragging
   */
  constructor(node, scroller, dragging) {
    this.scroller = scroller;
    this.dragging = dragging;
    node.addEventListener('pointerdown', event => this.#pressed(event));
    // Otherwise browsers would drag the URL of the link.
    node.addEventListener('dragstart', event => event.preventDefault());
    node.addEventListener('touchmove', event => {
      if (this.#drag && event.cancelable) event.preventDefault();
    }, { passive: false });
  }

  /** Whether something is dragged. */
  get isActive() { return this.#drag != null; }

  /** @param {PointerEvent} event */
  #pressed(event) {
    const plan = /** @type {?HTMLElement} */ (targetOf(event).closest('.due-plan'));
    if (!plan || this.#drag || event.button !== 0 || !event.isPrimary || event.shiftKey
        || event.ctrlKey || event.metaKey || this.dragging.isFixed()) {
      return;
    }
    if (event.pointerType === 'touch') return whenHeld(event, () => this.#begin(plan, event));
    const end = new AbortController();
    const { signal } = end;
    addEventListener('pointermove', each => {
      if (each.pointerId !== event.pointerId) return;
      // The button may have been released outside the page.
      if (each.buttons === 0) return end.abort();
      if (Math.hypot(each.clientX - event.clientX, each.clientY - event.clientY) <= FAR) return;
      end.abort();
      this.#begin(plan, each);
    }, { signal });
    addEventListener('pointerup', () => end.abort(), { signal });
    return undefined;
  }

  /** @param {HTMLElement} plan @param {PointerEvent} event */
  #begin(plan, event) {
    if (!plan.isConnected) return;
    const ghost = /** @type {HTMLElement} */ (plan.cloneNode(true));
    ghost.classList.add('ghost');
    ghost.style.width = `${plan.offsetWidth}px`;
    const { clientX: x, clientY: y } = event;
    const from = /** @type {?HTMLElement} */ (plan.closest('[data-day]'))?.dataset.day ?? null;
    /** @type {Drag} */
    const drag = {
      id: plan.dataset.id,
      from,
      pointer: event.pointerId,
      isTouch: event.pointerType === 'touch',
      start: { x, y },
      hasMoved: false,
      x,
      y,
      ghost,
      day: null,
      end: new AbortController(),
    };
    this.#drag = drag;
    plan.classList.add('lifted');
    document.body.append(ghost);
    document.body.classList.add('dragging');
    this.dragging.began();
    const { signal } = drag.end;
    const on = (name, act) => addEventListener(name, each => {
      if (each.pointerId === drag.pointer) act(each);
    }, { signal });
    on('pointermove', each => this.#follow(each.clientX, each.clientY));
    on('pointerup', () => this.#finish(true));
    on('pointercancel', () => this.#finish(false));
    addEventListener('keydown', each => {
      if (each.key !== 'Escape') return;
      each.preventDefault();
      each.stopPropagation();
      this.#finish(false);
    }, { capture: true, signal });
    this.#follow(drag.x, drag.y);
    requestAnimationFrame(now => this.#scroll(now));
  }

  /** @param {number} x @param {number} y */
  #follow(x, y) {
    const drag = this.#drag;
    Object.assign(drag, { x, y });
    drag.hasMoved ||= Math.hypot(x - drag.start.x, y - drag.start.y) > FAR;
    drag.ghost.style.transform = `translate(${x - 12}px, ${y - 12}px)`;
    const day = /** @type {?HTMLElement} */ (document.elementFromPoint(x, y)
      ?.closest('.calendar [data-day]')
      ?? null);
    if (day === drag.day) return;
    drag.day?.classList.remove('aimed');
    day?.classList.add('aimed');
    drag.day = day;
  }

  /** @param {number} now */
  #scroll(now) {
    const drag = this.#drag;
    if (!drag) return;
    const { top, bottom } = this.scroller.getBoundingClientRect();
    const before = this.scroller.scrollTop;
    this.scroller.scrollTop += speed(drag.y, top, bottom) * Math.min(50, now - (drag.at ?? now));
    drag.at = now;
    if (this.scroller.scrollTop !== before) this.#follow(drag.x, drag.y);
    requestAnimationFrame(next => this.#scroll(next));
  }

  /**
   * Ends the drag.
   * @param {boolean} isDrop whether the plan was released over a day, and the drag was not
   * cancelled
   */
  #finish(isDrop) {
    const { day, end, from, ghost, hasMoved, id, isTouch, pointer } = this.#drag;
    end.abort();
    this.#drag = null;
    this.#clicks.expect(pointer);
    day?.classList.remove('aimed');
    ghost.remove();
    document.body.classList.remove('dragging');
    for (const each of document.querySelectorAll('.due-plan.lifted')) {
      each.classList.remove('lifted');
    }
    // Another view may have been opened meanwhile.
    const to = isDrop && day?.isConnected ? day.dataset.day : null;
    this.dragging.ended();
    if (to && to !== from) this.dragging.dropped(id, to);
    else if (isDrop && isTouch && !hasMoved) this.dragging.pressed(id);
  }
}
