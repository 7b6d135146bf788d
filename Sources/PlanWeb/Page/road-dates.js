// @ts-check
// The start and the due day of a plan on a roadmap: a span that can be dragged as a whole or by its ends, and moved
// with the keys. Days that are not set yet are shown where the forecast is, when the row is pointed at.
import { dayBy } from './road-bars.js';
import { dayOf, dayWords, shifted, textOf } from './road-scale.js';
import { h } from './dom.js';

/** @typedef {import('./road-scale.js').Scale} Scale */
/** @typedef {'start' | 'due' | 'both'} Part */
/** @typedef {{start?: string, due?: string}} Dates the days to set; `none` removes one */

const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

export class RoadDates {
  /** The days that are shown, while a drag or a key changes them. @type {?{start: number, due: number}} */
  #now = null;
  /** @type {?{part: Part, x: number, pointer: number}} */
  #drag = null;

  /**
   * @param {RoadmapPlan} plan @param {Scale} scale @param {number} today
   * @param {(dates: Dates) => any} save
   */
  constructor(plan, scale, today, save) {
    const [start, due] = [plan.start, plan.due].map(text => text ? dayOf(text) : null);
    const forecast = dayBy(plan.forecast, 85);
    const begins = start ?? Math.min(due ?? Infinity, plan.begins ? dayOf(plan.begins) : today + 1);
    this.plan = plan;
    this.scale = scale;
    this.save = save;
    this.isSet = { start: start != null, due: due != null };
    this.span = { start: begins, due: due ?? Math.max(begins, Number.isFinite(forecast) ? forecast : begins + 6) };
    this.ends = { start: this.#end('start', 'Start'), due: this.#end('due', 'Due') };
    this.label = h('output.at', { hidden: true });
    this.node = h('div.dates', { 'data-late': plan.late ? '' : null }, this.ends.start, this.ends.due, this.label);
    this.node.classList.toggle('unset', !this.isSet.start && !this.isSet.due);
    this.node.addEventListener('pointerdown', event => this.#press(event));
    this.node.addEventListener('pointermove', event => this.#move(event));
    this.node.addEventListener('pointerup', event => { if (event.pointerId === this.#drag?.pointer) this.#done(this.#drag.part); });
    this.node.addEventListener('pointercancel', () => this.#giveUp());
    this.#place();
  }

  /** @param {'start' | 'due'} part @param {string} name */
  #end(part, name) {
    return h('button.end', {
      type: 'button', role: 'slider', tabindex: '-1', 'data-end': part, 'aria-label': `${name} of ${this.plan.title}`,
      'aria-orientation': 'horizontal', onkeydown: event => this.#key(event, part), onblur: () => this.#now && !this.#drag && this.#done(part),
    });
  }

  #press(event) {
    if (event.button !== 0) return;
    const end = /** @type {?HTMLElement} */ (event.target.closest('.end'));
    event.preventDefault();
    end?.focus({ preventScroll: true });
    this.#drag = { part: /** @type {Part} */ (end?.dataset.end ?? 'both'), x: event.clientX, pointer: event.pointerId };
    this.node.setPointerCapture(event.pointerId);
    this.node.classList.add('moving');
  }

  #move(event) {
    if (event.pointerId !== this.#drag?.pointer) return;
    const days = Math.round((event.clientX - this.#drag.x) / this.scale.day);
    if (days === 0 && !this.#now) return;
    this.#now = shifted(this.#drag.part, this.span, days);
    this.#place(this.#drag.part);
  }

  /** @param {KeyboardEvent} event @param {'start' | 'due'} part */
  #key(event, part) {
    const days = (STEPS[event.key] ?? 0) * (event.shiftKey ? 7 : 1);
    if (event.key === 'Escape' && this.#now) this.#giveUp();
    else if (event.key === 'Enter') this.#done(part);
    else if (event.key === 'Delete' || event.key === 'Backspace') { this.#giveUp(); if (this.isSet[part]) this.save({ [part]: 'none' }); }
    else if (days) {
      this.#now = shifted(part, this.#now ?? this.span, days);
      this.#place(part);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #giveUp() {
    this.#now = null;
    this.#drag = null;
    this.node.classList.remove('moving');
    this.#place();
  }

  /** Saves the days that differ. @param {Part} part */
  #done(part) {
    const [then, now] = [this.span, this.#now];
    this.#drag = null;
    this.#now = null;
    this.node.classList.remove('moving');
    this.label.hidden = true;
    if (!now || now.start === then.start && now.due === then.due) return this.#place();
    this.span = now;
    // A span that is dragged as a whole gets both days.
    const parts = /** @type {('start' | 'due')[]} */ (part === 'both' ? ['start', 'due'] : [part]);
    return this.save(Object.fromEntries(parts.map(each => [each, textOf(now[each])])));
  }

  /** @param {Part} [moved] the part whose day is shown */
  #place(moved) {
    const { scale } = this;
    const span = this.#now ?? this.span;
    const [left, right] = [scale.x(span.start), scale.x(span.due + 1)];
    this.node.style.left = `${left}px`;
    this.node.style.width = `${Math.max(scale.day, right - left)}px`;
    for (const part of /** @type {const} */ (['start', 'due'])) {
      const isSet = this.isSet[part] || this.#now?.[part] != null && moved === part;
      this.ends[part].classList.toggle('implied', !isSet);
      this.ends[part].setAttribute('aria-valuenow', String(span[part]));
      this.ends[part].setAttribute('aria-valuetext', isSet ? dayWords(span[part], { dateStyle: 'long' }) : 'not set');
      const now = isSet ? ` ${dayWords(span[part])}` : ': not set';
      this.ends[part].title = `${part === 'due' ? 'Due' : 'Starts'}${now}. ← → a day, Shift a week, Enter saves`;
    }
    this.label.hidden = !moved;
    this.label.textContent = moved === 'both' ? `${dayWords(span.start)} – ${dayWords(span.due)}` : moved ? dayWords(span[moved]) : '';
  }
}
