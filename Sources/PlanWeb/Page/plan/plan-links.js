// @ts-check
// The links of a plan to other plans.
import { button, h } from '../controls/dom.js';
import { dueChip, faces, stateSign } from '../controls/chips.js';
import { icon, stateIcon } from '../controls/icons.js';
import { keyed } from '../commands/keys.js';
import { meter } from './plan-checklist.js';
import { Offers } from '../controls/offers.js';
import { plansFor } from '../state/find-plans.js';
import { recentlyOpened } from '../state/recent.js';
import { tellProblem, toast } from '../controls/toast.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */
/** @typedef {import('../state/state.js').BoardState} BoardState */

/** The kinds of links, each with its name. */
const KINDS = [
  ['blocked-by', 'Blocked by'], ['blocks', 'Blocks'], ['parent', 'Parent'], ['child', 'Sub-plan'],
  ['relates', 'Related'],
];

/** @type {Map<string, string>} */
const NAMES = new Map(KINDS.map(([kind, name]) => [kind, name]));

/** Returns the name of a kind of links. @param {string} kind */
export const linkName = kind => NAMES.get(kind) ?? kind[0].toUpperCase() + kind.slice(1);

/** Matches a link in the form of the command line, which is sent unchanged. */
const LINK = /^[\w-]+:\S+$/;

/** @type {Part} */
export const links = {
  name: 'links',
  words: detail => detail.links.map(link => link.link).join(', '),
  draw: panel => [parts(panel), relations(panel)],
};

/** Returns the plans that have the open one as their parent. @param {PlanPanel} panel */
function parts(panel) {
  const { children } = panel.detail;
  if (panel.isFixed && children.length === 0) return [];
  const done = children.filter(child => child.done).length;
  return [
    h('h3', null, 'Sub-plans',
      children.length > 0
        && [meter(done / children.length), h('small', null, `${done} of ${children.length}`)],
      !panel.isFixed
        && button('Add a sub-plan', () => panel.acts.addPart(panel.id), { class: 'quiet' })),
    children.length > 0 && h('ul.links', null,
      children.map(child => h('li', null, related(panel, child)))),
  ];
}

/** Returns the other links, from the open plan and to it. @param {PlanPanel} panel */
function relations(panel) {
  const { blocks, links: own, relating } = panel.detail;
  const isEmpty = own.length + blocks.length + relating.length === 0;
  if (panel.isFixed && isEmpty) return [];
  /** @type {(name: string) => (plan: RelatedPlan) => HTMLElement} */
  const row = name => plan => h('li', null, h('span.kind', null, name), related(panel, plan));
  return [
    h('h3', null, 'Links'),
    !isEmpty && h('ul.links', null,
      own.map(link => h('li', null,
        h('span.kind', null, linkName(link.kind)),
        link.plan ? related(panel, link.plan) : h('span.link', null, link.link),
        !panel.isFixed && button(icon('x'),
          () => panel.changes.edit({ noLink: [link.link] }, 'Removed link'),
          { 'aria-label': `Remove link ${link.link}`, class: 'icon' }))),
      blocks.map(row(linkName('blocks'))),
      relating.map(row(linkName('relates')))),
  ];
}

/**
 * Returns what a row shows of another plan.
 * @param {PlanPanel} panel @param {RelatedPlan} plan
 */
function related({ acts, state }, { id, short, title, column, done }) {
  const card = state.cards.get(id);
  return [
    h('span.state', { title: column },
      card ? stateSign(state.columns, card.state) : stateIcon(done ? 'done' : 'todo')),
    button(title || '(no title)', () => acts.open(id),
      { class: `link${done ? ' done' : ''}`, dir: 'auto', title, 'data-name': `plan ${id}` }),
    h('span.id', null, short),
    card && dueChip(card, state.today),
    card && faces(card.assignees),
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
