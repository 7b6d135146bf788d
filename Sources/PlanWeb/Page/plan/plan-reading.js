// @ts-check
// The parts of a plan that have no fields: conflicts, code commits, the history, and the authors of
// the values.
import { button, fieldName, fill, h, shortName, timeAgo, wide } from '../controls/dom.js';
import { conflictForm } from './conflicts.js';
import { face, labelChip } from '../controls/chips.js';
import { icon } from '../controls/icons.js';
import { keyed } from '../commands/keys.js';
import { linkName } from './plan-links.js';
import { valuesOf } from './plan-values.js';
import { whenSeen } from './pictures.js';
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
  opened(panel, {
    name: 'History',
    isOpen: true,
    read: () => panel.state.api.get('story', { q: panel.id, n: 200 }),
    draw: ({ entries }) => changes(panel, entries),
    props: keyed('history'),
  }),
  !panel.state.server.published && opened(panel, {
    name: 'Who set what',
    read: () => panel.state.api.get('blame', { id: panel.id, at: panel.state.at }),
    draw: ({ values }) => blame(panel, values),
  }),
] };

/** @type {WeakMap<Element, {of: string, found: any}>} What the sections show, and of which plan. */
const read = new WeakMap();

/**
 * Returns a section whose content is requested when it is open and in view. When the panel is drawn
 * again, the former content stays until the new one has arrived.
 * @param {PlanPanel} panel
 * @param {{name: string, isOpen?: boolean, read: () => Promise<any>, draw: (found: any) => Node,
 *   props?: Record<string, any>}} section `isOpen` is whether it is open at first; `props` are the
 * attributes of its summary
 */
function opened(panel, { name, isOpen = false, read: ask, draw, props = {} }) {
  const before = panel.node('history');
  /** @type {HTMLElement} */
  const content = before?.querySelector(`[data-of="${name}"]`) ?? h('div', { 'data-of': name });
  const details = h('details', { open: isOpen }, h('summary', props, name), content);
  const of = JSON.stringify([panel.detail.plan, panel.state.at]);
  if (read.get(content)?.of === of) fill(content, draw(read.get(content).found));
  let isSeen = false;
  const show = async () => {
    if (!isSeen || !details.open || read.get(content)?.of === of) return;
    try {
      const found = await ask();
      read.set(content, { of, found });
      fill(content, draw(found));
    } catch (problem) {
      read.delete(content);
      fill(content, h('p.hint', null, problem.message));
    }
  };
  details.addEventListener('toggle', show);
  whenSeen(panel, details, () => { isSeen = true; return show(); });
  return details;
}

/**
 * Returns the author of a change; for an agent, also the person for whom it acted.
 * @param {{by: ?string, agent?: ?string, for?: ?string}} change
 */
export const author = change => change.agent
  ? `${change.agent} for ${shortName(change.for ?? '')}`
  : shortName(change.by ?? '');

/**
 * Returns the author of a change with the initials, and how long ago the change was.
 * @param {{by: ?string, agent?: ?string, for?: ?string, at: ?string}} change
 */
export const madeBy = change => [
  change.by && face(change.by),
  h('span', { dir: 'auto' }, author(change)),
  timeAgo(change.at),
];

/**
 * @param {PlanPanel} panel
 * @param {{commit: string, at: ?string, by: string, agent: ?string, for: ?string,
 *   changes: string[]}[]} entries
 */
const changes = (panel, entries) => h('ul.events', null, entries.map(entry => h('li', null,
  h('p.hint', null, madeBy(entry),
    !panel.state.server.published && button(icon('past'), () => panel.acts.goTo(entry.commit), {
      class: 'icon',
      'aria-label': 'See the board at this time',
      title: 'See the board at this time',
      'data-name': entry.commit,
    })),
  entry.changes.map(each => h('p', { dir: 'auto' }, withDays(each))))));

/**
 * A value of a plan, as the server names it.
 * @typedef {{field: string, line?: ?number, value: any}} Found
 */

/** The members of items that are shown, by the list: the name of each. */
const ITEMS = {
  'checklist/text': 'Checklist line', 'checklist/done': 'Ticked', 'comments/text': 'Comment',
  'files/name': 'File', 'time/minutes': 'Minutes of work',
};

/** The names of the sets of a plan. */
const SETS = { labels: 'Label', assignees: 'Assigned', links: 'Link', aliases: 'Also called' };

/**
 * Returns the name of a value and its words; null for what is not shown to people, such as ranks
 * and empty lines.
 * @param {Found} found @param {Found[]} all the values of the plan
 * @returns {?{title: string, words: string}}
 */
export function namedValue({ field, line, value }, all) {
  const [, list, rest] = /^([^/]*)\/?(.*)$/s.exec(field);
  if (value === '' || value === false || list === 'rank') return null;
  if (line) return { title: `Description, line ${line}`, words: value };
  if (SETS[list]) {
    return { title: SETS[list], words: list === 'assignees' ? shortName(rest) : rest };
  }
  const [, item, member] = /^([^/]*)\/(.*)$/s.exec(rest) ?? [];
  if (!item) return { title: capital(fieldName(field)), words: wordsOf(value) };
  const title = ITEMS[`${list}/${member}`];
  const text = value === true
    ? all.find(each => each.field === `${list}/${item}/text`)?.value
    : value;
  return title ? { title, words: wordsOf(text) } : null;
}

const capital = text => text[0].toUpperCase() + text.slice(1);

const wordsOf = value => value == null ? '–'
  : typeof value === 'string' ? value
  : JSON.stringify(value);

/**
 * Returns how a value is named and shown: those of the panel's rows in the same way as there.
 * @param {PlanPanel} panel @param {Found} found @param {Found[]} all
 * @returns {?{title: string, shown: import('../controls/dom.js').Child}}
 */
function shownValue({ detail, state }, found, all) {
  const named = namedValue(found, all);
  if (!named) return null;
  const { title, words: text } = named;
  const name = found.field.replace(/^custom\.([^/]*).*$/s, 'field/$1');
  const value = valuesOf(state).find(each => each.name === (name === 'state' ? 'column' : name));
  // An option of a field with several values is a value of its own.
  const [, option] = /^custom\.[^/]*\/(.*)$/s.exec(found.field) ?? [];
  if (value) return { title: value.title, shown: option ?? value.show(detail.plan, state) };
  if (title === SETS.labels) return { title, shown: labelChip(text) };
  if (title !== SETS.links) return { title, shown: text };
  const [, kind, target] = /^([^:]*):?(.*)$/s.exec(text);
  const plan = detail.links.find(({ link }) => link === text)?.plan;
  return { title: linkName(kind), shown: plan?.title ?? target };
}

/**
 * @param {PlanPanel} panel
 * @param {(Found & {by: ?string, agent: ?string, for: ?string, at: ?string})[]} values
 */
const blame = (panel, values) => wide('Who set what',
  h('table.setters', null, h('tbody', null, values.map(value => {
    const found = shownValue(panel, value, values);
    return found && h('tr', null,
      h('th', { scope: 'row', dir: 'auto' }, found.title),
      h('td', { dir: 'auto' }, h('span.value', null, found.shown)),
      h('td', null, h('span.value', null, madeBy(value))));
  }))));
