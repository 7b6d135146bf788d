// @ts-check
// Drags a plan of the calendar to another day: with a mouse immediately, with a finger after a long press.
import { FAR, whenHeld } from './press.js';
import { speed } from './drag-speed.js';
import { targetOf } from './dom.js';

/**
 * A drag: the plan, the picture that follows the pointer, the day under it, and what ends it.
 * @typedef {{id: string, pointer: number, x: number, y: number, ghost: HTMLElement, day: ?HTMLElement, end: AbortController, at?: number}} Drag
 */
/**
 * What the calendar does: whether its plans can be moved, what happens when a drag begins, and when it has ended, with the
 * day on which the plan was dropped; null for none.
 * @typedef {{isFixed: () => boolean, began: (id: string) => any, ended: (id: string, day: ?string) => any}} Dragging
 */

export class CalendarDrag {
  /** @type {?Drag} */
  #drag = null;

  /** @param {HTMLElement} node @param {HTMLElement} scroller what scrolls near its edges @param {Dragging} dragging */
  constructor(node, scroller, dragging) {
    this.scroller = scroller;
    this.dragging = dragging;
    node.addEventListener('pointerdown', event => this.#pressed(event));
    // A browser would drag the address of a link.
    node.addEventListener('dragstart', event => event.preventDefault());
    node.addEventListener('touchmove', event => { if (this.#drag && event.cancelable) event.preventDefault(); }, { passive: false });
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    const plan = /** @type {?HTMLElement} */ (targetOf(event).closest('.due-plan'));
    if (!plan || this.#drag || event.button !== 0 || !event.isPrimary || event.shiftKey || event.ctrlKey || event.metaKey || this.dragging.isFixed()) return;
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
    const drag = { id: plan.dataset.id, pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost, day: null, end: new AbortController() };
    this.#drag = drag;
    plan.classList.add('lifted');
    document.body.append(ghost);
    document.body.classList.add('dragging');
    this.dragging.began(drag.id);
    const { signal } = drag.end;
    const on = (name, act) => addEventListener(name, each => { if (each.pointerId === drag.pointer) act(each); }, { signal });
    on('pointermove', each => this.#follow(each.clientX, each.clientY));
    on('pointerup', () => this.#finish(drag.day?.dataset.day ?? null));
    on('pointercancel', () => this.#finish(null));
    addEventListener('keydown', each => {
      if (each.key !== 'Escape') return;
      each.preventDefault();
      each.stopPropagation();
      this.#finish(null);
    }, { capture: true, signal });
    this.#follow(drag.x, drag.y);
    requestAnimationFrame(now => this.#scroll(now));
  }

  /** @param {number} x @param {number} y */
  #follow(x, y) {
    const drag = this.#drag;
    Object.assign(drag, { x, y });
    drag.ghost.style.transform = `translate(${x - 12}px, ${y - 12}px)`;
    const day = /** @type {?HTMLElement} */ (document.elementFromPoint(x, y)?.closest('.calendar [data-day]') ?? null);
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

  /** Ends the drag. @param {?string} day */
  #finish(day) {
    const { day: aimed, end, ghost, id } = this.#drag;
    end.abort();
    this.#drag = null;
    aimed?.classList.remove('aimed');
    ghost.remove();
    document.body.classList.remove('dragging');
    for (const each of document.querySelectorAll('.due-plan.lifted')) each.classList.remove('lifted');
    // The click that follows opens no plan. Without one, the listener ends before the next press.
    const after = new AbortController();
    addEventListener('click', event => { event.stopPropagation(); event.preventDefault(); after.abort(); }, { capture: true, signal: after.signal });
    setTimeout(() => after.abort());
    this.dragging.ended(id, day);
  }
}
