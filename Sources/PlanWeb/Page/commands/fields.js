// @ts-check
// Changes one value of plans by a key, from a menu, or in a cell of the list. A title is edited
// where it is shown; the other values have popovers.
import { attempt, edit, named } from './acts.js';
import { activeElement, isolated } from '../controls/dom.js';
import { moveTo } from '../board/moves.js';
import { tellProblem } from '../controls/toast.js';
import { valueOf } from '../plan/plan-values.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('../state/names.js').Names} Names */

/**
 * Asks for a value of plans and saves it.
 * @param {import('../main.js').Page} page @param {string} act @param {string[]} ids
 */
export async function askField(page, act, ids) {
  const { names, panel, place, state } = page;
  if (act === 'edit' && ids.length === 1) {
    if (panel.id === ids[0]) return panel.goTo(act);
    if ('editTitle' in place && place.editTitle(ids[0])) return undefined;
  }
  const from = activeElement();
  const isOfPlan = !from?.closest('#bar, #side');
  const anchor = () => (isOfPlan && page.place.shows(ids[0]) ? page.place.anchor(ids[0], act)
    : from?.isConnected ? from
    : null);
  return pickValue({ state, names, ids, act, move: column => moveTo(page, ids, column) }, anchor);
}

/**
 * Opens the popover of a value.
 * @param {{state: BoardState, names: Names, ids: string[], act: string,
 *   move: (column: string) => any}} of the plans, the action that sets the value, and a function
 * that moves the plans to a column
 * @param {() => ?HTMLElement} anchor returns the element beside which the popover opens
 */
function pickValue({ state, names, ids, act, move }, anchor) {
  const value = valueOf(state, act);
  const about = ids.join('+');
  const basis = state.basis;
  const watch = draw => {
    const end = new AbortController();
    state.addEventListener('change', draw, { signal: end.signal });
    return () => end.abort();
  };
  const plans = () => ids.map(id => state.cards.get(id)).filter(Boolean);
  const save = async (fields, words, isWaiting) => {
    // A move is shown immediately, and reports its own failure.
    if (act === 'moveTo') return move(fields.column);
    const make = () => attempt(fails => edit(state, ids, fields, {
      fails,
      words: () => {
        const set = typeof words === 'function' ? words() : words;
        return `${value.title} of ${named(state, ids)}: ${isolated(set) || 'none'}`;
      },
    }));
    const problem = await make();
    if (problem && !isWaiting()) {
      tellProblem(problem, 'change', () => save(fields, words, () => false));
    }
    return problem;
  };
  value.pick(value, { state, names, about, plans, watch, commit: () => basis, save }, anchor);
}
