// @ts-check
// What the board and the list show when they have no plan to show.
import { empty } from '../controls/parts.js';
import { h } from '../controls/dom.js';
import { keysOf } from '../commands/keys.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {{clear: () => any, add: () => any}} Acts */

/** Returns the key of an action. @param {string} act */
const key = act => h('kbd', null, keysOf(act)[0]);

/**
 * Returns why there is no plan to show, with a button that helps; null if there are plans.
 * @param {BoardState} state @param {Acts} acts
 */
export function nothing(state, acts) {
  if (state.matches?.length === 0) {
    return empty('find', 'No plan matches', {
      action: { label: 'Clear the query', act: acts.clear },
    });
  }
  if (state.cards.size > 0) return null;
  if (state.isReadOnly) return empty('board', 'This board has no plans', {});
  return empty('board', 'Add the first plan', {
    more: [
      h('span', null, 'Press ', key('add'), ' to add one, or ', key('help'), ' to see all keys.'),
      h('span', null, 'From another tool: ', h('code', null, 'pmgit import FILE')),
    ],
    action: { label: 'Add a plan', act: acts.add },
  });
}

/** What `nothing` depends on. @param {BoardState} state */
export const nothingKey = state =>
  [state.matches?.length === 0, state.cards.size === 0, state.isReadOnly];
