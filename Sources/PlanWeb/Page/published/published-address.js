// @ts-check
// The URL of a published page. All of it is in the fragment after '#', because pages that were
// opened as files or from a static server have no other URLs. 'pmgit export --site' replaces
// address.js by this file.
import { GROUPS, NONE, monthOf, viewName } from '../state/address.js';
import { isKnown } from './published.js';

export { GROUPS, NONE, monthOf, viewName };

/** The names of the views. Conflicts and settings are only useful to people who can change them. */
export const VIEWS = ['Board', 'List', 'Roadmap', 'Calendar', 'Milestones', 'Iterations', 'Flow'];

/** Returns the URL of the page itself; there are no other boards. */
export const boardAddress = () => location.pathname;

/**
 * Parses the URL: `#PLAN?q=QUERY&at=MOMENT&group=FIELD&view=VIEW&month=MONTH`. Unknown views and
 * fields are ignored, as are queries that only pmgit can answer.
 */
export function readAddress() {
  const [id, rest = ''] = location.hash.slice(1).split('?');
  const values = new URLSearchParams(rest);
  const query = values.get('q') ?? '';
  return {
    name: null, query: isKnown(query) ? query : '', at: values.get('at'),
    grouping: GROUPS.find(([field]) => field === values.get('group'))?.[0] ?? '',
    view: VIEWS.find(view => view.toLowerCase() === values.get('view')) ?? VIEWS[0],
    month: monthOf(values.get('month')), id: /^[a-z0-9]*$/.test(id) ? id : '', hasToken: false,
  };
}

/**
 * Returns the fragment of the URL for what the page shows.
 * @param {import('../state/address.js').Shown} shown
 */
function hashOf({ query, at, grouping, view, month, id }) {
  const values = new URLSearchParams();
  if (query) values.set('q', query);
  if (at) values.set('at', at);
  if (grouping) values.set('group', grouping);
  if (view !== VIEWS[0]) values.set('view', view.toLowerCase());
  if (month) values.set('month', month);
  return (id ?? '') + (values.size ? `?${values}` : '');
}

/** Returns the URL of what the page shows. @param {import('../state/address.js').Shown} shown */
export const addressOf = shown => `${boardAddress()}#${hashOf(shown)}`;

/**
 * Updates the URL to match what the page shows.
 * @param {import('../state/address.js').Shown} shown
 * @param {boolean} isStep whether the Back button returns to the former state
 */
export function writeAddress(shown, isStep) {
  const hash = hashOf(shown);
  if (hash === location.hash.slice(1)) return;
  const address = location.pathname + location.search + (hash ? `#${hash}` : '');
  if (isStep) history.pushState(null, '', address); else history.replaceState(null, '', address);
}
