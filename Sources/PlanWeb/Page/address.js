// @ts-check
// The address of the page: what it shows, for a bookmark, a colleague, and the browser's way back.

/** The views, by the names that people see; the first one needs no word in the address. */
export const VIEWS = ['Board', 'List', 'Conflicts', 'Flow', 'Settings'];

/** What the rows of the board can be, by the word in the address. */
export const GROUPS = [['', 'nothing'], ['assignee', 'person'], ['label', 'label'], ['priority', 'priority'], ['parent', 'parent']];

/** The address of a board. */
export const boardAddress = name => `/b/${encodeURIComponent(name)}`;

/** What an address asks for: `/b/BOARD?q=QUERY&at=MOMENT&group=FIELD&view=VIEW#PLAN`. What it names and is not, is left out. */
export function readAddress() {
  const name = /^\/b\/([^/]+)/.exec(location.pathname)?.[1];
  const values = new URLSearchParams(location.search);
  const id = location.hash.slice(1);
  return {
    name: name && decodeURIComponent(name), query: values.get('q') ?? '', at: values.get('at'),
    grouping: GROUPS.find(([field]) => field === values.get('group'))?.[0] ?? '',
    view: VIEWS.find(view => view.toLowerCase() === values.get('view')) ?? VIEWS[0],
    id, hasToken: /^[0-9a-f]{64}$/.test(id),
  };
}

/**
 * Makes the address of the page that of what it shows.
 * @param {{name: string, query: string, at: ?string, grouping: string, view: string, id: ?string}} shown
 * @param {boolean} isStep whether the browser's way back leads to what was shown before
 */
export function writeAddress({ name, query, at, grouping, view, id }, isStep) {
  const values = new URLSearchParams();
  if (query) values.set('q', query);
  if (at) values.set('at', at);
  if (grouping) values.set('group', grouping);
  if (view !== VIEWS[0]) values.set('view', view.toLowerCase());
  const address = boardAddress(name) + (values.size ? `?${values}` : '') + (id ? `#${id}` : '');
  if (isStep && address !== location.pathname + location.search + location.hash) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}
