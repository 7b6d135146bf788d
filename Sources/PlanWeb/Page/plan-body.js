// @ts-check
// The description of a plan: shown as formatted Markdown, edited as plain text.
import { button, fill, h, isEnter } from './dom.js';
import { markdown } from './markdown.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */

/** @type {Part} */
export const body = { name: 'body', words: ({ plan }) => plan.body, draw };

/** @param {PlanPanel} panel */
function draw(panel) {
  const blocks = panel.detail.body;
  const part = h('div', null, h('h3', null, 'Description',
    !panel.isFixed && button(blocks.length ? 'Edit' : 'Write', () => write(panel, part).focus(), { class: 'quiet' })),
  blocks.length ? h('div.text', null, markdown(blocks)) : h('p.hint', null, 'None yet'));
  if (!panel.isFixed && panel.texts.hasDraft('body', panel.detail.plan.body)) write(panel, part);
  return part;
}

/** @param {PlanPanel} panel @param {HTMLElement} part */
function write(panel, part) {
  const field = h('textarea.body', {
    rows: '12', 'aria-label': 'Description, in Markdown', dir: 'auto', 'data-editor': true, value: panel.detail.plan.body,
  });
  field.dataset.commit = panel.detail.commit;
  const kept = panel.texts.keep(field, 'body');
  const save = () => panel.texts.save(field, commit => panel.changes.edit({ body: field.value, commit }, 'Changed the description'));
  field.addEventListener('keydown', event => {
    if (isEnter(event) && (event.ctrlKey || event.metaKey)) { event.preventDefault(); save(); }
  });
  fill(part, h('h3', null, 'Description'), kept && h('p.hint', null, 'Not saved yet, kept by this browser.'), field,
    h('p.buttons', null, button('Discard', () => panel.texts.giveUp(field)),
      button('Save', save, { class: 'primary', title: 'Ctrl+Enter' })));
  return field;
}
