// @ts-check
// The query box: it searches while a person types, and suggests words of the query language.
import { button, h, write } from '../controls/dom.js';
import { drawIfNew } from '../controls/keyed.js';
import { icon } from '../controls/icons.js';
import { Offers } from '../controls/offers.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

const PAUSE = 200;
const PAUSE_OF_PROBLEMS = 700;

export class QueryBox {
  /** Delays the problem, because a term that is being typed is often invalid. */
  #problemTimer = 0;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {BoardState} state
   * @param {(text: string, how: {isTyped?: boolean, isDone?: boolean}) => any} ask shows the plans
   * that a query finds
   * @param {() => any} clear shows all plans
   */
  constructor(state, ask, clear) {
    this.state = state;
    this.ask = ask;
    this.input = h('input', {
      type: 'search',
      id: 'query',
      placeholder: 'Find, or #label @person due:<1w',
      'aria-label': 'Query',
      dir: 'auto',
      value: state.query,
    });
    this.offers = new Offers(this.input, 'offers', 'Words of the query',
      async word => (await state.api.get('complete', { q: word })).words);
    this.problem = h('p.problem', { role: 'alert', hidden: true });
    this.count = h('span.matching', { role: 'status' });
    this.clear = button(icon('x'), clear,
      { class: 'icon', 'aria-label': 'Clear the query', title: 'Clear the query', hidden: true });
    this.key = h('kbd', { 'aria-hidden': 'true' }, '/');
    this.node = h('div.query', { role: 'search' }, icon('find'), this.input,
      h('span.aside', null, this.count, this.clear, this.key), this.offers.list, this.problem);
    this.input.addEventListener('input', () => {
      this.#later(() => ask(this.input.value, { isTyped: true }));
      this.offers.offer();
    });
    this.input.addEventListener('keydown', event => this.#key(event));
  }

  /**
   * Shows a query in the box.
   * @param {string} text
   */
  show(text) {
    clearTimeout(this.#timer);
    this.input.value = text;
    this.offers.hide();
  }

  /**
   * Shows how many plans match the query, or why the query is invalid.
   * @param {?import('../state/problem.js').Problem} problem
   */
  tell(problem) {
    const { cards, matches, query } = this.state;
    write(this.count, matches ? `${matches.length} of ${cards.size}`
      : cards.size === 1 ? '1 plan'
      : `${cards.size} plans`);
    const isAsked = query.trim() !== '';
    this.clear.hidden = !isAsked;
    this.key.hidden = isAsked;
    clearTimeout(this.#problemTimer);
    if (problem && this.problem.hidden && document.activeElement === this.input) {
      this.#problemTimer = window.setTimeout(() => this.#tell(problem), PAUSE_OF_PROBLEMS);
    } else this.#tell(problem);
  }

  /** @param {?import('../state/problem.js').Problem} problem */
  #tell(problem) {
    this.input.setAttribute('aria-invalid', String(Boolean(problem)));
    this.problem.hidden = !problem;
    const text = problem ? [problem.message, ...problem.hints].join('\n') : '';
    // The same problem is not announced again.
    drawIfNew(this.problem, text, () => text.split('\n').map(line => line && [line, h('br')]));
  }

  #later(work) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, PAUSE);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // In some browsers, Escape would clear a search box.
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.preventDefault();
    }
    if (this.offers.key(event)) return;
    if (event.key === 'Enter') {
      this.offers.hide();
      this.input.blur();
      this.ask(this.input.value, { isDone: true });
    }
    if (event.key === 'Escape') this.input.blur();
  }
}
