// @ts-check
// The popover of a value that is typed: a number, a URL, a line of text, or a duration.
import { button, h } from './dom.js';
import { popover } from './popover.js';
import { tell } from './pick-list.js';

/** @typedef {import('../plan/plan-values.js').Value} Value */
/** @typedef {import('../plan/plan-values.js').Subject} Subject */

/**
 * Opens the popover. Enter and a click outside save, Escape keeps the old value.
 * @param {Value} value @param {Subject} subject @param {() => ?HTMLElement} anchor
 */
export function pickText(value, subject, anchor) {
  const before = textOf(value, subject);
  const commit = subject.commit();
  const box = h('input', {
    type: 'text',
    value: before,
    'aria-label': value.title,
    'aria-describedby': 'forms',
    autocomplete: 'off',
    dir: 'auto',
    ...value.props,
  });
  const said = h('div.said', { role: 'alert', hidden: true });
  const meanwhile = h('p.meanwhile', { role: 'status', hidden: true });
  const save = async (text = box.value.trim()) => {
    if (text === before) return pop.close();
    box.readOnly = true;
    const problem = await subject.save({ ...value.write(text), commit },
      text || 'none', () => pop.isOpen);
    box.readOnly = false;
    if (!problem) return pop.close();
    box.setAttribute('aria-invalid', 'true');
    if (pop.isOpen) tell(said, problem, save);
    return undefined;
  };
  box.addEventListener('keydown', event => {
    if (event.key === 'Enter') { event.preventDefault(); save(); }
  });
  const stop = subject.watch(() => {
    const now = textOf(value, subject);
    meanwhile.hidden = now === before;
    meanwhile.textContent = `Changed meanwhile. Now: ${now || '(nothing)'} `
      + 'If you save, both values are kept as a conflict.';
  });
  const pop = popover(value.title, 'write',
    [
      h('h2', null, value.title),
      box,
      value.quick && h('div.quick', null, value.quick.map(text => button(text, () => save(text),
        { 'aria-pressed': String(text === before) }))),
      h('p.hint', { id: 'forms' }, value.forms),
      meanwhile,
      said,
      h('p.buttons', null,
        before && button('Clear', () => save('')),
        button('Save', () => save(), { class: 'primary' })),
    ],
    { anchor, ended: stop, leave: () => !box.readOnly && box.value.trim() !== before && save() });
  box.focus();
  box.select();
}

/**
 * Returns the common value of all of the plans, as text; empty if they differ.
 * @param {Value} value @param {Subject} subject
 */
export function textOf(value, subject) {
  const texts = new Set(subject.plans().map(plan => String(value.now(plan) ?? '')));
  return texts.size === 1 ? [...texts][0] : '';
}
