// @ts-check
// Saved views: they are shown with everything that was saved besides their query, and the present
// query can be saved as one.
import { attempt, change } from '../commands/acts.js';
import { GROUPS, VIEWS } from '../state/address.js';
import { $, all, button, fill, h, isolated } from '../controls/dom.js';
import { KeptLine } from '../controls/kept-line.js';
import { popover } from '../controls/popover.js';
import { toast } from '../controls/toast.js';
import { viewOf } from '../state/terms.js';

/** @typedef {import('../main.js').Page} Page */

const sorted = names => JSON.stringify([...names].sort());

/**
 * Returns the title of a saved view.
 * @param {SavedView} saved
 */
export const viewTitle = ({ name, title }) => title || name[0].toUpperCase() + name.slice(1);

/**
 * Returns the saved view that is shown: the view that the query names, or a view with the same
 * query; undefined if there is none.
 * @param {Page} page
 */
export function savedView({ names, state }) {
  const name = viewOf(state.query);
  return names.views.find(view => view.name === name)
    ?? names.views.find(view => view.query === state.query.trim());
}

/**
 * Shows a saved view, with what was saved besides its query.
 * @param {Page} page
 * @param {SavedView} saved
 */
export async function showSaved(page, saved) {
  await page.ask(`view:${saved.name}`, { isStep: true });
  if (GROUPS.some(([field]) => field === saved.group)) page.groupBy(saved.group);
  const shown = VIEWS.find(each => each.toLowerCase() === saved.view);
  if (shown && shown !== page.view) page.go(shown, false);
}

/**
 * Whether a saved view is shown exactly as it was saved.
 * @param {Page} page
 */
export function isShownAsSaved(page) {
  const saved = savedView(page);
  const { list, state, view } = page;
  if (!saved || ![`view:${saved.name}`, saved.query].includes(state.query.trim())) return false;
  return saved.view == null || saved.view === view.toLowerCase()
    && (saved.group ?? '') === state.groups
    && (view !== 'List' || saved.columns == null
      || sorted(saved.columns) === sorted(list.columns.names));
}

/**
 * Saves the query as a view of the board, which everybody who shares the board can use by its name.
 * The present view, the grouping and the columns of the list are saved with it.
 * @param {Page} page
 */
export function saveView(page) {
  const { list, state, view } = page;
  const saved = savedView(page);
  // If the query is `view:NAME`, the saved query is used, because a view can't refer to itself.
  const isItself = saved && state.query.trim() === `view:${saved.name}`;
  const query = isItself ? saved.query : state.query;
  if (!query.trim()) return toast('There is no query to save');
  const look = {
    view: view.toLowerCase(),
    group: state.groups,
    ...view === 'List' && { columns: list.columns.names },
  };
  const rows = GROUPS.find(([field]) => field && field === state.groups)?.[1].toLowerCase();
  return askTitle(state, {
    title: isItself && saved.origin === 'board' ? saved.title ?? saved.name : '',
    hint: `${query} – opens as ${view}${rows ? ` by ${rows}` : ''}`,
    again: () => saveView(page),
    save: title => attempt(fails => change(state, 'save-view',
      { title, query, ...look, commit: state.basis },
      { done: () => `Saved the view “${isolated(title)}”: ${isolated(query)}`, fails })),
  });
}

/** Returns the button that saves the view, or else the tab of the view. */
const placeOfView = () => all($('filters'), '.save-view, .tabs [aria-current]').at(-1);

/**
 * Asks for the title of a view. A press outside keeps the typed title as a draft.
 * @param {import('../state/state.js').BoardState} state
 * @param {{title: string, hint: string, again: () => any,
 *   save: (title: string) => Promise<?import('../state/problem.js').Problem>}} of the title before,
 * a function that asks again, and one that saves the view and returns the problem if that fails
 */
function askTitle(state, { title, hint, again, save }) {
  const box = h('input', {
    type: 'text',
    value: title,
    'aria-label': 'Name of the view',
    placeholder: 'Name of the view',
    dir: 'auto',
    autocomplete: 'off',
    autofocus: true,
  });
  const line = new KeptLine(box, state, 'view', { saved: () => title, again });
  const said = h('div.said', { role: 'alert', hidden: true });
  const submit = h('button.primary', { type: 'submit' }, 'Save');
  const form = h('form', null,
    h('h2', null, 'Save view'),
    box,
    h('p.hint', { dir: 'auto' }, hint),
    line.note,
    said,
    h('p.buttons', null,
      button('Cancel', () => { line.discard(); pop.close(); }), submit));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    submit.disabled = true;
    const problem = await save(box.value.trim());
    submit.disabled = false;
    if (!problem) { line.end(); return pop.close(); }
    said.hidden = false;
    box.focus();
    return fill(said, [problem.message, ...problem.hints ?? []].map(each => h('p', null, each)));
  });
  const pop = popover('Save the query as a view', 'write', form,
    { anchor: placeOfView, discard: () => line.discard() });
  box.select();
}
