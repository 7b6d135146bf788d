// @ts-check
// The arrows of a roadmap, from each plan to the plans that it blocks. Screen readers get the text
// of the rows instead.
import { all } from '../controls/dom.js';
import { dayBy } from './road-bars.js';
import { dayOf } from './road-scale.js';
import { svg } from './area.js';

/** @typedef {import('./road-scale.js').Scale} Scale */

/** The length of the straight part beside a bar, and the length of the arrowhead, in pixels. */
const STUB = 7;
const HEAD = 4;
/** The distance from the middle of a row to its edge. */
const HALF_ROW = 18;

/**
 * Draws the arrows between the rows of a sheet.
 * @param {HTMLElement} sheet @param {RoadmapPlan[]} plans @param {Scale} scale
 * @param {number} today
 */
export function arrows(sheet, plans, scale, today) {
  const rows = new Map(all(sheet, '.line[data-id]').map(row => [row.dataset.id, row]));
  const byID = new Map(plans.map(plan => [plan.plan, plan]));
  const groups = /** @type {HTMLElement} */ (sheet.querySelector('.groups'));
  // All positions are measured before anything is drawn, so that the layout is computed once.
  const lines = plans.filter(plan => rows.has(plan.plan))
    .flatMap(plan => plan.blockers.filter(id => rows.has(id)).map(id => ({
      from: byID.get(id),
      to: plan,
      start: middle(rows.get(id), groups),
      end: middle(rows.get(plan.plan), groups),
    })));
  const paths = lines.map(({ from, to, start, end }) => {
    const path = svg('path', {
      class: 'arrow',
      d: way([scale.x(lastDay(from, scale, today) + 1), start],
        [scale.x(firstDay(to, today)), end]),
    });
    path.dataset.ids = `${from.plan} ${to.plan}`;
    return path;
  });
  const node = svg('svg',
    { class: 'arrows', width: scale.width, height: groups.offsetHeight, 'aria-hidden': 'true' },
    ...paths);
  node.style.top = `${groups.offsetTop}px`;
  return node;
}

/** Highlights the arrows of some plans. @param {Element} sheet @param {(?string)[]} ids */
export function lightArrows(sheet, ids) {
  for (const path of sheet.querySelectorAll('.arrow')) {
    path.classList.toggle('lit',
      /** @type {SVGElement} */ (path).dataset.ids.split(' ').some(id => ids.includes(id)));
  }
}

/** @param {HTMLElement} row @param {HTMLElement} groups */
const middle = (row, groups) => row.getBoundingClientRect().top - groups.getBoundingClientRect().top
  + row.offsetHeight / 2;

/**
 * Returns the day on which a plan is finished, within the drawn days.
 * @param {RoadmapPlan} plan @param {Scale} scale @param {number} today
 */
function lastDay(plan, scale, today) {
  const bar = plan.bars.length > 0 ? dayOf(plan.bars.at(-1).last) : today;
  const day = plan.finished
    ? dayOf(plan.finished)
    : dayBy(plan.forecast, 85) ?? (plan.due ? Math.max(dayOf(plan.due), bar) : bar);
  return Math.min(day, scale.last);
}

/** Returns the day from which work goes on. @param {RoadmapPlan} plan @param {number} today */
const firstDay = (plan, today) => plan.begins ? dayOf(plan.begins) : today + 1;

/**
 * Returns the path of an arrow: to the right if there is room. If the other bar begins earlier, the
 * path goes back to the left between the rows.
 * @param {[number, number]} from @param {[number, number]} to
 */
function way([x, y], [toX, toY]) {
  const head = `M${toX - HEAD} ${toY - HEAD}L${toX} ${toY}L${toX - HEAD} ${toY + HEAD}`;
  if (toX - x >= 2 * STUB) return `M${x} ${y}h${STUB}V${toY}H${toX}${head}`;
  const between = toY > y ? toY - HALF_ROW : toY + HALF_ROW;
  return `M${x} ${y}h${STUB}V${between}H${toX - STUB}V${toY}H${toX}${head}`;
}
