// @ts-check
// The links of a plan to other plans.
import { button, h } from '../controls/dom.js';
import { icon } from '../controls/icons.js';
import { keyed } from '../commands/keys.js';
import { Offers } from '../controls/offers.js';
import { plansFor } from '../state/find-plans.js';
import { recentlyOpened } from '../state/recent.js';
import { stateSign } from '../controls/chips.js';
import { tellProblem, toast } from '../controls/toast.js';

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
  const rest = kinds.filter(([, plans]) => plans.length > 0);
  if (panel.isFixed && detail.links.length + rest.length === 0) return [];
  const plan = of => button(`${of.short} ${of.title}`, () => panel.acts.open(of.id),
    { class: 'link' + (of.done ? ' done' : ''), dir: 'auto' });
  return [
    h('h3', null, 'Links', !panel.isFixed
      && button('Add a sub-plan', () => panel.acts.addPart(panel.id), { class: 'quiet' })),
    h('ul.links', null,
      detail.links.map(link => h('li', null,
        h('span', null, WORDS.get(link.kind) ?? link.kind),
        link.plan ? plan(link.plan) : h('span', null, link.link),
        !panel.isFixed && button(icon('x'),
          () => panel.changes.edit({ noLink: [link.link] }, 'Removed link'),
          { 'aria-label': `Remove link ${link.link}`, class: 'icon' }))),
      rest.flatMap(([name, plans]) => plans.map(each => h('li', null,
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
    dir: 'auto',
    ...keyed('link'),
  });
  const offers = new Offers(field, 'linkable', 'Plans', async text => offered(panel, text), true,
    () => field.form.requestSubmit());
  const offer = () => offers.offer().then(() => offers.list.scrollIntoView({ block: 'nearest' }));
  field.addEventListener('input', offer);
  // When they are there, what is typed next finds finished plans as well.
  field.addEventListener('focus', () => state.loadRest().catch(tellProblem));
  field.addEventListener('keydown', event => offers.key(event));
  panel.texts.keep(field, 'new-link');
  return h('form.new-link.new-line', {
    onsubmit: async event => {
      event.preventDefault();
      const text = field.value.trim();
      offers.hide();
      if (!text) return null;
      // A finished plan that is not loaded yet may fit as well.
      try { await state.loadRest(); } catch (problem) { return tellProblem(problem); }
      const plans = LINK.test(text) ? [] : meant(state, panel.id, text);
      if (plans.length > 1) {
        field.focus();
        offer();
        return refuse(field,
          `${plans.length} plans fit “${text}”: choose one of those that are offered`);
      }
      const link = LINK.test(text) ? text : `${kind.value}:${plans[0]?.id ?? text}`;
      return panel.texts.save(field,
        commit => panel.changes.edit({ link: [link], commit }, 'Linked'), { clears: true });
    },
  }, icon('link'), kind, h('div.linking', null, field, offers.list), h('button', null, 'Link'));
}

/**
 * Returns suggestions for the plan to link to. Their texts begin with the id, so that they have one
 * meaning.
 * @param {PlanPanel} panel @param {string} text @returns {import('../controls/offers.js').Offer[]}
 */
function offered({ id, state }, text) {
  if (LINK.test(text)) return [];
  return plansFor(others(state, id), text, recentlyOpened(state)).map(card => ({
    text: `${card.short} ${card.title}`,
    label: card.title || '(no title)',
    about: card.short,
    sign: () => stateSign(state.columns, card.state),
    goesOn: false,
  }));
}

/** Returns the plans except one. @param {BoardState} state @param {string} own */
const others = (state, own) => [...state.cards.values()].filter(card => card.id !== own);

/**
 * Returns the plans that a text may refer to: the plan whose id is its first word, or else all that
 * match.
 * @param {BoardState} state @param {string} own @param {string} text
 */
export function meant(state, own, text) {
  const [first] = text.split(/\s/);
  const plans = others(state, own);
  const named = plans.find(card => card.short === first || card.id === first);
  return named ? [named] : plansFor(plans, text, [], Infinity);
}

function refuse(field, words) {
  field.setAttribute('aria-invalid', 'true');
  toast(words);
}
