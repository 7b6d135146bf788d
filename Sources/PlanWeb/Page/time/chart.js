// @ts-check
// A chart of numbers by day, in the colours of the board. Its legend has the numbers of the day at
// the pointer, or else of the last day.
import { dayDate } from '../state/days.js';
import { drawIfNew } from '../controls/keyed.js';
import { fill, h, isolated } from '../controls/dom.js';
import { svg } from './area.js';

const DAY = 86_400_000;
const HEIGHT = 320;
/** The distances of the axes from the edges, in pixels. The style sheet sets the size of texts. */
const [LEFT, RIGHT, TOP, BOTTOM] = [32, 24, 12, 28];
/** The room of a label of a day, and the smallest number of lines across. */
const ROOM = 84;
const LINES = 4;

/**
 * How a chart is drawn: series on top of each other, a line for each, a dot for each value, or a
 * bar for the seven days that begin at the day of each value.
 * @typedef {'areas' | 'lines' | 'points' | 'bars'} Shape
 */
/** @typedef {{day: string, number: number}} Value */
/** @typedef {{name: string, tone: string, values: Value[]}} Series `tone` is a kind of column */
/**
 * @typedef {{shape: Shape, unit: string, series: Series[], label: string, today: string,
 *   rules: {name: string, number: number}[]}} Chart
 */

/**
 * Returns the numbers at which a chart has lines: at least `LINES` steps of 1, 2 or 5, from zero
 * to beyond the largest number.
 * @param {number} most
 */
