// The fields of a plan, each saved as soon as it is left.
import { PRIORITIES } from './state.js';
import { h } from './dom.js';
import { labelsOf, members as membersOf } from './fields.js';
import { offerNames } from './names.js';

export const fields = {
  name: 'fields',
  words: ({ column, plan }) => [
    column, plan.due, plan.priority, plan.owner, plan.estimate, ...plan.assignees, ...plan.labels.map(label => `#${label}`),
  ].filter(value => value != null).join(', '),
  draw,
};

function draw(panel) {
  const { plan } = panel.detail;
  const columns = panel.state.columns.map(column => [column.id, column.title]);
  return [
    select(panel, 'Column', 'column', columns, plan.state),
    text(panel, 'Due', 'due', plan.due, { placeholder: 'fri, 2w, 2026-12-24' }),
    select(panel, 'Priority', 'priority', [...PRIORITIES, 'none'].map(each => [each, each]), plan.priority ?? 'none'),
    text(panel, 'Owner', 'owner', plan.owner, { list: 'people', placeholder: '@me' }),
    members(panel, 'Assigned', 'assignees', plan.assignees, 'people', membersOf),
    members(panel, 'Labels', 'labels', plan.labels, 'labels', labelsOf),
    text(panel, 'Estimate', 'estimate', plan.estimate == null ? '' : String(plan.estimate), { inputmode: 'numeric' }),
    plan.aliases.length > 0 && h('p.hint', null, 'Also called ' + plan.aliases.join(', ')),
  ];
}

const row = (name, control) => h('label.field', null, h('span', null, name), control);

function select(panel, name, field, values, now) {
  return row(name, h('select', {
    disabled: panel.isFixed,
    onchange: ({ target }) => panel.edit({ [field]: target.value }, `${name}: ${target.selectedOptions[0].text}`),
  }, values.map(([value, label]) => h('option', { value, selected: value === now }, label))));
}

/** @param {(text: string) => any} read makes a value of what was written */
function written(panel, name, field, value, read, props, offer = () => null) {
  const input = h('input', {
    type: 'text', value, readonly: panel.isFixed, dir: 'auto', ...props,
    onchange: ({ target }) => panel.save(target, commit =>
      panel.edit({ [field]: read(target.value), commit }, `${name}: ${target.value.trim() || 'none'}`)),
  });
  return row(name, [input, offer(input)]);
}

const text = (panel, name, field, now, props) => written(panel, name, field, now ?? '', words => words.trim() || 'none', props);

const members = (panel, name, field, now, names, read) => written(panel, name, field, now.join(', '),
  read, { placeholder: 'separated by commas' }, input => offerNames(input, `offered-${field}`, () => panel.handlers.names()[names]));
