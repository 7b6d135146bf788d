// @ts-check
// The saved views in the settings: what each one finds, how it is shown, and where it comes from.
import { h, wide } from '../controls/dom.js';
import { newBox, newRow, removeButton } from './rows.js';
import { viewTitle } from '../board/saved-views.js';

/** @type {import('./settings.js').Draw} */
export const drawViews = ({ act, shared }) => wide('Saved views', h('table.views', null,
  h('thead', null, h('tr', null,
    ['Title', 'Query', 'Opens as', 'From'].map(name => h('th', { scope: 'col' }, name)),
    h('td', null))),
  h('tbody', null, shared().views.map(view => h('tr', null,
    h('th', { scope: 'row', dir: 'auto' }, viewTitle(view)),
    h('td', null, h('code', { dir: 'auto' }, view.query)),
    h('td', null, [view.view, view.group && `by ${view.group}`].filter(Boolean).join(', ') || '–'),
    h('td', null, view.origin),
    h('td', null, view.origin === 'board' && removeButton(
      `Remove the view ${viewTitle(view)}`,
      () => act('remove-view', { name: view.name }))))))));

/** @type {import('./settings.js').Draw} */
export function drawNewView({ state, act, keep }) {
  const field = (name, value) => newBox(`${name} of a new view`, { value, placeholder: name });
  const before = state.query;
  const [name, query] = [field('Name', ''), field('Query', before)];
  const lines = [
    keep(name, 'new-view/name', () => ''),
    keep(query, 'new-view/query', () => before),
  ];
  return newRow(() => act('save-view',
    { title: name.value.trim(), query: query.value }, undefined, lines),
  'Save a view', [name, query], lines);
}
