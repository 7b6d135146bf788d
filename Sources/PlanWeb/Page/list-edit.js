// @ts-check
// Edits a value of a plan in a cell of the list. Enter saves, Escape gives up, and leaving the cell saves.
import { edit, named } from './acts.js';
import { fill, h, isEnter, isolated } from './dom.js';
import { PRIORITIES } from './state.js';
import { offerNames } from './names.js';
import { questionOf } from './fields.js';
import { tellProblem } from './toast.js';

/** @typedef {import('./state.js').BoardState} BoardState */
/**
 * What is edited, and where. `ended` draws the row again, and says whether the focus was in the cell.
 * @typedef {{state: BoardState, names: import('./names.js').Names, card: Card, act: string, cell: HTMLElement, ended: (hasFocus: boolean) => void}} Edited
 */

/**
 * Opens the editor of a cell.
 * @param {Edited} edited
 * @returns {boolean} whether there is one
 */
export function editCell(edited) {
  if (edited.act === 'priority' || edited.act === 'moveTo') return choice(edited);
  return line(edited);
}

/** Opens a list of values. @param {Edited} edited */
function choice({ state, card, act, cell, ended }) {
  const isColumn = act === 'moveTo';
  const now = isColumn ? card.state : card.priority ?? 'none';
  const values = isColumn ? state.knownColumns().map(column => [column.id, column.title]) : [...PRIORITIES, 'none'].map(each => [each, each]);
  const commit = state.basis;
  const box = h('select.editing', { 'aria-label': `${isColumn ? 'Column' : 'Priority'} of ${card.short}` },
    values.map(([value, name]) => h('option', { value, selected: value === now }, name)));
  let isDone = false;
  const end = () => {
    if (isDone) return;
    isDone = true;
    const hasFocus = cell.contains(document.activeElement);
    box.classList.remove('editing');
    ended(hasFocus);
  };
  box.addEventListener('change', () => {
    const { value } = box;
    const words = box.selectedOptions[0].text;
    end();
    return value !== now && edit(state, [card.id], isColumn ? { column: value, commit } : { priority: value, commit },
      { words: isColumn ? `Moved ${named(state, [card.id])} to ${words}` : `Priority of ${named(state, [card.id])}: ${words}` });
  });
  box.addEventListener('keydown', event => { if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); end(); } });
  box.addEventListener('blur', end);
  fill(cell, box);
  box.focus();
  // Some browsers open the list only for a click.
  try { /** @type {any} */ (box).showPicker?.(); } catch { /* It opens by the keyboard. */ }
  return true;
}

/** Opens a line of text. @param {Edited} edited */
function line({ state, names, card, act, cell, ended }) {
  const question = questionOf(act, { ids: [card.id], names, first: card });
  const commit = state.basis;
  const box = h('input.editing', { type: 'text', dir: 'auto', autocomplete: 'off', value: question.value, 'aria-label': `${question.title} of ${card.short}`, placeholder: act === 'due' ? 'fri, 2w, none' : null });
  let isDone = false;
  const end = hasFocus => {
    isDone = true;
    box.classList.remove('editing');
    ended(hasFocus);
  };
  const save = async () => {
    if (isDone || box.readOnly) return;
    const text = box.value.trim();
    const hadFocus = document.activeElement === box;
    if (text === question.value.trim() || (act === 'edit' && !text)) return end(hadFocus);
    box.readOnly = true;
    /** @type {any} */
    let problem = null;
    await edit(state, [card.id], { ...question.write(text), commit }, { fails: each => { problem = each; }, words: `${question.title} of ${named(state, [card.id])}: ${isolated(text.replace(/,$/, '')) || 'none'}` });
    box.readOnly = false;
    if (!problem) return end(hadFocus && document.activeElement === box);
    // The text stays, so that it can be corrected or saved again.
    box.setAttribute('aria-invalid', 'true');
    box.title = problem.message;
    tellProblem(problem, 'change');
  };
  box.addEventListener('keydown', event => {
    event.stopPropagation();
    if (isEnter(event)) { event.preventDefault(); save(); }
    if (event.key === 'Escape') { event.preventDefault(); end(true); }
  });
  box.addEventListener('blur', () => { if (box.getAttribute('aria-invalid') !== 'true') save(); });
  fill(cell, box, question.names && offerNames(box, 'cell-names', question.names));
  box.focus();
  if (question.isContinued) box.setSelectionRange(box.value.length, box.value.length); else box.select();
  return true;
}
