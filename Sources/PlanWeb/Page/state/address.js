// @ts-check
// The page's URL, which describes what the page shows, for bookmarks, links and the browser's Back
// button.
import { NONE } from './page-state.js';

export { NONE };

/** The names of the views. The first one is the default and is not in the URL. */
export const VIEWS = [
  'Board', 'List', 'Roadmap', 'Calendar', 'Milestones', 'Iterations', 'Conflicts', 'Flow',
  'Settings', 'Deleted', 'Inbox',
];

/** Returns the name of a view for people. @param {string} view */
export const viewName = view => view === 'Conflicts' ? 'To decide' : view;

/**
 * What plans are grouped by: the word in the URL, and the name for people. All but the first two
 * are fields that divide the board into rows.
 */
export const GROUPS = [
  ['', 'Column'], [NONE, 'None'], ['assignee', 'Person'], ['label', 'Label'],
  ['priority', 'Priority'], ['parent', 'Parent'], ['milestone', 'Milestone'],
  ['iteration', 'Iteration'],
];

/** Returns the month in a URL, such as `2026-12`; empty if it has none. @param {?string} text */
export const monthOf = text => /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/.test(text ?? '') ? text : '';

/** Returns the URL of a board. */
export const boardAddress = name => `/b/${encodeURIComponent(name)}`;

/**
 * Parses the URL: `/b/BOARD?q=QUERY&at=MOMENT&group=FIELD&view=VIEW&month=MONTH#PLAN`. Unknown
 * views and fields are ignored.
 */
export function readAddress() {
  const name = /^\/b\/([^/]+)/.exec(location.pathname)?.[1];
  const values = new URLSearchParams(location.search);
  const id = location.hash.slice(1);
  return {
    name: name && decodeURIComponent(name), query: values.get('q') ?? '', at: values.get('at'),
    grouping: GROUPS.find(([field]) => field === values.get('group'))?.[0] ?? '',
    view: VIEWS.find(view => view.toLowerCase() === values.get('view')) ?? VIEWS[0],
    month: monthOf(values.get('month')), id, hasToken: /^[0-9a-f]{64}$/.test(id),
  };
}

/**
 * What the page shows. `month` is the month of the calendar; empty for the present month, or if
 * another view is shown.
 * @typedef {{name: string, query: string, at: ?string, grouping: string, view: string,
 *   month?: string, id: ?string}} Shown
 */

/**
 * Returns the URL of what the page shows.
 * @param {Shown} shown
 */
export function addressOf({ name, query, at, grouping, view, month, id }) {
  const values = new URLSearchParams();
  if (query) values.set('q', query);
  if (at) values.set('at', at);
  if (grouping) values.set('group', grouping);
  if (view !== VIEWS[0]) values.set('view', view.toLowerCase());
  if (month) values.set('month', month);
  return boardAddress(name) + (values.size ? `?${values}` : '') + (id ? `#${id}` : '');
}

/**
 * Updates the URL to match what the page shows.
 * @param {Shown} shown
 * @param {boolean} isStep whether the Back button returns to the former state
 */
export function writeAddress(shown, isStep) {
  const address = addressOf(shown);
  if (isStep && address !== location.pathname + location.search + location.hash) {
    history.pushState(null, '', address);
  } else {
    history.replaceState(null, '', address);
  }
}
