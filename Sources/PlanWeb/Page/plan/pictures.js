// @ts-check
// The pictures of the open plan. Each one is loaded once, when it comes into view. When a part is
// drawn again, its nodes are reused.
import { button, fill, h } from '../controls/dom.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */

/**
 * The types of pictures that can't run anything. The server checks the content to determine these
 * types.
 */
export const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/**
 * @type {{plan: ?string, places: Map<string, HTMLElement>}} The placeholders of the pictures, by
 * file and content.
 */
let kept = { plan: null, places: new Map() };

/** @type {WeakMap<Element, () => any>} The functions to call when nodes are seen. */
const reads = new WeakMap();

/** @type {?IntersectionObserver} */
let watcher = null;

/** @param {IntersectionObserverEntry[]} entries */
function seen(entries) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    reads.get(target)?.();
  }
}

const keyOf = file => `${file.id} ${file.blob}`;

/**
 * Forgets the pictures of other plans, and of files that the plan no longer has.
 * @param {string} plan @param {PlanFile[]} files
 */
export function keepPictures(plan, files) {
  const keys = new Set(files.map(keyOf));
  for (const [key, place] of kept.places) {
    if (kept.plan === plan && keys.has(key)) continue;
    watcher?.unobserve(place);
    kept.places.delete(key);
  }
  kept.plan = plan;
}

/**
 * Returns the placeholder of a picture, which is filled when it becomes visible.
 * @param {PlanPanel} panel @param {PlanFile} file @param {() => Promise<Blob>} read
 */
export function picture(panel, file, read) {
  const known = kept.places.get(keyOf(file));
  if (known) return known;
  const place = h('span.picture.waiting');
  kept.places.set(keyOf(file), place);
  whenSeen(panel, place, () => show(place, file, read));
  return place;
}

/**
 * Calls a function once, when a node of the panel is in view, or nearly.
 * @param {PlanPanel} panel @param {Element} node @param {() => any} act
 */
export function whenSeen(panel, node, act) {
  reads.set(node, act);
  watcher ??= new IntersectionObserver(seen, { root: panel.side, rootMargin: '200px' });
  watcher.observe(node);
}

/**
 * Shows a picture. If the file is not a picture, only its name is shown. If it can't be loaded, a
 * button tries again.
 */
async function show(place, file, read) {
  let blob;
  try { blob = await read(); } catch (problem) {
    place.classList.remove('waiting');
    return fill(place, h('span.hint', null, problem.message),
      button('Try again', () => show(place, file, read), { 'aria-label': `Show ${file.name}` }));
  }
  place.classList.remove('waiting');
  if (!PICTURES.includes(blob.type)) return fill(place);
  const src = URL.createObjectURL(blob);
  const done = () => URL.revokeObjectURL(src);
  return fill(place,
    h('img', { src, alt: file.name, onload: done, onerror: () => { done(); fill(place); } }));
}