export function stepsTo(most) {
  const rough = Math.max(most, LINES) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [5, 2, 1].map(each => each * power).find(each => each <= rough);
  const count = Math.ceil(Math.max(most, 1) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/**
 * Returns the sums of the series up to each one, for series on top of each other.
 * @param {Series[]} series
 */
const sumsOf = series => series.reduce((sums, { values }) =>
  [...sums, values.map(({ number }, index) => number + (sums.at(-1)?.[index] ?? 0))],
/** @type {number[][]} */ ([]));

/** Returns a number with at most one decimal. @param {number} number */
const short = number => String(Math.round(number * 10) / 10);

export class ChartPlot {
  /** @type {?Chart} */
  #chart = null;
  /** @type {string[]} The days with values, in order. */
  #days = [];
  /** The day at the pointer; null if the pointer is elsewhere. @type {?string} */
  #pointed = null;
  #width = 0;
  #legend = h('div.key');
  #drawing = h('div.drawing');
  node = h('figure.plot', null, this.#legend, this.#drawing);

  constructor() {
    new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width === this.#width) return;
      this.#width = contentRect.width;
      this.#draw();
    }).observe(this.#drawing);
    this.#drawing.addEventListener('pointermove', event =>
      this.#point(event.clientX - this.#drawing.getBoundingClientRect().left));
    this.#drawing.addEventListener('pointerleave', () => this.#point(null));
  }

  /** @param {Chart} chart */
  show(chart) {
    this.#chart = chart;
    this.#days = [...new Set(chart.series.flatMap(({ values }) => values.map(({ day }) => day)))]
      .sort();
    this.#pointed = null;
    this.#draw();
  }

  // Places

  get #inner() { return Math.max(1, this.#width - LEFT - RIGHT); }

  /** Returns the place of a time in days after the first one. */
  #x(days) { return LEFT + days / this.#span * this.#inner; }

  /** Returns how many days a day is after the first one. @param {string} day */
  #after(day) { return (Date.parse(day) - Date.parse(this.#days[0])) / DAY; }

  get #span() {
    const last = this.#after(this.#days.at(-1));
    return Math.max(1, this.#chart.shape === 'bars' ? last + 7 : last);
  }

  #dayX(day) { return this.#x(this.#after(day) + (this.#chart.shape === 'bars' ? 3.5 : 0)); }

  // Drawing

  #draw() {
    if (!this.#chart || !this.#width) return;
    const { series, shape, label, rules } = this.#chart;
    const numbers = (shape === 'areas' ? sumsOf(series) : series.map(({ values }) =>
      values.map(({ number }) => number))).flat();
    const steps = stepsTo(Math.max(0, ...numbers, ...rules.map(({ number }) => number)));
    const y = number => HEIGHT - BOTTOM - number / steps.at(-1) * (HEIGHT - TOP - BOTTOM);
    const parts = this.#days.length === 0 ? [] : [
      ...this.#times(),
      ...MARKS[shape](series, day => this.#dayX(day), y, this.#x(7) - this.#x(0)),
      ...this.#rules(y),
      svg('line', { class: 'pointer', y1: TOP, y2: HEIGHT - BOTTOM, visibility: 'hidden' }),
    ];
    fill(this.#drawing, svg('svg',
      { role: 'img', 'aria-label': label, width: this.#width, height: HEIGHT },
      ...patterns(),
      ...this.#levels(steps, y),
      ...parts));
    this.#tell();
  }

  /** Returns a line from the left to the right. @param {string} name the class @param {number} y */
  #across(name, y) {
    return svg('line', { class: name, x1: LEFT, x2: LEFT + this.#inner, y1: y, y2: y });
  }

  /** Returns the lines across with their numbers. */
  #levels(steps, y) {
    return steps.flatMap(number => [
      this.#across('level', y(number)),
      text('end', LEFT - 8, y(number) + 4, short(number)),
    ]);
  }

  /** Returns the labels of days: as many as have room. */
  #times() {
    const { today } = this.#chart;
    const step = Math.ceil(this.#days.length / Math.max(1, Math.floor(this.#inner / ROOM)));
    // The last day is the one that people look for.
    return this.#days.filter((_, index) => (this.#days.length - 1 - index) % step === 0)
      .map(day => text('middle', this.#dayX(day), HEIGHT - 8, dayDate(day, today)));
  }

  #rules(y) {
    return this.#chart.rules.flatMap(({ name, number }) => [
      this.#across('rule', y(number)),
      text('start', LEFT + 4, y(number) - 4, `${name}: ${short(number)} ${this.#chart.unit}`),
    ]);
  }

  // The pointer

  /** @param {?number} x in pixels from the left edge; null if the pointer is elsewhere */
  #point(x) {
    const distance = day => Math.abs(this.#dayX(day) - x);
    const nearest = x == null || this.#days.length === 0
      ? null
      : this.#days.reduce((best, day) => distance(day) < distance(best) ? day : best);
    if (nearest === this.#pointed) return;
    this.#pointed = nearest;
    this.#tell();
  }

  /** Shows the numbers of a day in the legend, and the line at the pointer. */
  #tell() {
    const { series, shape, today } = this.#chart;
    const line = this.#drawing.querySelector('.pointer');
    const day = this.#pointed ?? this.#days.at(-1);
    if (line && day) {
      for (const end of ['x1', 'x2']) line.setAttribute(end, String(this.#dayX(day)));
      line.setAttribute('visibility', this.#pointed ? 'visible' : 'hidden');
    }
    const numbers = series.map(({ values }) => values.filter(each => each.day === day)
      .map(({ number }) => short(number)).join(', '));
    // The topmost series is the first one in the legend.
    const order = series.map((_, index) => index);
    if (shape === 'areas') order.reverse();
    drawIfNew(this.#legend, [day, series.map(({ name }) => name), numbers, this.#pointed], () => [
      day && h('time', null, shape === 'bars'
        ? `Week of ${dayDate(day, today)}`
        : dayDate(day, today)),
      order.map(index => h('span', null,
        h(`i.in-${series[index].tone}`),
        h('span', { dir: 'auto' }, isolated(series[index].name)),
        h('b', null, numbers[index]))),
    ]);
  }
}

/**
 * @param {'start' | 'middle' | 'end'} anchor @param {number} x @param {number} y
 * @param {string} words
 */
function text(anchor, x, y, words) {
  const node = svg('text', { x, y, 'text-anchor': anchor });
  node.textContent = words;
  return node;
}

/** Returns the points of a line. @param {number[]} xs @param {number[]} ys */
const points = (xs, ys) => xs.map((x, index) => `${x.toFixed(1)},${ys[index].toFixed(1)}`);

/**
 * The marks of each shape.
 * @type {Record<Shape, (series: Series[], x: (day: string) => number,
 *   y: (number: number) => number, week: number) => Element[]>}
 */
const MARKS = {
  areas: (series, x, y) => {
    const sums = sumsOf(series);
    return series.map(({ tone, values }, index) => {
      const xs = values.map(({ day }) => x(day));
      const below = values.map((_, at) => y(sums[index - 1]?.[at] ?? 0));
      return svg('polygon', {
        class: `mark in-${tone}`,
        points: [...points(xs, sums[index].map(y)), ...points(xs, below).reverse()].join(' '),
      });
    });
  },
  lines: (series, x, y) => series.map(({ tone, values }) => svg('polyline', {
    class: `line in-${tone}`,
    points: points(values.map(({ day }) => x(day)), values.map(({ number }) => y(number)))
      .join(' '),
  })),
  points: (series, x, y) => series.flatMap(({ tone, values }) => values.map(({ day, number }) =>
    svg('circle', { class: `mark in-${tone}`, r: 4, cx: x(day), cy: y(number) }))),
  bars: (series, x, y, week) => series.flatMap(({ tone, values }) =>
    values.map(({ day, number }) => svg('rect', {
      class: `mark in-${tone}`,
      x: x(day) - week / 2 + Math.min(2, week / 8),
      width: Math.max(1, week - Math.min(4, week / 4)),
      y: y(number),
      height: y(0) - y(number),
    }))),
};

/** Returns the patterns that replace the colours where a person has chosen the colours of pages. */
const patterns = () => [['stripes', 'M0 6 6 0'], ['dots', 'M3 3h.01']].map(([id, d]) =>
  svg('pattern', { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
    svg('path', { d, class: 'stroke' })));
