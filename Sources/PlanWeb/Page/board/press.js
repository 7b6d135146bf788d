// @ts-check
// Decides when a press becomes a drag. A finger needs a long press, so that it can still scroll.

/**
 * The duration of a long press in milliseconds, and how far a pointer may move meanwhile in pixels.
 */
export const LONG_PRESS = 350;
export const FAR = 6;

/**
 * Calls `begin` when a finger has been held; never if the finger moves or is lifted before.
 * @param {PointerEvent} event the event of the press @param {() => any} begin
 */
export function whenHeld({ clientX, clientY, pointerId }, begin) {
  const end = new AbortController();
  const stop = () => { clearTimeout(timer); end.abort(); };
  const timer = setTimeout(() => { stop(); begin(); }, LONG_PRESS);
  /** @param {string} name @param {(event: PointerEvent) => boolean} ends */
  const on = (name, ends) => addEventListener(name, each => {
    if (each instanceof PointerEvent && each.pointerId === pointerId && ends(each)) stop();
  }, { signal: end.signal });
  on('pointermove', each => Math.hypot(each.clientX - clientX, each.clientY - clientY) > FAR);
  on('pointerup', () => true);
  on('pointercancel', () => true);
}

/**
 * Follows the pointers of drags, and ends a drag by Escape.
 * @param {{isActive: boolean, moved: (event: PointerEvent) => any,
 *   released: (event: PointerEvent, isDropped: boolean) => any, end: () => any}} drags
 *   `isActive` is whether something is dragged; the functions are called for every pointer
 */
export function followDrags(drags) {
  addEventListener('pointermove', event => drags.moved(event));
  addEventListener('pointerup', event => drags.released(event, true));
  addEventListener('pointercancel', event => drags.released(event, false));
  addEventListener('keydown', event => {
    if (!drags.isActive || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    drags.end();
  }, true);
}
