// @ts-check
// The rules of the board, in the settings: the text of each, and what it means in words.
import { h } from '../controls/dom.js';
import { newBox, newRow, removeButton, rowList, textBox } from './rows.js';

/** @type {import('./settings.js').Draw} */
export const drawRules = drawn => rowList('of-rules', ['Name', 'Rule'],
  drawn.shared().rules.map(({ id, text, words, fault }) => h('li.of-rules', null,
    h('strong', { dir: 'auto' }, id),
    textBox(drawn, `rule/${id}`, `Rule ${id}`, { 'aria-invalid': fault ? 'true' : null },
      () => drawn.shared().rules.find(each => each.id === id)?.text ?? text,
      (value, lines) => drawn.act('set-rule', { rule: id, text: value }, undefined, lines)),
    removeButton(`Remove the rule ${id}`, () => drawn.act('remove-rule', { rule: id })),
    h(`small${fault ? '.warning' : ''}`, { dir: 'auto' }, fault ?? words))),
  'The board has no rules.');

/** @type {import('./settings.js').Draw} */
export function drawNewRule({ act, keep }) {
  const field = (name, placeholder) =>
    newBox(`${name} of a new rule`, { required: true, placeholder });
  const [name, text] = [field('Name', 'Name'), field('Text', 'on done: due none')];
  const lines = [keep(name, 'new-rule/name', () => ''), keep(text, 'new-rule/text', () => '')];
  return newRow(() => act('add-rule',
    { rule: name.value.trim(), text: text.value.trim() }, undefined, lines),
  'Add a rule', [name, text], lines);
}
