// @ts-check
// The iterations: the days of each, and how much of it is done.
import { button, fill, h, wide } from '../controls/dom.js';
import { empty } from '../controls/parts.js';
import { isCurrent, isOver, phaseName, phasesOf } from '../board/grouping.js';
import { keyTerm } from '../state/terms.js';
import { redraw } from '../controls/keyed.js';
import { roadTabs } from './road-tabs.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

export class IterationsView {
  #table = h('div.box');

  /**
   * @param {BoardState} state
   * @param {{show: (query: string) => any, go: (view: string) => any}} acts `show` shows the plans
   * of a query on the board
   */
  constructor(state, acts) {
    this.state = state;
    this.acts = acts;
    this.node = h('section.milestones', { 'aria-labelledby': 'page-title' },
      h('div.tools', null, roadTabs('Iterations', acts.go)),
      h('div.page', null, h('h2', { id: 'page-title' }, 'Iterations'), this.#table));
  }

  async draw() {
    const phases = phasesOf(this.state, 'iteration');
    if (phases.length === 0) {
      fill(this.#table, empty('sync', 'No iterations yet', {
        more: 'An iteration is a time, such as two weeks, for which plans are chosen. '
          + 'Add the first one with the iteration of a plan.',
      }));
      return;
    }
    const over = phases.filter(each => isOver(each, this.state.today));
    redraw(this.#table, [
      this.#rows('Open iterations', phases.filter(each => !over.includes(each))),
      over.length > 0 && h('details', null,
        h('summary', null, `${over.length} over`),
        this.#rows('Iterations that are over', over)),
    ], '');
  }

  /** @param {string} label @param {Phase[]} phases */
  #rows(label, phases) {
    return wide(label, h('table', null,
      h('thead', null, h('tr', null,
        ['Iteration', 'Done', 'Estimate'].map(name => h('th', { scope: 'col' }, name)))),
      h('tbody', null, phases.map(each => this.#row(each)))));
  }

  /** @param {Phase} phase */
  #row(phase) {
    const { cards, today } = this.state;
    const name = phaseName(phase, today);
    const plans = [...cards.values()].filter(card => card.iteration === phase.id);
    const done = plans.filter(card => card.done);
    const sum = of => Number(of.reduce((all, card) => all + (card.estimate ?? 0), 0).toFixed(2));
    return h('tr', { 'data-iteration': phase.id },
      h('th', { scope: 'row' },
        button(h('span', { dir: 'auto' }, name),
          () => this.acts.show(keyTerm('iteration', phase.id)),
          { class: 'link', 'data-name': phase.id, title: 'Show its plans on the board' }),
        isCurrent(phase, today) && [' ', h('span.pill.current', null, 'current')]),
      h('td.done', null,
        h('progress', {
          max: Math.max(1, plans.length),
          value: done.length,
          'aria-label': `Done of ${name}`,
        }),
        h('span', null, `${done.length} of ${plans.length}`)),
      h('td', null, sum(plans) > 0 ? `${sum(done)} of ${sum(plans)}` : '–'));
  }
}
