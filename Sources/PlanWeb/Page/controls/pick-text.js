// @ts-check
// The popover of a value that is typed: a number, a URL, a line of text, or a duration.
import { button, h } from './dom.js';
import { KeptLine } from './kept-line.js';
import { popover } from './popover.js';
import { draftName, tell } from './pick-list.js';

/** @typedef {import('../plan/plan-values.js').Value} Value */
/** @typedef {import('../plan/plan-values.js').Subject} Subject */

/**
 * Opens the popover. Enter and a click outside save, Escape keeps the old value. What is typed is
 * kept as a draft until it is saved or discarded.
 * @param {Value} value @param {Subject} subject @param {() => ?HTMLElement} anchor
 */
export function pickText(value, subject, anchor) {
  const now = () => textOf(value, subject);
  const before = now();
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
  const line = new KeptLine(box, subject.state, draftName(value, subject),
    { saved: now, commit: subject.commit, again: () => pickText(value, subject, anchor) });
  const close = () => { line.end(); pop.close(); };
  const save = async (text = box.value.trim()) => {
    if (text === now()) return close();
    box.readOnly = true;
    const problem = await subject.save({ ...value.write(text), commit: line.commit },
      text || 'none', () => pop.isOpen);
    box.readOnly = false;
    if (!problem) return close();
    box.setAttribute('aria-invalid', 'true');
    if (pop.isOpen) tell(said, problem, save);
    return undefined;
  };
  box.addEventListener('keydown', event => {
    if (event.key === 'Enter') { event.preventDefault(); save(); }
  });
  const stop = subject.watch(() => line.draw());
  const pop = popover(value.title, 'write',
    [
      h('h2', null, value.title),
      box,
      value.quick && h('div.quick', null, value.quick.map(text => button(text, () => save(text),
        { 'aria-pressed': String(text === before) }))),
      h('p.hint', { id: 'forms' }, value.forms),
      line.note,
      said,
      h('p.buttons', null,
        before && !value.isRequired && button('Clear', () => save('')),
        button('Save', () => save(), { class: 'primary' })),
    ],
    {
      anchor,
      ended: stop,
      leave: () => !box.readOnly && box.value.trim() !== now() && save(),
      discard: () => line.discard(),
    });
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
