// What a plan has to do with others.
import { button, h } from './dom.js';

const KINDS = ['blocked-by:', 'blocks:', 'parent:', 'child:', 'relates:', 'commit:'];

export const links = {
  name: 'links',
  words: detail => detail.links.map(link => link.link).join(', '),
  draw,
};

function draw(panel) {
  const { detail } = panel;
  const others = [['blocks', detail.blocks], ['children', detail.children], ['related', detail.relating]].filter(([, plans]) => plans.length > 0);
  if (panel.isFixed && detail.links.length + others.length === 0) return [];
  const plan = of => button(`${of.short} ${of.title}`, () => panel.handlers.open(of.id), { class: 'link' + (of.done ? ' done' : ''), dir: 'auto' });
  return [
    h('h3', null, 'Links'),
    h('ul.links', null,
      detail.links.map(link => h('li', null, h('span', null, link.kind), link.plan ? plan(link.plan) : h('span', null, link.link),
        !panel.isFixed && button('×', () => panel.edit({ noLink: [link.link] }, 'Took off a link'), { 'aria-label': `Take off ${link.link}`, class: 'quiet' }))),
      others.map(([name, plans]) => h('li', null, h('span', null, name), plans.map(plan)))),
  ];
}

export const newLink = { name: 'new-link', draw: panel => panel.isFixed ? [] : linkForm(panel) };

function linkForm(panel) {
  const field = h('input', { type: 'text', value: '', 'aria-label': 'A new link', placeholder: 'blocked-by:ID, parent:ID, relates:ID', list: 'link-kinds' });
  panel.keep(field, 'new-link');
  return h('form', {
    onsubmit: event => {
      event.preventDefault();
      const text = field.value.trim();
      if (text) panel.save(field, commit => panel.edit({ link: [text], commit }, 'Linked'), { clears: true });
    },
  }, field, h('datalist', { id: 'link-kinds' }, KINDS.map(value => h('option', { value }))));
}
