// @ts-check
// Where dragged cards would be dropped.
import { all } from './dom.js';

/**
 * The place where the cards would be dropped.
 * @typedef {{column: string, row: string, between: {above?: string, below?: string}}} Target
 */
/**
 * A target on the page: its lane, its list, and the item below; null at the end of the list.
 * @typedef {{lane: HTMLElement, list: HTMLElement, below: ?Element, target: Target}} Place
 */
/**
 * What is dragged: the ids of the plans, and the gap that shows where they would be.
 * @typedef {{ids: string[], gap: HTMLElement}} Dragged
 */

/** @param {Element} of @returns {?HTMLElement} */
export const laneOf = of => of.closest('.lane');

/**
 * Returns the place of a card, in the form of a target.
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
 * Returns the element of the board under a pointer; null outside of the lanes. All elements there
 * are only requested if something else is above the lane: on a large board that takes some
 * milliseconds.
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
  // Over the gap, the place stays.
  if (item === gap) return item.nextElementSibling;
  if (item) {
    const box = item.getBoundingClientRect();
    if (y < box.top + box.height / 2 || item.className === 'rest') return item;
    return item.nextElementSibling === gap ? gap.nextElementSibling : item.nextElementSibling;
  }
  // Above the cards is the heading, below them only the column.
  const isAbove = y < list.getBoundingClientRect().top;
  return list.querySelector(isAbove ? ':scope > :not(.gap, .held)' : ':scope > .rest');
}

/**
 * Returns the id of the first card from an item on that is not dragged.
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
