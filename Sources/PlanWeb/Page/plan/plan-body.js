// @ts-check
// The description of a plan: shown as formatted Markdown. A click turns it into the field of its
// plain text, at the same place. Its tasks can be ticked.
import { button, fill, h } from '../controls/dom.js';
import { formatBar } from '../controls/format-bar.js';
import { Problem } from '../state/problem.js';
import { icon } from '../controls/icons.js';
import { keyed } from '../commands/keys.js';
import { markdown } from '../controls/markdown.js';
import { mentioning } from './mentions.js';
import { released } from '../controls/menu.js';
import { isUnsaved, sendBy } from '../controls/parts.js';
import { stay } from '../controls/kept-line.js';
import { tellProblem } from '../controls/toast.js';
import { withMentions } from './mention-marks.js';
import { withPlanLinks } from './id-links.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */

/** @type {Part} */
export const body = { name: 'body', words: ({ plan }) => plan.body, draw };

/** @param {PlanPanel} panel */
function draw(panel) {
  const { body: blocks, plan } = panel.detail;
  if (panel.isFixed) {
    return [h('h3', null, 'Description'),
      blocks.length ? text(panel) : h('p.hint', null, 'None yet')];
  }
  if (!blocks.length || panel.texts.hasDraft('body', plan.body)) return written(panel);
  const part = h('div');
  const write = (offset, height) => {
    const shown = written(panel, height);
    fill(part, shown);
    const field = part.querySelector('textarea');
    // The part is not drawn again while the field is open.
    field.dataset.editor = '';
    field.focus({ preventScroll: true });
    field.setSelectionRange(offset, offset);
  };
  const shown = text(panel);
  shown.classList.add('writable');
  shown.addEventListener('click', event => {
    const offset = clicked(event, shown, plan.body);
    if (offset != null) write(offset, shown.offsetHeight);
  });
  return fill(part, h('h3', null, 'Description',
    button(icon('edit'), () => write(plan.body.length, shown.offsetHeight),
      { class: 'icon', 'aria-label': 'Edit the description', ...keyed('body') })),
  shown);
}

/** @param {PlanPanel} panel */
const text = panel => withMentions(withPlanLinks(
  h('div.text', null, markdown(panel.detail.body, task => box(panel, task))), panel), panel.names);

/** What does something else when it is clicked. */
const CONTROLS = 'a, button, input, label, summary';

/**
 * Returns the place in a text that was clicked where the text is shown; null if a control was
 * clicked, or if the click ended a selection.
 * @param {MouseEvent} event @param {Element} shown @param {string} source
 */
function clicked(event, shown, source) {
  const isControl = /** @type {Element} */ (event.target).closest(CONTROLS);
  if (isControl || !getSelection().isCollapsed || event.ctrlKey || event.metaKey) return null;
  const { clientX, clientY } = event;
  const at = /** @type {any} */ (document).caretPositionFromPoint?.(clientX, clientY);
  const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  let before = '';
  let last = null;
  while (at && texts.nextNode()) {
    const { data, parentElement } = /** @type {Text} */ (texts.currentNode);
    const block = parentElement.closest(BLOCKS);
    if (block !== last) before += '\n';
    last = block;
    if (texts.currentNode === at.offsetNode) {
      return placeOf(before + data.slice(0, at.offset), source);
    }
    before += data;
  }
  return source.length;
}

/** The elements whose texts are apart. */
const BLOCKS = 'p, li, h4, h5, h6, td, th, pre';

/**
 * Returns the place in a Markdown text that follows the words of its formatted text.
 * @param {string} before the formatted text before that place @param {string} source
 */
export function placeOf(before, source) {
  let place = 0;
  for (const word of before.split(/\s+/).filter(Boolean)) {
    const found = source.indexOf(word, place);
    // A word may be written in another way, such as a character by its name.
    if (found >= 0) place = found + word.length;
  }
  // After a space, the place is at the beginning of the next word.
  const isBetween = /\s$/.test(before);
  return isBetween ? place + /^\s*/.exec(source.slice(place))[0].length : place;
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

/**
 * Returns the field of the description. Leaving it, Ctrl+Enter and a button save. Escape leaves it
 * and keeps the text as a draft.
 * @param {PlanPanel} panel @param {number} [height] its least height
 */
function written(panel, height = 0) {
  const field = h('textarea.text', {
    rows: '3',
    'aria-label': 'Description, in Markdown',
    placeholder: 'Add a description…',
    dir: 'auto',
    value: panel.detail.plan.body,
    ...keyed('body'),
  });
  field.style.minHeight = `${height}px`;
  const completed = mentioning(field, panel.names, 'mentions-body');
  const kept = panel.texts.keep(field, 'body');
  let isKept = false;
  let isByKey = false;
  // A key that ends the field leaves the focus where the text is shown.
  const returnFocus = () => {
    const isFree = isByKey && document.activeElement === document.body;
    if (isFree) panel.node('body')?.querySelector('button')?.focus({ preventScroll: true });
  };
  const save = () => panel.texts.save(field, async commit => {
    const answer = await panel.changes.edit({ body: field.value, commit },
      'Changed the description');
    await released();
    return answer;
  }).then(returnFocus);
  field.addEventListener('keydown', ({ key }) => { isByKey = isKept = key === 'Escape'; });
  const end = () => { isByKey = true; field.blur(); };
  sendBy(field, end);
  // The button of a draft saves. The browser's own event also comes when the window loses the
  // focus, and then the person may go on.
  field.addEventListener('change', event => { if (!event.isTrusted) save(); });
  field.addEventListener('blur', async () => {
    if (document.activeElement === field) return;
    if (!isKept && isUnsaved(field)) { save(); return; }
    await released();
    if (document.activeElement === field || !field.isConnected) return;
    panel.redraw('body');
    if (!isUnsaved(field)) returnFocus();
  });
  // Tab leaves the field, which saves, so that the button is for pointers only.
  const foot = h('p.buttons.foot', null,
    h('small', null, h('kbd', null, 'Ctrl+Enter'), ' saves, ', h('kbd', null, 'Esc'),
      ' keeps a draft'),
    button('Save', end, { class: 'primary', tabindex: '-1', onmousedown: stay }));
  return [h('h3', null, 'Description', h('small', null, 'Markdown'), formatBar(field)),
    completed, foot, kept];
}
