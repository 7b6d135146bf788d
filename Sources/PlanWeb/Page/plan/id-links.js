// @ts-check
// Makes the ids of plans in texts links to the plans: `k7m2` as a word or in code, not in blocks of
// code or in links.
import { h } from '../controls/dom.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('../state/state.js').BoardState} BoardState */

/** The largest number of ids that are looked up at once. */
const MOST = 50;

const LETTER = 'a-hjkmnp-tv-z';

/**
 * Matches what can be an id: the digits of ids, the first one a letter. In `x-k7m2`, `k7m2.md` and
 * `a/k7m2` it is a part of another name.
 */
const ID = new RegExp(`[${LETTER}][0-9${LETTER}]{3,11}`
  + '(?![\\p{L}\\p{N}_]|[-@./:]+[\\p{L}\\p{N}_])', 'gu');

/** Matches the end of a text that no id follows. Safari has lookbehinds only since 16.4. */
const BEFORE = /[\p{L}\p{N}_@./:-]$/u;

/** Matches an id that could be a word, such as `date`. Outside code, it is one. */
const WORD = /^[a-z]{1,11}$/;
const VOWEL = /[aey]/;

/**
 * Splits a text into plans and the text between them.
 * @template Found
 * @param {string} text @param {boolean} isCode whether words can be ids, too
 * @param {(id: string) => ?Found} find returns the plan with an id
 * @returns {(string | {text: string, plan: Found})[]}
 */
export function plansIn(text, isCode, find) {
  /** @type {(string | {text: string, plan: Found})[]} */
  const parts = [];
  let start = 0;
  for (const { 0: id, index } of text.matchAll(ID)) {
    const isPart = BEFORE.test(text.slice(Math.max(0, index - 2), index));
    const plan = isPart || !isCode && WORD.test(id) && VOWEL.test(id) ? null : find(id);
    if (!plan) continue;
    parts.push(text.slice(start, index), { text: id, plan });
    start = index + id.length;
  }
  return [...parts, text.slice(start)].filter(part => part !== '');
}

/** Finds finished plans that the page has not loaded. Each id is looked up once. */
export class LookedUp {
  /** @type {Map<string, ?Card>} The plans by the ids that were looked up; null if there is none. */
  #plans = new Map();
  /** @type {?Promise<any>} The next request. */
  #next = null;
  /** @type {Set<string>} The ids of the next request. */
  #wanted = new Set();
  /** @type {Map<string, Promise<any>>} The requests of the ids that are being looked up. */
  #requests = new Map();

  /** @param {BoardState} state */
  constructor(state) { this.state = state; }

  /** @param {string} id */
  get(id) { return this.#plans.get(id); }

  /** Whether an id may be that of a plan that is not loaded. @param {string} id */
  isOpen(id) { return this.state.left > 0 && !this.#plans.has(id); }

  /**
   * Looks ids up, with one request for all texts that are drawn at once. A text that is drawn again
   * waits for the request that is under way.
   * @param {Set<string>} ids
   */
  find(ids) {
    this.#next ??= Promise.resolve().then(() => this.#find());
    const next = this.#next;
    for (const id of ids) {
      if (this.#requests.has(id) || this.#wanted.size === MOST) continue;
      this.#wanted.add(id);
      this.#requests.set(id, next);
    }
    return Promise.all([...ids].map(id => this.#requests.get(id) ?? next));
  }

  async #find() {
    const ids = [...this.#wanted];
    this.#wanted.clear();
    this.#next = null;
    if (!ids.length) return;
    try {
      /** @type {CardsDocument} */
      const { plans } = await this.state.api.get('cards', { q: `id:${ids.join(',')}` });
      for (const id of ids) {
        this.#plans.set(id, plans.find(card => card.id === id || card.short === id) ?? null);
      }
    } finally {
      for (const id of ids) this.#requests.delete(id);
    }
  }
}

/**
 * Makes the ids in a text links. Those of plans that are not loaded become links later.
 * @template {HTMLElement} Text
 * @param {Text} node @param {PlanPanel} panel @returns {Text} the node
 */
export function withPlanLinks(node, panel) {
  const unknown = linkIn(node, panel);
  // A link is a help; if the request fails, the text stays as it is.
  if (unknown.size) panel.lookedUp.find(unknown).then(() => withPlanLinks(node, panel), () => {});
  return node;
}

/**
 * Makes the ids of known plans links.
 * @param {HTMLElement} node @param {PlanPanel} panel
 * @returns {Set<string>} the ids that can be looked up
 */
function linkIn(node, { acts, id: own, lookedUp, state }) {
  /** @type {?Map<string, Card>} */
  let byID = null;
  /** @type {Set<string>} */
  const unknown = new Set();
  const find = id => {
    byID ??= new Map([...state.cards.values()].flatMap(card =>
      [[card.short, card], [card.id, card]]));
    const card = byID.get(id) ?? lookedUp.get(id);
    if (!card && lookedUp.isOpen(id)) unknown.add(id);
    return card && card.id !== own ? card : null;
  };
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {globalThis.Text} */ (walker.currentNode));
  for (const each of texts) {
    if (each.parentElement?.closest('a, pre')) continue;
    const parts = plansIn(each.data, each.parentElement?.closest('code') != null, find);
    if (parts.every(part => typeof part === 'string')) continue;
    each.replaceWith(...parts.map(part => typeof part === 'string' ? part : link(part, acts.open)));
  }
  return unknown;
}

/** @param {{text: string, plan: Card}} of @param {(id: string) => any} open */
const link = ({ text, plan }, open) => h('a', {
  href: `#${plan.id}`,
  title: plan.title,
  onclick: event => {
    // The browser opens the link in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(plan.id);
  },
}, text);
