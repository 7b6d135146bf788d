// @ts-check
// An area chart of the work over time, shown behind a slider.

const WIDTH = 1000;
const HEIGHT = 100;
const DAY = 86_400_000;

/** @param {string} tag @param {Record<string, any>} attributes @param {Element[]} children */
export function svg(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/**
 * Draws stacked series, the first one at the bottom.
 * @param {{name: string, values: {day: string, number: number}[]}[]} series
 * @param {number} start the left edge in milliseconds
 * @param {number} end the right edge
 */
export function flowArea(series, start, end) {
  const days = series[0]?.values.length ?? 0;
  const x = index => index === days - 1
    ? WIDTH
    : Math.max(0, Math.min(WIDTH,
      (Date.parse(series[0].values[index].day) + DAY - start) / Math.max(1, end - start) * WIDTH));
  const sums = [Array(days).fill(0)];
  for (const { values } of series) {
    sums.push(sums.at(-1).map((sum, index) => sum + values[index].number));
  }
  const most = Math.max(1, ...sums.at(-1));
  const points = sum => sum.map((number, index) =>
    `${x(index).toFixed(1)},${(HEIGHT - number / most * HEIGHT).toFixed(1)}`);
  return svg('svg',
    { class: 'flow', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none' },
    ...series.map((_, index) => svg('polygon', {
      class: `share-${Math.min(index, 2)}`,
      points: [...points(sums[index]), ...points(sums[index + 1]).reverse()].join(' '),
    })));
}
