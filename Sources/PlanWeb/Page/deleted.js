// @ts-check
// The deleted plans, latest first: who deleted each, when, and a button that restores it.
import { Asked } from './state/asked.js';
import { $, all, besides, button, fill } from './controls/dom.js';
import { focusNow, h, isolated, moment, shortName } from './controls/dom.js';
import { change } from './commands/acts.js';
import { face, stateSign } from './controls/chips.js';
import { empty } from './controls/parts.js';
import { redraw } from './controls/keyed.js';

/** @typedef {import('./state/state.js').BoardState} BoardState */

export class DeletedView {
  #asked = new Asked();
  #list = h('div.removed');
  /**
   * The plan next to one that is being restored; it gets the focus.
   * @type {?{next: string, isFree: () => boolean}}
   */
  #left = null;

  /** @param {BoardState} state @param {(id: string) => any} open shows a plan beside the list */
  constructor(state, open) {
    this.state = state;
    this.open = open;
    this.node = h('section.page', { 'aria-labelledby': 'page-title' },
      h('h2', { id: 'page-title' }, 'Deleted plans'),
      h('p.hint', null,
        'A deleted plan is hidden, not erased. '
          + 'A restored plan is back in its column with everything it had.'),
      this.#list);
  }

  async draw() {
    const { state } = this;
    await this.#asked.ask([state.commit, state.isReadOnly],
      () => state.api.get('deleted', { at: state.at }),
      found => this.#fill(found),
      problem => fill(this.#list, h('p.warning', null, problem.message)));
  }

  /** @param {DeletedDocument} found */
  #fill({ plans, more }) {
    // The button that had the focus was removed with its plan.
    const left = this.#left?.isFree() ? this.#left : null;
    this.#left = null;
    redraw(this.#list, plans.length === 0
      ? empty('bin', 'Nothing is deleted', {
        more: 'Plans that somebody deletes are listed here.',
      })
      : [
        h('ul', { 'aria-label': 'Deleted plans' }, plans.map(plan => this.#row(plan))),
        more > 0 && h('p.hint', null,
          `${more} more, which were deleted earlier, are listed by ‘pmgit list is:deleted’.`),
      ]);
    if (left) {
      (all(this.#list, `[data-id="${left.next}"] button:not(.link)`)[0] ?? $('main')).focus();
    }
  }

  /** @param {DeletedPlan} plan */
  #row(plan) {
    const { state } = this;
    const title = plan.title || '(no title)';
    return h('li', { 'data-id': plan.id },
      stateSign(state.columns, plan.state),
      h('div.what', null,
        button(h('span', { dir: 'auto' }, title), () => this.open(plan.id),
          { class: 'link', 'data-name': plan.id, title: plan.column }),
        h('small', null,
          h('span.id', null, plan.short),
          [plan.by && `deleted by ${shortName(plan.by)}`, moment(plan.at)]
            .filter(Boolean).join(', '))),
      plan.by && face(plan.by),
      !state.isReadOnly && button('Restore', () => this.#restore(plan),
        { 'data-name': `restore/${plan.id}`, 'aria-label': `Restore ${title}` }));
  }

  /** Restores a plan. @param {DeletedPlan} plan */
  async #restore(plan) {
    this.#left = {
      next: besides(all(this.#list, 'li').map(each => each.dataset.id), [plan.id]),
      isFree: focusNow(),
    };
    const answer = await change(this.state, 'restore', { plans: [plan.id] },
      { done: () => `Restored “${isolated(plan.title)}” to ${plan.column}` });
    if (!answer) this.#left = null;
  }
}
