// @ts-check
// The description of a plan: shown as formatted Markdown, edited as plain text. Its tasks can be
// ticked.
import { button, fill, h } from '../controls/dom.js';
import { Problem } from '../state/problem.js';
import { keyed } from '../commands/keys.js';
import { markdown } from '../controls/markdown.js';
import { sendBy } from '../controls/parts.js';
import { tellProblem } from '../controls/toast.js';
import { withPlanLinks } from './id-links.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */

/** @type {Part} */
export const body = { name: 'body', words: ({ plan }) => plan.body, draw };

/** @param {PlanPanel} panel */
function draw(panel) {
  const blocks = panel.detail.body;
  const part = h('div', null, h('h3', null, 'Description',
    !panel.isFixed && button(blocks.length ? 'Edit' : 'Write', () => write(panel, part).focus(),
      { class: 'quiet', ...keyed('body') })),
  blocks.length
    ? withPlanLinks(h('div.text', null, markdown(blocks, task => box(panel, task))), panel)
    : h('p.hint', null, 'None yet'));
  if (!panel.isFixed && panel.texts.hasDraft('body', panel.detail.plan.body)) write(panel, part);
  return part;
}

/**
 * Matches the line of a task: the part up to its box, the mark in the box, and the rest, which may
 * end with a carriage return.
 */
const TASK = /^((?:[\s>]|[-*+]|\d{1,9}[.)])*\[)([ xX])(\](?:\s[^]*)?)$/;

/** Returns the line of a task as if it were open. @param {string} line */
const open = line => line?.replace(TASK, '$1 $3');

/**
 * Returns a text in which the task of a line is ticked or unticked.
 * @param {string} text @param {number} line its index
 * @param {string} seen the line as the person saw it, ticked or not
 * @param {boolean} isDone
 */
export function ticked(text, line, seen, isDone) {
  const lines = text.split('\n');
  const found = open(lines[line]) === open(seen) && TASK.exec(lines[line]);
  if (!found) throw new Problem({ message: 'the description was changed meanwhile' });
  lines[line] = found[1] + (isDone ? 'x' : ' ') + found[3];
  return lines.join('\n');
}

/** Ticks are made one after another, because each changes the text that the previous one left. */
let turn = Promise.resolve(null);

/** @param {PlanPanel} panel @param {{line: number, isDone: boolean, name: string}} task */
function box(panel, { line, isDone, name }) {
  const seen = panel.detail.plan.body.split('\n')[line];
  return h('input', {
    type: 'checkbox',
    checked: isDone,
    disabled: panel.isFixed,
    'aria-label': name || 'Task',
    'data-name': `task ${line}`,
    // The second click of a double click must not undo the tick.
    onclick: event => { if (event.detail > 1) event.preventDefault(); },
    onchange: ({ target }) => {
      const now = target.checked;
      turn = turn.then(() => tick(panel, target, { line, seen, isDone: now, name }))
        .catch(problem => { tellProblem(problem, 'change'); return null; });
    },
  });
}

function tick(panel, control, { line, seen, isDone, name }) {
  const { id } = panel;
  if (!control.isConnected) control = panel.changes.control('body', `body/task ${line}`) ?? control;
  const values = () => {
    if (panel.id !== id) throw new Problem({ message: 'another plan was opened meanwhile' });
    return {
      plans: [id],
      body: ticked(panel.detail.plan.body, line, seen, isDone),
      commit: panel.detail.commit,
    };
  };
  return panel.changes.choose(control, 'edit', values,
    `${isDone ? 'Done' : 'Not done'}: “${name}”`);
}

/** @param {PlanPanel} panel @param {HTMLElement} part */
function write(panel, part) {
  const field = h('textarea.body', {
    rows: '12',
    'aria-label': 'Description, in Markdown',
    dir: 'auto',
    'data-editor': true,
    value: panel.detail.plan.body,
    'data-act': 'body',
  });
  field.dataset.commit = panel.detail.commit;
  const kept = panel.texts.keep(field, 'body', { hasButtons: true });
  const save = () => panel.texts.save(field,
    commit => panel.changes.edit({ body: field.value, commit }, 'Changed the description'));
  sendBy(field, save);
  fill(part,
    h('h3', null, 'Description'),
    field,
    kept,
    h('p.buttons', null,
      button('Discard', () => panel.texts.giveUp(field)),
      button('Save', save, { class: 'primary', title: 'Ctrl+Enter' })));
  return field;
}
