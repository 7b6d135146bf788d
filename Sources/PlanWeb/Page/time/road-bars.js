// @ts-check
// One plan on a roadmap: the past of its bar, the forecast, and both in words.
import { dayOf, dayWords } from './road-scale.js';
import { stateKind } from '../controls/chips.js';
import { svg } from './area.js';

/** @typedef {import('./road-scale.js').Scale} Scale */

const HIGH = 14;
const TOP = 11;
const LOW = 4;

/**
 * Returns the day of a forecast by its percentage; undefined without one.
 * @param {Forecast[]} forecast @param {number} percent
 */
export function dayBy(forecast, percent) {
  const found = forecast.find(each => each.percent === percent);
  return found && (found.day ? dayOf(found.day) : Infinity);
}

/**
 * Draws the bars of a plan. Screen readers get its words instead.
 * @param {RoadmapPlan} plan @param {Scale} scale @param {Column[]} columns @param {number} today
 */
export function bars(plan, scale, columns, today) {
  const rect = (name, first, last, height = HIGH) => {
    const [left, right] = [scale.x(first), scale.x(last + 1) - 1];
    return right > left
      ? [svg('rect', {
        class: name,
        x: left,
        y: TOP + (HIGH - height) / 2,
        width: right - left,
        height,
        rx: Math.min(3, height / 2),
      })]
      : [];
  };
  const [half, most] = [dayBy(plan.forecast, 50), dayBy(plan.forecast, 85)];
  const begins = plan.begins ? dayOf(plan.begins) : today + 1;
  return svg('svg', { class: 'stays', width: scale.width, height: 36, 'aria-hidden': 'true' },
    ...plan.bars.flatMap(bar => rect(`in-${stateKind(columns, bar.state)}`, dayOf(bar.first),
      dayOf(bar.last), bar.kind === 'todo' ? LOW : HIGH)),
    ...begins > today + 1
      ? [svg('path', { class: 'waits', d: `M${scale.x(today + 1) + 3} 18H${scale.x(begins) - 4}` })]
      : [],
    ...half == null ? [] : rect('likely', begins, half),
    ...most == null || half === Infinity ? [] : rect('safe', Math.max(begins, half + 1), most));
}

/**
 * Describes the bars and the arrows in words.
 * @param {RoadmapPlan} plan @param {Column[]} columns
 * @param {(id: string) => string} titleOf returns the title of another plan
 */
export function words(plan, columns, titleOf) {
  const column = columns.find(each => each.id === plan.state)?.title ?? plan.state;
  const [half, most] = [dayBy(plan.forecast, 50), dayBy(plan.forecast, 85)];
  return [
    column,
    ...dates(plan),
    plan.finished && `finished on ${dayWords(dayOf(plan.finished))}`,
    ...forecastWords(half, most),
    plan.late && 'may be late',
    plan.critical && 'on the critical path',
    plan.blockers.length > 0 && `waits for ${plan.blockers.map(titleOf).join(', ')}`,
  ].filter(Boolean).join(', ');
}

/** @param {{start: ?string, due: ?string}} plan */
const dates = plan => [
  plan.start && `starts ${dayWords(dayOf(plan.start))}`,
  plan.due && `due ${dayWords(dayOf(plan.due))}`,
];

/** @param {number | undefined} half @param {number | undefined} most */
function forecastWords(half, most) {
  if (half == null) return [];
  const by = (percent, day) => day === Infinity
    ? `not within ten years (${percent} %)`
    : `finished by ${dayWords(day)} (${percent} %)`;
  return [by(50, half), ...most == null ? [] : [by(85, most)]];
}
