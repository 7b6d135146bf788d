// @ts-check
// The fields that the board defines, in the panel of a plan. Each control fits the kind of its field.
import { h } from './dom.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */

const NONE = '';

/**
 * Returns the value of a field as people read it.
 * @param {any} value
 */
export const customWords = value => Array.isArray(value) ? value.join(', ') : value === true ? 'yes' : value === false ? 'no' : String(value);

/**
 * Returns the control of a field.
 * @param {PlanPanel} panel @param {CustomField} field
 */
export function custom(panel, field) {
  const now = panel.detail.plan.custom[field.id];
  const control = {
    choice: () => select(panel, field, field.options, now ?? NONE, text => text || null),
    'yes-no': () => select(panel, field, ['yes', 'no'], now == null ? NONE : customWords(now), text => text === NONE ? null : text === 'yes'),
    choices: () => boxes(panel, field, now),
  }[field.kind]?.() ?? input(panel, field, now == null ? '' : customWords(now));
  if (field.kind === 'choices') return h('fieldset.field', { title: field.help }, h('legend', null, field.title), control);
  return h('label.field', { title: field.help }, h('span', { dir: 'auto' }, field.title), control);
}

/**
 * Writes a value, or null to clear the field.
 * @param {PlanPanel} panel @param {CustomField} field @param {any} value
 * @param {string} words what the message about it says @param {string} [commit]
 */
const write = (panel, field, value, words, commit) =>
  panel.edit({ custom: { [field.id]: value }, ...(commit && { commit }) }, `${field.title}: ${words || 'none'}`);

/** Writes a value that the control shows already. */
const pick = (panel, control, field, value, words) =>
  panel.choose(control, 'edit', { plans: [panel.id], custom: { [field.id]: value } }, `${field.title}: ${words || 'none'}`);

function select(panel, field, options, now, read) {
  return h('select', {
    disabled: panel.isFixed,
    onchange: ({ target }) => pick(panel, target, field, read(target.value), target.value),
  }, [NONE, ...options].map(value => h('option', { value, selected: value === now }, value || 'none')));
}

/** Returns a checkbox for each option: each is written alone, so that what others add stays. */
function boxes(panel, field, now) {
  return h('span.options', null, field.options.map(option => h('label', { dir: 'auto' },
    h('input', {
      type: 'checkbox', checked: now.includes(option), disabled: panel.isFixed,
      onchange: ({ target }) => pick(panel, target, field, { [target.checked ? 'add' : 'remove']: [option] }, (target.checked ? '+' : '−') + option),
    }), option)));
}

function input(panel, field, now) {
  const props = {
    number: { inputmode: 'decimal' }, day: { placeholder: 'fri, 2w, 2026-12-24' }, url: { inputmode: 'url', placeholder: 'https://…' },
    person: { list: 'people', placeholder: 'a name, @me', oninput: () => panel.names.read() },
  }[field.kind] ?? { placeholder: field.help };
  const box = h('input', {
    type: 'text', value: now, readonly: panel.isFixed, dir: 'auto', ...props,
    onchange: ({ target }) => panel.save(target, commit => write(panel, field, target.value.trim() || null, target.value.trim(), commit)),
  });
  return field.kind === 'url' && now
    ? [box, h('a.open', { href: now, target: '_blank', rel: 'noopener noreferrer', 'aria-label': `Open ${field.title}` }, '↗')] : box;
}
