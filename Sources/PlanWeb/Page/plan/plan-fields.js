// @ts-check
// The values of a plan: quiet rows, each of which opens a popover. A value that most plans lack has
// a row only if it is set; a menu adds the others.
import { button, h } from '../controls/dom.js';
import { draftChip } from '../controls/chips.js';
import { draftOf } from '../state/drafts.js';
import { icon } from '../controls/icons.js';
import { menu } from '../controls/menu.js';
import { customWords, valuesOf } from './plan-values.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */
/** @typedef {import('./plan-values.js').Value} Value */
/** @typedef {import('./plan-values.js').Subject} Subject */

/** @type {Part} */
export const fields = {
  name: 'fields',
  words: ({ column, plan }, state) => [
    column,
    ...state.properties.map(({ name }) => plan[name]),
    ...state.fields.map(({ id }) => plan.custom[id] ?? []).flat().map(customWords),
    ...plan.assignees,
    ...plan.labels.map(label => `#${label}`),
  ].filter(value => value != null).join(', '),
  draw,
};

/** The values that have a row on each plan. */
const ALWAYS = ['column', 'assignees', 'priority', 'due', 'labels'];

/**
 * Whether a value has a row: readers see only what is set.
 * @param {PlanPanel} panel @param {Value} value
 */
function isShown({ added, detail: { plan }, state }, value) {
  if (value.show(plan, state)) return true;
  return !state.server.published && (ALWAYS.includes(value.name) || added.has(value.name)
    || draftOf(state, `${plan.id}/${value.name}`) != null);
}

/** @param {PlanPanel} panel */
function draw(panel) {
  const { plan } = panel.detail;
  const values = valuesOf(panel.state);
  const others = values.filter(value => !isShown(panel, value));
  // A lease is the end of an owner's claim.
  const offered = others.filter(({ name }) => name !== 'lease' || plan.owner != null);
  return [
    h('dl', null, values.filter(value => !others.includes(value)).map(value => row(panel, value))),
    !panel.isFixed && offered.length > 0 && button([icon('plus'), 'Add a field'],
      () => menu('Add a field', offered.map(value =>
        ({ label: value.title, act: () => add(panel, value) }))),
      { class: 'quiet add-field', 'aria-haspopup': 'dialog' }),
    plan.aliases.length > 0 && h('p.hint', null, 'Also called ' + plan.aliases.join(', ')),
  ];
}

/** @param {PlanPanel} panel @param {Value} value */
function row(panel, value) {
  const { plan } = panel.detail;
  const shown = value.show(plan, panel.state);
  const id = `name-${value.name}`;
  const isDrafted = !panel.isFixed && draftOf(panel.state, `${plan.id}/${value.name}`) != null;
  const content = h('span.value', { id: `value-of-${value.name}` },
    shown || h('span.unset', null, 'None'), isDrafted && draftChip());
  const control = panel.isFixed
    ? h('span.prop', null, content)
    : button(content, () => open(panel, value), {
      class: 'prop',
      'data-name': value.name,
      'aria-haspopup': 'dialog',
      'aria-expanded': 'false',
      'aria-labelledby': `${id} value-of-${value.name}`,
    });
  const address = value.address?.(plan);
  return h('div.field', { title: value.help },
    h('dt', { id, dir: 'auto' }, value.title),
    h('dd', null, control, address && h('a.open', {
      href: address,
      target: '_blank',
      rel: 'noopener noreferrer',
      'aria-label': `Open ${value.title}`,
      title: address,
    }, icon('link'))));
}

/** Shows the row of a value that is not set. @param {PlanPanel} panel @param {Value} value */
function add(panel, value) {
  panel.added.add(value.name);
  panel.redraw('fields');
  controlOf(panel, value)?.focus();
  open(panel, value);
}

/** @param {PlanPanel} panel @param {Value} value */
const controlOf = (panel, value) => panel.changes.control('fields', `fields/${value.name}`);

/** @param {PlanPanel} panel @param {Value} value */
function open(panel, value) {
  const { id } = panel;
  const anchor = () => panel.id === id ? controlOf(panel, value) : null;
  // A value that is removed keeps its row, with the focus.
  panel.added.add(value.name);
  /** @type {Subject} */
  const subject = {
    state: panel.state,
    names: panel.names,
    about: id,
    plans: () => [panel.detail.plan],
    commit: () => panel.detail.commit,
    watch: draw => panel.watch(draw),
    save: (values, words, isWaiting) => panel.changes.choose(anchor(), 'edit',
      { plans: [id], ...values },
      () => `${value.title}: ${(typeof words === 'function' ? words() : words) || 'none'}`,
      isWaiting),
  };
  value.pick(value, subject, anchor);
}
