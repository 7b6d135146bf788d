// @ts-check
// The values of a plan: quiet rows, each of which opens a popover.
import { button, h } from '../controls/dom.js';
import { icon } from '../controls/icons.js';
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

/** @param {PlanPanel} panel */
function draw(panel) {
  const { plan } = panel.detail;
  return [
    h('dl', null, valuesOf(panel.state).map(value => row(panel, value))),
    plan.aliases.length > 0 && h('p.hint', null, 'Also called ' + plan.aliases.join(', ')),
  ];
}

/** @param {PlanPanel} panel @param {Value} value */
function row(panel, value) {
  const { plan } = panel.detail;
  const shown = value.show(plan, panel.state);
  const id = `name-${value.name}`;
  const content = h('span.value', { id: `value-of-${value.name}` },
    shown || h('span.unset', null, 'None'));
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

/** @param {PlanPanel} panel @param {Value} value */
function open(panel, value) {
  const { id } = panel;
  const anchor = () => panel.id === id
    ? panel.changes.control('fields', `fields/${value.name}`)
    : null;
  /** @type {Subject} */
  const subject = {
    state: panel.state,
    names: panel.names,
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
