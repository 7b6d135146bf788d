// @ts-check
// Finds where dragged cards would be dropped.
import { all } from '../controls/dom.js';

/**
 * The place where the cards would be dropped.
 * @typedef {{column: string, row: string, between: {above?: string, below?: string}}} Target
 */
/**
 * A target on the page: its lane, its list, and the item below it; null at the end of the list.
 * @typedef {{lane: HTMLElement, list: HTMLElement, below: ?Element, target: Target}} Place
 */
/**
 * The dragged cards: the ids of the plans, and the gap that shows where they would be dropped.
 * @typedef {{ids: string[], gap: HTMLElement}} Dragged
 */

/** @param {Element} of @returns {?HTMLElement} */
export const laneOf = of => of.closest('.lane');

/**
 * Returns the place of a card as a target.
 * @param {HTMLElement} card @returns {Target}
 */
export function homeOf(card) {
  const lane = laneOf(card);
  const cards = all(lane, '.card');
  const index = cards.indexOf(card);
  return {
    column: lane.dataset.column,
    row: lane.dataset.row,
    between: { above: cards[index - 1]?.dataset.id, below: cards[index + 1]?.dataset.id },
  };
}

/**
 * Returns the board's element under a pointer; null outside of the lanes. All elements at the point
 * are requested only if another element is above the lane, because that takes some milliseconds on
 * a large board.
 * @param {number} x @param {number} y @param {?Element} [top] the topmost element there
 * @returns {?Element}
 */
export function elementUnder(x, y, top = document.elementFromPoint(x, y)) {
  return !top || laneOf(top) ? top : document.elementsFromPoint(x, y).find(laneOf) ?? null;
}

/**
 * Returns the place under a pointer; null outside of the lanes.
 * @param {?Element} under the element there
 * @param {number} y @param {Dragged} dragged @returns {?Place}
 */
export function placeUnder(under, y, dragged) {
  const lane = under && laneOf(under);
  if (!lane) return null;
  const [list] = all(lane, '.cards');
  const below = itemBelow(under, list, y, dragged.gap);
  const between = {
    above: idBeside(below ? below.previousElementSibling : list.lastElementChild,
      'previousElementSibling', dragged),
    below: idBeside(below, 'nextElementSibling', dragged),
  };
  return {
    lane,
    list,
    below,
    target: { column: lane.dataset.column, row: lane.dataset.row, between },
  };
}

/**
 * Returns the item before which the cards would be dropped; null at the end. Only the item under
 * the pointer is measured, so that long columns are as fast as short ones.
 * @param {Element} under @param {Element} list @param {number} y @param {Element} gap
 */
function itemBelow(under, list, y, gap) {
  const item = /** @type {?HTMLElement} */ (under.closest('.cards > li'));
  // Over the gap, the target stays the same.
  if (item === gap) return item.nextElementSibling;
  if (item) {
    const box = item.getBoundingClientRect();
    if (y < box.top + box.height / 2 || item.className === 'rest') return item;
    return item.nextElementSibling === gap ? gap.nextElementSibling : item.nextElementSibling;
  }
  // Above the cards is the heading; below them is only the column.
  const isAbove = y < list.getBoundingClientRect().top;
  return list.querySelector(isAbove ? ':scope > :not(.gap, .held)' : ':scope > .rest');
}

/**
 * Returns the id of the first card that is not dragged, starting at an item.
 * @param {?Element} item @param {'previousElementSibling' | 'nextElementSibling'} next
 * @param {Dragged} dragged
 */
function idBeside(item, next, { ids }) {
  for (let each = item; each; each = each[next]) {
    const card = /** @type {?HTMLElement} */ (each.querySelector(':scope > .card'));
    if (card && !ids.includes(card.dataset.id)) return card.dataset.id;
  }
  return undefined;
}
