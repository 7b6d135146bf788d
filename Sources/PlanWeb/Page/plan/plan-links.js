// @ts-check
// The links of a plan to other plans.
import { button, fill, h } from '../controls/dom.js';
import { icon } from '../controls/icons.js';
import { keyed } from '../commands/keys.js';
import { toast } from '../controls/toast.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */
/** @typedef {import('../state/state.js').BoardState} BoardState */

/** The kinds of links, each with its words for people. */
const KINDS = [
  ['blocked-by', 'blocked by'], ['blocks', 'blocks'], ['parent', 'part of'], ['child', 'has part'],
  ['relates', 'relates to'],
];

/** @type {Map<string, string>} */
const WORDS = new Map(KINDS.map(([kind, words]) => [kind, words]));

/** Matches a link in the form of the command line, which is sent unchanged. */
const LINK = /^[\w-]+:\S+$/;

/** The largest number of plans that are suggested. */
const MOST = 20;

/** @type {Part} */
export const links = {
  name: 'links',
  words: detail => detail.links.map(link => link.link).join(', '),
  draw,
};

/** @param {PlanPanel} panel */
function draw(panel) {
  const { detail } = panel;
  /** @type {[string, RelatedPlan[]][]} */
  const kinds = [
    ['blocks', detail.blocks],
    ['children', detail.children],
    ['related', detail.relating],
  ];
  const others = kinds.filter(([, plans]) => plans.length > 0);
  if (panel.isFixed && detail.links.length + others.length === 0) return [];
  const plan = of => button(`${of.short} ${of.title}`, () => panel.acts.open(of.id),
    { class: 'link' + (of.done ? ' done' : ''), dir: 'auto' });
  return [
    h('h3', null, 'Links'),
    h('ul.links', null,
      detail.links.map(link => h('li', null,
        h('span', null, WORDS.get(link.kind) ?? link.kind),
        link.plan ? plan(link.plan) : h('span', null, link.link),
        !panel.isFixed && button(icon('x'),
          () => panel.changes.edit({ noLink: [link.link] }, 'Removed link'),
          { 'aria-label': `Remove link ${link.link}`, class: 'icon' }))),
      others.flatMap(([name, plans]) => plans.map(each => h('li', null,
        h('span', null, name), plan(each))))),
  ];
}

/** @type {Part} */
export const newLink = { name: 'new-link', draw: panel => panel.isFixed ? [] : linkForm(panel) };

/** @param {PlanPanel} panel */
function linkForm(panel) {
  const { state } = panel;
  const kind = h('select', { 'aria-label': 'Kind of the new link' },
    KINDS.map(([value, name]) => h('option', { value }, name)));
  const field = h('input', {
    type: 'text',
    value: '',
    'aria-label': 'The plan to link to',
    placeholder: 'Link a plan, by its title or id',
    list: 'linkable',
    dir: 'auto',
    autocomplete: 'off',
    ...keyed('link'),
  });
  const offers = h('datalist', { id: 'linkable' });
  field.addEventListener('input',
    () => fill(offers, ...plansWith(state, panel.id, field.value).slice(0, MOST)
      .map(card => h('option', { value: `${card.short} ${card.title}` }))));
  panel.texts.keep(field, 'new-link');
  return h('form.new-link.new-line', {
    onsubmit: event => {
      event.preventDefault();
      const text = field.value.trim();
      if (!text) return null;
      const others = LINK.test(text) ? [] : meant(state, panel.id, text);
      if (others.length > 1) {
        return refuse(field,
          `${others.length} plans fit “${text}”: choose one of those that are offered`);
      }
      const link = LINK.test(text) ? text : `${kind.value}:${others[0]?.id ?? text}`;
      return panel.texts.save(field,
        commit => panel.changes.edit({ link: [link], commit }, 'Linked'), { clears: true });
    },
  }, icon('link'), kind, field, offers, h('button', null, 'Link'));
}

/**
 * Returns the other plans whose title contains all words of a text, or whose id begins with the
 * text.
 * @param {BoardState} state @param {string} own @param {string} text
 */
function plansWith(state, own, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return [...state.cards.values()].filter(card => card.id !== own
    && words.every(word => card.title.toLowerCase().includes(word) || card.id.startsWith(word)));
}

/**
 * Returns the plans that a text may refer to: the plan whose id begins with the text, or else the
 * plans whose title contains its words.
 * @param {BoardState} state @param {string} own @param {string} text
 */
export function meant(state, own, text) {
  const [first] = text.split(/\s/);
  const named = [...state.cards.values()].find(card => card.short === first || card.id === first);
  return named ? [named] : plansWith(state, own, text);
}

function refuse(field, words) {
  field.setAttribute('aria-invalid', 'true');
  toast(words);
}
