// @ts-check
// The flow view: the charts of `pmgit stats chart`, the numbers of `pmgit stats`, and a forecast.
import { Asked } from '../state/asked.js';
import { fill, h, wide } from '../controls/dom.js';
import { ChartPlot } from './chart.js';
import { dayDate } from '../state/days.js';
import { redraw } from '../controls/keyed.js';
import { stateKind } from '../controls/chips.js';

/** @type {[string, string, import('./chart.js').Shape][]} */
const KINDS = [
  ['cumulative-flow', 'Cumulative flow', 'areas'], ['burndown', 'Burndown', 'lines'],
  ['burnup', 'Burn-up', 'lines'], ['cycle-time', 'Cycle time', 'points'],
  ['throughput', 'Throughput', 'bars'],
];

/** The kinds of columns whose colours the series have that are not columns. */
const TONES = { open: 'doing', all: 'todo', done: 'done', finished: 'done', 'cycle time': 'done' };

const TIMES = [
  ['', 'since the beginning'], ['4w', 'the last 4 weeks'], ['12w', 'the last 12 weeks'],
  ['1y', 'the last year'],
];

export class FlowView {
  #kind = KINDS[0][0];
  #since = '';
  #plot = new ChartPlot();
  #numbersOfChart = h('div');
  #problem = h('div', { hidden: true });
  #chart = h('div.chart', null, this.#plot.node, this.#problem, this.#numbersOfChart);
  #numbers = h('div');
  #forecasts = h('div');
  #note = h('p.hint', { hidden: true },
    'These are the present numbers, even while you look at the past.');
  #asked = new Asked();

  /** @param {import('../state/state.js').BoardState} state */
  constructor(state) {
    this.state = state;
    const select = (label, values, now, take) => h('label.field', null,
      h('span', null, label),
      h('select', { onchange: event => { take(event.target.value); this.draw(); } },
        values.map(([value, name]) => h('option', { value, selected: value === now }, name))));
    this.node = h('section.page', { 'aria-labelledby': 'page-title' },
      h('h2', { id: 'page-title' }, 'Flow'),
      h('p.controls', null, select('Chart', KINDS, this.#kind, value => { this.#kind = value; }),
        select('Time', TIMES, this.#since, value => { this.#since = value; })),
      this.#note, this.#numbers, this.#chart, this.#forecasts);
  }

  async draw() {
    const { state } = this;
    this.#note.hidden = state.at == null;
    // The statistics of the last valid query stay.
    if (state.queryProblem) return;
    const [kind, values] = [this.#kind, { q: state.query, since: this.#since }];
    const read = async () => {
      const [drawn, stats] = await Promise.all([
        state.api.get('chart', { kind, ...values }),
        state.api.get('stats', values),
      ]);
      return { drawn, stats, forecast: await this.#forecast() };
    };
    await this.#asked.ask([kind, values, state.commit], read,
      ({ drawn, stats, forecast }) => this.#fill(kind, drawn, summary(stats), forecast),
      problem => {
        this.#showsProblem(true);
        fill(this.#problem, h('p', null, problem.message),
          ...(problem.hints ?? []).map(hint => h('p.hint', null, hint)));
      });
  }

  /**
   * @param {string} kind @param {ChartDocument} drawn @param {Node} numbers @param {Node} forecast
   */
  #fill(kind, drawn, numbers, forecast) {
    const { state } = this;
    const [, name, shape] = KINDS.find(each => each[0] === kind);
    this.#showsProblem(false);
    this.#plot.show({
      ...drawn,
      shape,
      label: `${name}; its numbers are in the table below`,
      today: state.today,
      series: drawn.series.map(each => ({ ...each, tone: toneOf(state, each.name) })),
    });
    redraw(this.#numbersOfChart, table(drawn));
    fill(this.#numbers, numbers);
    fill(this.#forecasts, forecast);
  }

  /** Shows the problem in place of the chart, or the chart. @param {boolean} isShown */
  #showsProblem(isShown) {
    this.#problem.hidden = !isShown;
    this.#plot.node.hidden = this.#numbersOfChart.hidden = isShown;
  }

  async #forecast() {
    const head = h('h3', null, 'Forecast');
    const day = each => dayDate(each, this.state.today);
    try {
      const found = await this.state.api.get('forecast', { q: this.state.query });
      return h('div.box', null, head,
        h('p', null,
          `${found.count} open plans, as fast as the ${found.past.finished} that were finished `
            + `from ${day(found.past.first)} to ${day(found.past.last)}:`),
        h('table', null, h('tbody', null, found.finish.map(({ percent, day: last }) => h('tr', null,
          h('th', { scope: 'row' }, `${percent} %`),
          h('td', null, last ? `done by ${day(last)}` : 'not within ten years'))))));
    } catch (problem) {
      return h('div.box', null,
        head,
        h('p.hint', null, [problem.message, ...problem.hints ?? []].join('; ')));
    }
  }
}

/**
 * Returns the kind of column in whose colour a series is drawn.
 * @param {import('../state/state.js').BoardState} state
 * @param {string} name of the series: the title of a column, or a word of the chart
 */
function toneOf({ columns }, name) {
  const column = columns.find(each => each.title === name);
  return column ? stateKind(columns, column.id) : TONES[name] ?? 'todo';
}

/** @param {ChartDocument} drawn */
function table(drawn) {
  return h('details', null,
    h('summary', null, 'Numbers'),
    wide('The numbers of the chart', h('table', null,
      h('thead', null,
        h('tr', null, ['Series', 'Day', drawn.unit].map(name => h('th', null, name)))),
      h('tbody', null,
        drawn.series.flatMap(series => series.values.slice(-200).map(value => h('tr', null,
          h('td', null, series.name),
          h('td', null, value.day),
          h('td', null, String(value.number)))))))));
}

/** @param {?number} seconds */
const days = seconds => seconds == null ? '–'
  : seconds < 86_400 ? `${Math.round(seconds / 3600)} h`
  : `${(seconds / 86_400).toFixed(1)} d`;

function summary(stats) {
  const rows = [
    ['Finished', stats.finished],
    ['In progress', stats.inProgress.length],
    ['Cycle time, median', days(stats.cycleTime.median)],
    ['Cycle time, 85 %', days(stats.cycleTime.percentile85)],
    ['Lead time, median', days(stats.leadTime?.median)],
    ['Lead time, 85 %', days(stats.leadTime?.percentile85)],
  ];
  return h('section', { 'aria-label': 'Statistics of this period' },
    h('dl.tiles', null, rows.map(([name, value]) => h('div', null,
      h('dt', null, name), h('dd', null, String(value))))));
}
