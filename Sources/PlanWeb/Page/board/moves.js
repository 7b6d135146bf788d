// @ts-check
// Moves cards by keys and menus: to a column, to its top or bottom, and by one place.
import { focusNow, say } from '../controls/dom.js';
import { move } from '../commands/acts.js';

/** @typedef {import('../main.js').Page} Page */

/**
 * Moves plans, and keeps the focus on the first of them.
 * @param {Page} page @param {string[]} ids @param {string} column
 * @param {{above?: string, below?: string}} [between] the neighbours there; by default the end of
 * the column
 */
export async function moveTo(page, ids, column, between) {
  const isFree = focusNow();
  const next = page.place.beside(ids);
  await move(page.state, ids, column, between);
  // In a folded column, the plan has no card.
  if (isFree() && !page.place.focus(ids[0])) page.place.focus(next);
}

/**
 * Returns a menu item for each column.
 * @param {Page} page @param {string[]} ids
 * @param {(column: Column) => string} [words] returns the label of an item
 * @param {(column: Column) => boolean} [isWanted]
 */
export const moveItems = (page, ids, words = column => column.title, isWanted = () => true) =>
  page.state.knownColumns().filter(isWanted).map(column => ({
    label: words(column),
    icon: 'move',
    act: () => moveTo(page, ids, column.id),
  }));

/**
 * @param {Page} page @param {string[]} ids @param {number} by the number of columns to the right
 */
export function moveAcross(page, ids, by) {
  const columns = page.state.knownColumns();
  const now = columns.findIndex(column => column.id === page.state.cards.get(ids[0]).state);
  const next = columns[now + by];
  return next ? moveTo(page, ids, next.id) : say('There is no column on that side');
}

/** @param {Page} page @param {string[]} ids @param {number} by the number of places down */
export async function moveAlong(page, ids, by) {
  if (ids.length !== 1) return say('Move one card at a time up or down');
  if (!await loadNeighbours(page, ids)) return undefined;
  const { lane, others, index } = laneOf(page.state, ids);
  if (!lane) return say(HIDDEN);
  const place = index + by;
  if (place < 0 || place > others.length) return say('It is already there');
  return moveTo(page, ids, lane.column.id,
    { above: others[place - 1]?.id, below: others[place]?.id });
}

/** @param {Page} page @param {string[]} ids @param {boolean} isTop */
export async function moveToEnd(page, ids, isTop) {
  if (!await loadNeighbours(page, ids)) return undefined;
  const { lane, others } = laneOf(page.state, ids);
  if (!lane) return say(HIDDEN);
  if (!others.length) return say('It is already there');
  return moveTo(page, ids, lane.column.id,
    isTop ? { below: others[0].id } : { above: others.at(-1).id });
}

/**
 * Loads the plans beside which a plan may be moved.
 * @param {Page} page @param {string[]} ids
 * @returns {Promise<boolean>} whether they are loaded
 */
const loadNeighbours = (page, ids) =>
  page.state.cards.get(ids[0])?.done ? page.loadRest() : Promise.resolve(true);

const HIDDEN = 'The query hides it, so it can’t be moved within the column';

/**
 * Returns the lane of the first plan, the lane's cards without the given plans, and the plan's
 * index. Without a visible plan there is no lane.
 * @param {import('../state/state.js').BoardState} state @param {string[]} ids
 */
function laneOf(state, ids) {
  const lane = state.lanes().find(each => each.cards.some(card => card.id === ids[0]));
  return {
    lane, others: lane?.cards.filter(card => !ids.includes(card.id)),
    index: lane?.cards.findIndex(card => card.id === ids[0]),
  };
}
