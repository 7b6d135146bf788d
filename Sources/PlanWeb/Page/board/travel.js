// @ts-check
// Animates cards that other people have moved, from the old position to the new one.
import { set } from '../controls/dom.js';

/** @typedef {(id: string) => HTMLElement | undefined} Face */

const TIME = 500;
/** The shortest distance that is animated, in pixels. */
const LEAST = 20;

/**
 * Returns the positions of the cards that other people have just moved.
 * @param {string[]} moved the ids of their plans
 * @param {Face} face finds the card of a plan
 */
export function startsOf(moved, face) {
  /** @type {Map<string, DOMRect>} */
  const starts = new Map();
  for (const id of moved) {
    if (face(id)?.isConnected) starts.set(id, face(id).getBoundingClientRect());
  }
  return starts;
}

/**
 * Animates the cards from these positions. They are drawn above the columns, which would clip them.
 * @param {Map<string, DOMRect>} starts @param {Face} face
 */
export function travel(starts, face) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const [id, start] of starts) if (face(id)?.isConnected) show(face(id), start);
}

/** @param {HTMLElement} face @param {DOMRect} start */
function show(face, start) {
  const end = face.getBoundingClientRect();
  const [x, y] = [start.left - end.left, start.top - end.top];
  if (Math.hypot(x, y) < LEAST) return;
  const traveller = /** @type {HTMLElement} */ (face.cloneNode(true));
  traveller.removeAttribute('id');
  traveller.classList.add('traveller');
  set(traveller, { inert: true, 'aria-hidden': 'true' });
  Object.assign(traveller.style,
    { left: `${end.left}px`, top: `${end.top}px`, width: `${end.width}px` });
  document.body.append(traveller);
  const options = { duration: TIME, easing: 'ease-in-out' };
  face.animate([{ opacity: 0 }, { opacity: 0 }], options);
  traveller.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], options)
    .finished.finally(() => traveller.remove());
}
