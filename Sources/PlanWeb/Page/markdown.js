// @ts-check
// Builds the nodes of a Markdown text from the tree that the server has parsed.
import { h, wide } from './dom.js';

/** @param {Block[]} blocks */
export const markdown = blocks => blocks.map(block);

/** @param {Block} of */
function block(of) {
  switch (of.is) {
    case 'paragraph': return h('p', { dir: 'auto' }, inlines(of.text));
    case 'heading': return h(`h${Math.min(6, of.level + 3)}`, { dir: 'auto' }, inlines(of.text));
    case 'code': return h('pre', { tabindex: '0' }, h('code', null, of.code));
    case 'quote': return h('blockquote', null, markdown(of.blocks));
    case 'list': return h(of.start == null ? 'ul' : 'ol', { start: of.start }, of.items.map(item));
    case 'table': return wide('Table', h('table', null,
      h('thead', null, h('tr', null, of.heading.map((cell, index) =>
        h('th', { class: of.alignments[index] }, inlines(cell))))),
      h('tbody', null, of.rows.map(row => h('tr', null, row.map((cell, index) =>
        h('td', { class: of.alignments[index] }, inlines(cell))))))));
    case 'rule': return h('hr');
    default: return null;
  }
}

/** @param {ListItem} of */
function item(of) {
  const blocks = of.blocks.length === 1 && of.blocks[0].is === 'paragraph'
    ? inlines(of.blocks[0].text) : markdown(of.blocks);
  if (of.done == null) return h('li', { dir: 'auto' }, blocks);
  return h('li.task', { dir: 'auto' }, h('span', { role: 'img', 'aria-label': of.done ? 'done' : 'open' },
    of.done ? '☑ ' : '☐ '), blocks);
}

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
    case 'link': return h('a', { href: of.target, target: '_blank', rel: 'noopener noreferrer' }, inlines(of.text));
    case 'break': return h('br');
    default: return null;
  }
}
