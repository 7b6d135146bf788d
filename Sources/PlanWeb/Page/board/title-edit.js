// @ts-check
// Edits the title of a plan where it is shown: in its card, or in its cell of the list. Enter and
// leaving the field save, Escape discards the text and offers to restore it, as in the open plan.
import { edit, named } from '../commands/acts.js';
import { fill, h, isolated } from '../controls/dom.js';
import { KeptLine } from '../controls/kept-line.js';
import { tellProblem, toast } from '../controls/toast.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

/** Returns a title as it is saved: in one line. @param {string} text */
export const oneLine = text => text.replace(/\s+/g, ' ').trim();

/** Whether the text was not saved. @param {HTMLElement} box */
const isRefused = box => box.getAttribute('aria-invalid') === 'true';

/**
 * Opens the editor of a title.
 * @param {object} edited
 * @param {BoardState} edited.state
 * @param {Card} edited.card
 * @param {HTMLElement} edited.place the element whose content is replaced by the editor
 * @param {() => any} edited.again opens the editor again
 * @param {(hasFocus: boolean) => void} edited.ended draws the card or the row again; `hasFocus` is
 * whether the focus was in the editor
 */
export function editTitle({ state, card, place, again, ended }) {
  const box = titleBox(card);
  const saved = () => state.cards.get(card.id)?.title ?? card.title;
  const line = new KeptLine(box, state, `${card.id}/title`, { saved, again });
  const editor = h('div.editing', null, box, line.note);
  const open = new AbortController();
  const end = hasFocus => {
    open.abort();
    editor.classList.remove('editing');
    ended(hasFocus);
  };
  const close = () => {
    line.end();
    end(document.activeElement === box);
  };
  const save = async () => {
    if (open.signal.aborted || box.readOnly) return;
    const title = oneLine(box.value);
    if (!title) toast('A plan needs a title');
    if (!title || title === saved()) return close();
    box.readOnly = true;
    const problem = await saveTitle(state, card.id, title, line.commit);
    box.readOnly = false;
    if (!problem) return close();
    // The text is kept, so that it can be corrected or saved again.
    box.setAttribute('aria-invalid', 'true');
    box.title = problem.message;
    return tellProblem(problem, 'change');
  };
  listen(box, { save, discard: () => { line.discard(); end(true); } });
  state.addEventListener('change', () => {
    // The text may have been saved in the open plan.
    if (isRefused(box) && oneLine(box.value) === saved()) close(); else line.draw();
  }, { signal: open.signal });
  fill(place, editor);
  box.focus();
  box.select();
}

/** @param {Card} card */
const titleBox = card => h('textarea', {
  rows: '1',
  dir: 'auto',
  autocomplete: 'off',
  value: card.title,
  'aria-label': `Title of ${card.short}`,
});

/**
 * @param {BoardState} state @param {string} id @param {string} title
 * @param {string} commit at which the person began to write
 * @returns {Promise<any>} the problem; null if the title is saved
 */
async function saveTitle(state, id, title, commit) {
  let problem = null;
  await edit(state, [id], { title, commit }, {
    fails: each => { problem = each; },
    words: `Title of ${named(state, [id])}: ${isolated(title)}`,
  });
  return problem;
}

/**
 * @param {HTMLTextAreaElement} box @param {{save: () => any, discard: () => void}} acts
 */
function listen(box, { save, discard }) {
  box.addEventListener('keydown', event => {
    event.stopPropagation();
    if (event.key === 'Enter') { event.preventDefault(); save(); }
    if (event.key === 'Escape') { event.preventDefault(); discard(); }
  });
  box.addEventListener('input', () => box.removeAttribute('aria-invalid'));
  // A card that moves loses the focus for a moment. In a window without the focus, the field keeps
  // it.
  box.addEventListener('blur', () => setTimeout(() => {
    const isLeft = box.isConnected && document.activeElement !== box;
    if (isLeft && !isRefused(box)) save();
  }));
}
