// @ts-check
// Edits the title of a plan in its cell of the list. Enter saves, Escape cancels, and leaving the
// cell saves. The other cells have popovers.
import { edit, named } from '../commands/acts.js';
import { fill, h, isolated } from '../controls/dom.js';
import { tellProblem } from '../controls/toast.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

/**
 * Opens the editor of a title.
 * @param {{state: BoardState, card: Card, cell: HTMLElement,
 *   ended: (hasFocus: boolean) => void}} edited `ended` draws the row again; `hasFocus` is whether
 * the focus was in the cell
 */
export function editTitle({ state, card, cell, ended }) {
  const commit = state.basis;
  const box = h('input.editing', {
    type: 'text',
    dir: 'auto',
    autocomplete: 'off',
    value: card.title,
    'aria-label': `Title of ${card.short}`,
  });
  let isDone = false;
  const end = hasFocus => {
    isDone = true;
    box.classList.remove('editing');
    ended(hasFocus);
  };
  const save = async () => {
    if (isDone || box.readOnly) return;
    const title = box.value.trim();
    const hadFocus = document.activeElement === box;
    if (!title || title === card.title.trim()) return end(hadFocus);
    box.readOnly = true;
    /** @type {any} */
    let problem = null;
    await edit(state, [card.id], { title, commit }, {
      fails: each => { problem = each; },
      words: `Title of ${named(state, [card.id])}: ${isolated(title)}`,
    });
    box.readOnly = false;
    if (!problem) return end(hadFocus && document.activeElement === box);
    // The text is kept, so that it can be corrected or saved again.
    box.setAttribute('aria-invalid', 'true');
    box.title = problem.message;
    tellProblem(problem, 'change');
  };
  box.addEventListener('keydown', event => {
    event.stopPropagation();
    if (event.key === 'Enter') { event.preventDefault(); save(); }
    if (event.key === 'Escape') { event.preventDefault(); end(true); }
  });
  box.addEventListener('blur', () => { if (box.getAttribute('aria-invalid') !== 'true') save(); });
  fill(cell, box);
  box.focus();
  box.select();
}
