// @ts-check
// The differences between the shown moment and another one: the present, or a moment that the
// person chose.
import { button, fill, h, moment } from '../controls/dom.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

const MOST = 30;

export class Differences {
  /** @type {?{at: string, time: number}} The other moment; null for now. */
  #other = null;
  /** @type {?string} The shown comparison, so that it is requested only once. */
  #key = null;

  /** @param {BoardState} state @param {(id: string) => any} open shows a plan beside the board */
  constructor(state, open) {
    this.state = state;
    this.open = open;
    this.node = h('ul.differences', { 'aria-label': 'What differs' });
  }

  /**
   * Sets the moment to compare with.
   * @param {?string} at @param {number} time in milliseconds
   */
  keep(at, time) {
    this.#other = { at, time };
    return this.show(at, time);
  }

  forget() {
    this.#other = null;
    this.#key = null;
    this.state.differ(null);
  }

  /**
   * @param {?string} at the moment that is shown, null for the present
   * @param {number} time the same moment in milliseconds
   */
  async show(at, time) {
    const other = this.#other;
    const key = JSON.stringify([at, other?.at, at == null || !other ? this.state.newest : null]);
    if (key === this.#key) return undefined;
    this.#key = key;
    if (at === (other?.at ?? null)) {
      this.state.differ(null);
      return fill(this.node, other && h('li', null,
        `Go to another moment to compare it with ${moment(other.time)} `,
        this.#toNow(at, time)));
    }
    const [from, to] = (other?.time ?? Infinity) < time ? [other.at, at] : [at, other?.at];
    /** @type {{plans: PlanDifference[]}} */
    let found;
    try { found = await this.state.api.get('diff', { from, to }); } catch (problem) {
      return fill(this.node, h('li', null, problem.message));
    }
    if (this.state.at !== at || this.#other !== other) return undefined;
    return this.#draw(found.plans.filter(plan => plan.plan), other, at, time);
  }

  /** @param {PlanDifference[]} plans */
  #draw(plans, other, at, time) {
    this.state.differ(plans.map(plan => [plan.plan, words(plan.changes, this.state)]));
    const than = other ? moment(other.time) : 'now';
    fill(this.node,
      h('li', null,
        h('strong', null, plans.length === 1
          ? `1 plan differs from ${than}`
          : `${plans.length} plans differ from ${than}`),
        other && [' ', this.#toNow(at, time)]),
      plans.slice(0, MOST).map(plan => h('li', { dir: 'auto' },
        button(plan.title || plan.plan, () => this.open(plan.plan), { class: 'link' }),
        `: ${words(plan.changes, this.state)}`)),
      plans.length > MOST && h('li', null, `and ${plans.length - MOST} more`));
  }

  #toNow(at, time) {
    return button('Compare with now', () => { this.forget(); this.show(at, time); },
      { class: 'quiet' });
  }
}

/**
 * Returns the changes of a plan between the two moments in words: `added`, `Todo → Doing, labels`.
 * @param {FieldChange[]} changes @param {BoardState} state
 */
export function words(changes, state) {
  const change = field => changes.find(each => each.field === field);
  if (change('created')?.old === null) return 'added';
  if (change('deleted')?.new) return 'deleted';
  const title = id => state.column(id)?.title ?? id;
  const fields = changes.map(each =>
    each.field === 'state' ? `${title(each.old)} → ${title(each.new)}` : each.field.split('/')[0]);
  const told = [...new Set(fields)].filter(field => field !== 'rank');
  return told.length ? told.join(', ') : 'another place';
}
