// @ts-check
// Builds the nodes of a Markdown text from the tree that the server has parsed.
import { h, wide } from './dom.js';

/**
 * Draws the checkbox of a task, given its line and whether it is done. Its name is the text of the
 * task.
 * @typedef {(task: {line: number, isDone: boolean, name: string}) => Node} DrawTask
 */

/** @param {Block[]} blocks @param {?DrawTask} [drawTask] if it is missing, tasks can't be ticked */
export const markdown = (blocks, drawTask = null) => blocks.map(of => block(of, drawTask, -1));

/**
 * @param {Block} of @param {?DrawTask} drawTask
 * @param {number} above the line of the enclosing item
 */
function block(of, drawTask, above) {
  switch (of.is) {
    case 'paragraph': return h('p', { dir: 'auto' }, inlines(of.text));
    case 'heading': return h(`h${Math.min(6, of.level + 3)}`, { dir: 'auto' }, inlines(of.text));
    case 'code': return h('pre', { tabindex: '0' }, h('code', null, of.code));
    case 'quote': return h('blockquote', null, of.blocks.map(each => block(each, drawTask, above)));
    case 'list': return h(of.start == null ? 'ul' : 'ol', { start: of.start },
      of.items.map(each => item(each, drawTask, above)));
    case 'table': return wide('Table', h('table', null,
      h('thead', null, h('tr', null, of.heading.map((cell, index) =>
        h('th', { class: of.alignments[index] }, inlines(cell))))),
      h('tbody', null, of.rows.map(row => h('tr', null, row.map((cell, index) =>
        h('td', { class: of.alignments[index] }, inlines(cell))))))));
    case 'rule': return h('hr');
    default: return null;
  }
}

/** @param {ListItem} of @param {?DrawTask} drawTask @param {number} above */
function item(of, drawTask, above) {
  const blocks = of.blocks.length === 1 && of.blocks[0].is === 'paragraph'
    ? inlines(of.blocks[0].text) : of.blocks.map(each => block(each, drawTask, of.line));
  if (of.done == null) return h('li', { dir: 'auto' }, blocks);
  // If two checkboxes are on one line, only the first one can be ticked.
  const box = drawTask && of.line !== above
    ? drawTask({ line: of.line, isDone: of.done, name: words(of.blocks[0]?.text ?? []) })
    : h('span', { role: 'img', 'aria-label': of.done ? 'done' : 'open' }, of.done ? '☑ ' : '☐ ');
  return h(of.done ? 'li.task.done' : 'li.task', { dir: 'auto' }, box, blocks);
}

/** Returns inline elements as plain text. @param {Inline[]} texts @returns {string} */
const words = texts =>
  texts.map(each => typeof each === 'string' ? each : each.code ?? words(each.text ?? [' ']))
    .join('').trim();

/** @param {Inline[]} texts */
const inlines = texts => texts.map(inline);

/** @param {Inline} of */
function inline(of) {
  if (typeof of === 'string') return of;
  switch (of.is) {
    case 'code': return h('code', null, of.code);
    case 'em': return h('em', null, inlines(of.text));
    case 'strong': return h('strong', null, inlines(of.text));
    case 'del': return h('del', null, inlines(of.text));
    // The server allows only the schemes http, https and mailto.
    case 'link': return h('a',
      { href: of.target, target: '_blank', rel: 'noopener noreferrer' },
      inlines(of.text));
    case 'break': return h('br');
    default: return null;
  }
}
