// @ts-check
// The iterations: the days of each, how much of it is done, and a forecast for the current one.
import { Asked } from '../state/asked.js';
import { button, fill, h, wide } from '../controls/dom.js';
import { dayDate } from '../state/days.js';
import { empty } from '../controls/parts.js';
import { isCurrent, isOver, phaseName, phasesOf } from '../board/grouping.js';
import { keyTerm } from '../state/terms.js';
import { redraw } from '../controls/keyed.js';
import { roadTabs } from './road-tabs.js';
import { sentence } from '../state/problem.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

/**
 * Returns how many plans of an iteration will probably be finished in time: `Of 5 open plans, 3
 * will be finished by Dec 14 with 85 % probability, 5 with 50 %`.
 * @param {number} open the number of its open plans
 * @param {{percent: number, count: number}[]} counts how many plans will be finished at least
 * @param {string} day its last day, in words
 */
export function forecastWords(open, counts, day) {
  const [most, half] = [85, 50].map(percent =>
    Math.min(open, counts.find(each => each.percent === percent)?.count ?? 0));
  return `Of ${open === 1 ? '1 open plan' : `${open} open plans`}, ${most} will be finished by `
    + `${day} with 85 % probability` + (half > most ? `, ${half} with 50 %` : '');
}

export class IterationsView {
  #asked = new Asked();
  #forecast = h('p.hint', { hidden: true });
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
      h('div.page', null, h('h2', { id: 'page-title' }, 'Iterations'), this.#table,
        this.#forecast));
  }

  async draw() {
    const phases = phasesOf(this.state, 'iteration');
    if (phases.length === 0) {
      this.#forecast.hidden = true;
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
    await this.#foresee(phases.find(each => isCurrent(each, this.state.today)));
  }

  /** Shows a forecast for the current iteration. @param {Phase} [phase] */
  async #foresee(phase) {
    const { api, at, cards, newest, today } = this.state;
    const open = [...cards.values()]
      .filter(card => card.iteration === phase?.id && !card.done).length;
    const show = text => { fill(this.#forecast, text); this.#forecast.hidden = !text; };
    // The server forecasts coming days from the present.
    const isAsked = phase != null && open > 0 && at == null && today < phase.last;
    const read = async () => isAsked ? api.get('forecast', { by: phase.last }) : {};
    const day = each => dayDate(each, today);
    await this.#asked.ask([newest, phase, open, at, today], read, ({ counts = [], past }) =>
      show(counts.length > 0 && `${forecastWords(open, counts, day(phase.last))}, as fast as the `
        + `${past.finished} that were finished from ${day(past.first)} to ${day(past.last)}, `
        + 'if they are finished before other plans.'),
    problem => show(sentence(problem.message)));
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
