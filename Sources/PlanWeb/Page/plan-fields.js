// @ts-check
// The fields of a plan. Each is saved when it loses the focus.
import { PRIORITIES } from './state.js';
import { h } from './dom.js';
import { labelsOf, members as membersOf, phasesOf } from './fields.js';
import { offerNames } from './names.js';
import { custom, customWords } from './plan-custom.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */
/** @typedef {import('./dom.js').Child} Child */

/** @type {Part} */
export const fields = {
  name: 'fields',
  words: ({ column, plan }, state) => [
    column, ...state.properties.map(({ name }) => plan[name]), ...state.fields.map(({ id }) => plan.custom[id] ?? []).flat().map(customWords), ...plan.assignees, ...plan.labels.map(label => `#${label}`),
  ].filter(value => value != null).join(', '),
  draw,
};

/** @param {PlanPanel} panel */
function draw(panel) {
  const { plan } = panel.detail;
  const columns = panel.state.columns.map(column => [column.id, column.title]);
  return [
    select(panel, 'Column', 'column', columns, plan.state),
    ...panel.state.properties.map(each => property(panel, each, plan[each.name])),
    ...panel.state.fields.map(each => custom(panel, each)),
    members(panel, 'Assigned', 'assignees', plan.assignees, 'people', membersOf),
    members(panel, 'Labels', 'labels', plan.labels, 'labels', labelsOf),
    plan.aliases.length > 0 && h('p.hint', null, 'Also called ' + plan.aliases.join(', ')),
  ];
}

/**
 * Returns the control for a property, by the type of its values.
 * @param {PlanPanel} panel @param {Property} each @param {any} now its value
 */
function property(panel, { name, title, kind, forms, choices = [] }, now) {
  if (kind === 'priority') {
    return select(panel, title, name, [...PRIORITIES, 'none'].map(each => [each, each]), now ?? 'none');
  }
  if (kind === 'phase') return select(panel, title, name, phasesOf(choices, now), now ?? 'none');
  const props = { day: {}, number: { inputmode: 'numeric' }, person: { list: 'people', oninput: () => panel.names.read() }, moment: {}, repetition: {} }[kind];
  return text(panel, title, name, now == null ? '' : String(now), { placeholder: forms, ...props });
}

const row = (name, control) => h('label.field', null, h('span', null, name), control);

function select(panel, name, field, values, now) {
  return row(name, h('select', {
    disabled: panel.isFixed,
    onchange: ({ target }) => panel.choose(target, 'edit', { plans: [panel.id], [field]: target.value }, `${name}: ${target.selectedOptions[0].text}`),
  }, values.map(([value, label]) => h('option', { value, selected: value === now }, label))));
}

/**
 * Returns a text field.
 * @param {PlanPanel} panel
 * @param {string} name the label for people
 * @param {string} field the name of the value in an edit
 * @param {string} value
 * @param {(text: string) => any} read converts the text to a value
 * @param {Record<string, any>} props
 * @param {(input: HTMLInputElement) => Child} [offer] returns a list of suggestions for it
 */
function written(panel, name, field, value, read, props, offer = _ => null) {
  const input = h('input', {
    type: 'text', value, readonly: panel.isFixed, dir: 'auto', ...props,
    onchange: ({ target }) => panel.save(target, commit =>
      panel.edit({ [field]: read(target.value), commit }, `${name}: ${target.value.trim() || 'none'}`)),
  });
  return row(name, [input, offer(input)]);
}

const text = (panel, name, field, now, props) => written(panel, name, field, now ?? '', words => words.trim() || 'none', props);

const members = (panel, name, field, now, names, read) => written(panel, name, field, now.join(', '),
  read, { placeholder: 'separated by commas' }, input => offerNames(input, `offered-${field}`, panel.names.of(names)));
