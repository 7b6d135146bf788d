// @ts-check
// The parts of a plan that have no fields: conflicts, code commits, the history, and the authors of
// the values.
import { button, fieldName, h, moment, shortName, wide } from '../controls/dom.js';
import { conflictForm } from './conflicts.js';
import { keyed } from '../commands/keys.js';
import { withDays } from '../state/days.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */

/** @type {Part} */
export const conflicts = {
  name: 'conflicts',
  draw: panel => panel.detail.conflicts.map(field => conflictForm(
    panel.state, panel.id, field, panel.detail.commit,
    { ended: () => panel.redraw('conflicts') })),
};

/** @param {{id: string}} commit */
const commitCode = commit => h('code', null, commit.id.slice(0, 7));

/** @type {Part} */
export const commits = { name: 'commits', draw: ({ detail }) => detail.commits.length === 0 ? [] : [
  h('h3', null, 'Code commits'),
  h('ul', null, detail.commits.map(commit =>
    h('li', null,
      commit.repository && `${commit.repository} `,
      commit.page
        ? h('a', { href: commit.page, target: '_blank', rel: 'noreferrer' }, commitCode(commit))
        : commitCode(commit),
      ' ',
      commit.words ?? 'not in this clone'))),
] };

/** @type {Part} */
export const history = { name: 'history', draw: panel => [
  opened('History', () => panel.state.api.get('story', { q: panel.id, n: 200 }),
    ({ entries }) => changes(panel, entries), keyed('history')),
  !panel.state.server.published && opened('Authors',
    () => panel.state.api.get('blame', { id: panel.id, at: panel.state.at }),
    ({ values }) => blame(values)),
] };

/**
 * Returns a section whose content is requested when the section is opened.
 * @param {string} name @param {() => Promise<any>} read @param {(found: any) => Node} draw
 * @param {Record<string, any>} [props] attributes of its summary
 */
function opened(name, read, draw, props = {}) {
  const details = h('details', null, h('summary', props, name));
  details.addEventListener('toggle', async () => {
    if (!details.open || details.childElementCount > 1) return;
    try {
      details.append(draw(await read()));
    } catch (problem) {
      details.append(h('p.hint', null, problem.message));
    }
  });
  return details;
}

const words = value => value == null ? '–'
  : typeof value === 'string' ? value
  : JSON.stringify(value);

/**
 * Returns the author of a change; for an agent, also the person for whom it acted.
 * @param {{by: ?string, agent?: ?string, for?: ?string}} change
 */
export const author = change => change.agent
  ? `${change.agent} for ${shortName(change.for ?? '')}`
  : shortName(change.by ?? '');

/**
 * @param {PlanPanel} panel
 * @param {{commit: string, at: ?string, by: string, agent: ?string, for: ?string,
 *   changes: string[]}[]} entries
 */
const changes = (panel, entries) => h('ul.events', null, entries.map(entry => h('li', null,
  h('p.hint', null, `${moment(entry.at)}, ${author(entry)}`,
    !panel.state.server.published
      && button('Show the board then', () => panel.acts.goTo(entry.commit), { class: 'quiet' })),
  entry.changes.map(each => h('p', { dir: 'auto' }, withDays(each))))));

/** Whether a value is shown to people: ranks and empty lines are not. */
const isRead = ({ field, value }) => !/(^|\/)rank$/.test(field) && value !== '';

/**
 * @param {{field: string, line?: number, value: any, by: ?string, agent: ?string, for: ?string,
 *   at: ?string}[]} values
 */
const blame = values => wide('Authors of the values',
  h('table', null, h('tbody', null, values.filter(isRead).map(value => h('tr', null,
    h('th', { scope: 'row' }, value.line ? `line ${value.line}` : fieldName(value.field)),
    h('td', { dir: 'auto' }, words(value.value)),
    h('td', null, value.by ? author(value) : ''), h('td', null, moment(value.at)))))));
