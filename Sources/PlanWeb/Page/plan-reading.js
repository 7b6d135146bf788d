// The parts of a plan that are read: what waits for a decision, commits of the code, history, and who wrote what.
import { button, h, moment, shortName } from './dom.js';
import { conflictForm } from './conflicts.js';

export const conflicts = {
  name: 'conflicts',
  draw: panel => panel.detail.conflicts.map(field => conflictForm(panel.state, panel.id, field, panel.detail.commit)),
};

export const commits = { name: 'commits', draw: ({ detail }) => detail.commits.length === 0 ? [] : [
  h('h3', null, 'Commits of the code'),
  h('ul', null, detail.commits.map(commit =>
    h('li', null, h('code', null, commit.id.slice(0, 7)), ' ', commit.words ?? 'not in this clone'))),
] };

export const history = { name: 'history', draw: panel => [
  opened('History', () => panel.state.api.get('log', { q: panel.id, n: 200 }), ({ events }) => changes(panel, events)),
  opened('Who wrote what', () => panel.state.api.get('blame', { id: panel.id, at: panel.state.at }), ({ values }) => blame(values)),
] };

/** Something that is read when it is opened. */
function opened(name, read, draw) {
  const details = h('details', null, h('summary', null, name));
  details.addEventListener('toggle', async () => {
    if (!details.open || details.childElementCount > 1) return;
    try { details.append(draw(await read())); } catch (problem) { details.append(h('p.hint', null, problem.message)); }
  });
  return details;
}

const words = value => value == null ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

const changes = (panel, events) => h('ul.events', null, events.map(event => h('li', null,
  h('p.hint', null, `${moment(event.at)}, ${shortName(event.by)}`,
    button('the board then', () => panel.handlers.goTo(event.commit), { class: 'quiet' })),
  h('p', { dir: 'auto' }, `${event.field}: `, h('del', null, words(event.old)), ' → ', h('ins', null, words(event.new))))));

const blame = values => h('table', null, h('tbody', null, values.map(value => h('tr', null,
  h('th', { scope: 'row' }, value.line ? `line ${value.line}` : value.field),
  h('td', { dir: 'auto' }, words(value.value)),
  h('td', null, value.by ? shortName(value.by) : ''), h('td', null, moment(value.at))))));
