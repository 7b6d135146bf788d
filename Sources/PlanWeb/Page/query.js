// @ts-check
// The query box: it searches while a person types, and suggests words of the query language.
import { button, fill, h, isEnter, write } from './dom.js';
import { icon } from './icons.js';

/** @typedef {import('./state.js').BoardState} BoardState */
/**
 * A suggestion for the next word of the query.
 * @typedef {{text: string, about: string, goesOn: boolean}} Offer
 */

const PAUSE = 200;

/**
 * Returns what there is to say about the plans that a query finds; empty if all of them have cards.
 * @param {boolean} isEmpty whether no plan on the page matches @param {number} deletedCount
 */
export function matchWords(isEmpty, deletedCount) {
  if (deletedCount === 0) return isEmpty ? 'No plan matches.' : '';
  const plans = deletedCount === 1 ? '1 deleted plan matches' : `${deletedCount} deleted plans match`;
  return `${plans}. The page does not show deleted plans; 'pmgit list' does.`;
}

export class QueryBox {
  /** @type {Offer[]} */
  #offers = [];
  /** The index of the selected suggestion; -1 for none. */
  #active = -1;
  /** The problem that is shown, so that it is not announced again. */
  #said = '';
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {BoardState} state
   * @param {(text: string, how: {isTyped?: boolean, isDone?: boolean}) => any} ask shows the plans that a query finds
   * @param {() => any} save saves the query as a view
   */
  constructor(state, ask, save) {
    this.state = state;
    this.ask = ask;
    this.input = h('input', {
      type: 'search', id: 'query', placeholder: 'Find, or #label @person due:<1w', 'aria-label': 'Query',
      role: 'combobox', 'aria-expanded': 'false', 'aria-controls': 'offers', 'aria-autocomplete': 'list',
      autocomplete: 'off', spellcheck: 'false', dir: 'auto', value: state.query,
    });
    this.list = h('ul', { id: 'offers', role: 'listbox', 'aria-label': 'Words of the query', hidden: true });
    this.problem = h('p.problem', { role: 'alert', hidden: true });
    this.count = h('span.matching', { role: 'status' });
    this.keep = button(icon('keep'), save, { class: 'icon', 'aria-label': 'Save as a view', title: 'Save as a view', hidden: true });
    this.clear = button(icon('x'), () => this.ask('', { isDone: true }), { class: 'icon', 'aria-label': 'Clear the query', title: 'Clear the query', hidden: true });
    this.key = h('kbd', { 'aria-hidden': 'true' }, '/');
    this.node = h('div.query', { role: 'search' }, icon('find'), this.input,
      h('span.aside', null, this.count, this.keep, this.clear, this.key), this.list, this.problem);
    this.input.addEventListener('input', () => { this.#later(() => ask(this.input.value, { isTyped: true })); this.#offer(); });
    this.input.addEventListener('keydown', event => this.#key(event));
    this.input.addEventListener('blur', () => setTimeout(() => this.#hide(), 150));
  }

  /**
   * Sets the query in the box.
   * @param {string} text
   */
  show(text) {
    clearTimeout(this.#timer);
    this.input.value = text;
    this.#hide();
  }

  /**
   * Shows why a query can't be read, that it finds nothing, or that it finds plans without a card.
   * @param {?import('./problem.js').Problem} problem @param {boolean} isEmpty
   * @param {number} deletedCount the number of deleted plans that it finds
   */
  tell(problem, isEmpty, deletedCount) {
    const { cards, isReadOnly, matches, query } = this.state;
    write(this.count, matches ? `${matches.length} of ${cards.size}` : cards.size === 1 ? '1 plan' : `${cards.size} plans`);
    const isAsked = query.trim() !== '';
    this.clear.hidden = !isAsked;
    this.key.hidden = isAsked;
    this.keep.hidden = !isAsked || problem != null || isReadOnly;
    const found = matchWords(isEmpty, deletedCount);
    this.input.setAttribute('aria-invalid', String(Boolean(problem)));
    this.problem.hidden = !problem && !found;
    const key = problem ? [problem.message, ...problem.hints].join('\n') : found;
    // The same is not told again, and a button in it keeps the focus.
    if (key === this.#said) return;
    this.#said = key;
    fill(this.problem, problem ? key.split('\n').flatMap(line => [line, h('br')])
      : found && [`${found} `, button('Clear the query', () => this.ask('', { isDone: true }))]);
  }

  #later(work) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, PAUSE);
  }

  async #offer() {
    const typed = this.input.value.slice(0, this.input.selectionStart ?? undefined);
    const word = /\S*$/.exec(typed)[0];
    if (!word) return this.#hide();
    /** @type {Offer[]} */
    let words;
    try { ({ words } = await this.state.api.get('complete', { q: word })); } catch { return this.#hide(); }
    if (typed !== this.input.value.slice(0, this.input.selectionStart ?? undefined)) return;
    this.#offers = words.slice(0, 12).filter(offer => offer.text !== word);
    this.#active = -1;
    this.#draw();
  }

  #draw() {
    const isOpen = this.#offers.length > 0;
    this.list.hidden = !isOpen;
    this.input.setAttribute('aria-expanded', String(isOpen));
    fill(this.list, ...this.#offers.map((offer, index) => h('li', {
      role: 'option', id: `offer-${index}`, 'aria-selected': String(index === this.#active),
      onmousedown: event => { event.preventDefault(); this.#take(offer); },
    }, h('span', { dir: 'auto' }, offer.text), h('small', { dir: 'auto' }, offer.about))));
    if (this.#active >= 0) this.input.setAttribute('aria-activedescendant', `offer-${this.#active}`);
    else this.input.removeAttribute('aria-activedescendant');
  }

  #hide() { this.#offers = []; this.#draw(); }

  /** @param {Offer} offer */
  #take(offer) {
    const end = this.input.selectionStart;
    const start = end - /\S*$/.exec(this.input.value.slice(0, end))[0].length;
    const text = offer.text + (offer.goesOn ? '' : ' ');
    this.input.setRangeText(text, start, end, 'end');
    this.input.dispatchEvent(new Event('input'));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.#offers.length) {
      event.preventDefault();
      this.#active = (this.#active + step + this.#offers.length) % this.#offers.length;
      return this.#draw();
    }
    const offer = this.#offers[this.#active];
    if (event.key === 'Tab' && offer || isEnter(event) && offer) {
      event.preventDefault();
      return this.#take(offer);
    }
    if (isEnter(event)) {
      this.#hide();
      this.input.blur();
      this.ask(this.input.value, { isDone: true });
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      // In some browsers, Escape would empty a search box.
      event.preventDefault();
      if (this.#offers.length) this.#hide(); else this.input.blur();
    }
  }
}
