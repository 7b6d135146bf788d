// @ts-check
// The start and the due day of a plan on a roadmap: a span that can be dragged as a whole or by its
// ends, or moved with keys. If the days are not set yet, the span of the forecast is shown when the
// pointer is on the row.
import { dayBy } from './road-bars.js';
import { dayOf, dayWords, shifted, textOf } from './road-scale.js';
import { h } from '../controls/dom.js';
import { whenHeld } from '../board/press.js';

/** @typedef {import('./road-scale.js').Scale} Scale */
/** @typedef {'start' | 'due'} End */
/** @typedef {End | 'both'} Part */
/** @typedef {{start?: string, due?: string}} Dates the days to set; `none` removes one */
/**
 * The callbacks of the roadmap for edits of days. While an edit is open, nothing is drawn again.
 * `ended` gets the days to save; null for none.
 * @typedef {{began: () => any, ended: (dates: ?Dates) => any}} Editing
 */

/**
 * A drag: its part, where it began, the days at the beginning, and what ends the drag.
 * @typedef {{part: Part, x: number, from: {start: number, due: number}, pointer: number,
 *   end: AbortController}} Drag
 */

/** @type {readonly End[]} */
const ENDS = ['start', 'due'];
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: 7, PageDown: -7 };

export class RoadDates {
  /**
   * The days that are shown during a drag, or while keys change them.
   * @type {?{start: number, due: number}}
   */
  #now = null;
  /** Whether an edit has begun. */
  #isOpen = false;
  /** @type {?Drag} */
  #drag = null;

  /**
   * @param {RoadmapPlan} plan @param {Scale} scale @param {number} today @param {Editing} editing
   */
  constructor(plan, scale, today, editing) {
    const [start, due] = [plan.start, plan.due].map(text => text ? dayOf(text) : null);
    const forecast = dayBy(plan.forecast, 85);
    const begins = start ?? Math.min(due ?? Infinity, plan.begins ? dayOf(plan.begins) : today + 1);
    this.plan = plan;
    this.scale = scale;
    this.editing = editing;
    this.isSet = { start: start != null, due: due != null };
    this.span = {
      start: begins,
      due: due ?? Math.max(begins, Number.isFinite(forecast) ? forecast : begins + 6),
    };
    this.ends = { start: this.#end('start', 'Start'), due: this.#end('due', 'Due') };
    this.label = h('output.at', { hidden: true });
    this.node = h('div.dates', { 'data-late': plan.late ? '' : null },
      this.ends.start,
      this.ends.due,
      this.label);
    this.node.classList.toggle('unset', !this.isSet.start && !this.isSet.due);
    this.node.addEventListener('pointerdown', event => event.pointerType === 'touch'
      ? whenHeld(event, () => this.#press(event))
      : this.#press(event));
    // Before a drag begins, a finger scrolls. A passive listener could not prevent scrolling.
    this.node.addEventListener('touchmove', event => {
      if (this.#drag && event.cancelable) event.preventDefault();
    }, { passive: false });
    this.node.addEventListener('contextmenu', event => { if (this.#drag) event.preventDefault(); });
    this.#place();
  }

  /** @param {End} part @param {string} name */
  #end(part, name) {
    return h('button.end', {
      type: 'button',
      role: 'slider',
      tabindex: '-1',
      'data-end': part,
      'data-name': part,
      'aria-label': `${name} of ${this.plan.title}`,
      'aria-orientation': 'horizontal',
      onkeydown: event => this.#key(event, part),
      onblur: () => this.#now && !this.#drag && this.#done(part),
    });
  }

  /**
   * Begins a drag. Its listeners are on the window, so that the drag ends even if the row is
   * removed meanwhile.
   * @param {PointerEvent} event
   */
  #press(event) {
    if (event.button !== 0 || !event.isPrimary || this.#drag) return;
    // Changes that were made with keys, here or on another bar, are saved first.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // After that, changes by other people may have been drawn.
    if (!this.node.isConnected) return;
    const end = /** @type {?HTMLElement} */ (/** @type {Element} */ (event.target).closest('.end'));
    event.preventDefault();
    end?.focus({ preventScroll: true });
    this.#begin();
    const drag = {
      part: /** @type {Part} */ (end?.dataset.end ?? 'both'),
      x: event.clientX,
      from: this.#now ?? this.span,
      pointer: event.pointerId,
      end: new AbortController(),
    };
    this.#drag = drag;
    this.node.setPointerCapture(event.pointerId);
    this.node.classList.add('moving');
    const { signal } = drag.end;
    const on = (name, act) => addEventListener(name, each => {
      if (each.pointerId === drag.pointer) act(each);
    }, { signal });
    on('pointermove', each => this.#move(each));
    on('pointerup', () => this.node.isConnected ? this.#done(drag.part) : this.giveUp());
    on('pointercancel', () => this.giveUp());
    addEventListener('keydown', each => {
      if (each.key !== 'Escape') return;
      each.preventDefault();
      each.stopPropagation();
      this.giveUp();
    }, { capture: true, signal });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const days = Math.round((event.clientX - this.#drag.x) / this.scale.day);
    if (days === 0 && !this.#now) return;
    this.#now = shifted(this.#drag.part, this.#drag.from, days);
    this.#place(this.#drag.part);
  }

  /** @param {KeyboardEvent} event @param {End} part */
  #key(event, part) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const now = this.#now ?? this.span;
    const [least, most] = this.#limits(part);
    const days = { Home: least - now[part], End: most - now[part] }[event.key]
      ?? (STEPS[event.key] ?? 0) * (event.shiftKey ? 7 : 1);
    if (event.key === 'Escape' && this.#now) {
      this.giveUp();
    } else if (event.key === 'Enter') {
      this.#done(part);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      this.giveUp();
      if (this.isSet[part]) this.#finish({ [part]: 'none' });
    } else if (days) {
      if (!this.#now) this.#begin();
      this.#now = shifted(part, now, days);
      this.#place(part);
      this.ends[part].scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #begin() {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.editing.began();
  }

  /** Ends the edit. @param {?Dates} dates the days to save; null for none */
  #finish(dates) {
    this.#begin();
    this.#isOpen = false;
    this.editing.ended(dates);
  }

  /** Shows the days of the board again. */
  giveUp() {
    this.#stop();
    this.#place();
    if (this.#isOpen) this.#finish(null);
  }

  /** Ends the drag. */
  #stop() {
    this.#drag?.end.abort();
    this.#drag = null;
    this.#now = null;
    this.node.classList.remove('moving');
    this.label.hidden = true;
  }

  /** Saves the days that differ. @param {Part} part */
  #done(part) {
    const [then, now] = [this.span, this.#now];
    this.#stop();
    if (now) this.span = now;
    if (!now || now.start === then.start && now.due === then.due) return this.giveUp();
    // If the span is dragged as a whole, both days are set.
    const parts = part === 'both' ? ENDS : [part];
    return this.#finish(Object.fromEntries(parts.map(each => [each, textOf(now[each])])));
  }

  /** Returns the first and the last day to which an end can be moved. @param {End} part */
  #limits(part) {
    const { start, due } = this.#now ?? this.span;
    return part === 'start'
      ? [Math.min(this.scale.first, start), Math.max(start, due)]
      : [Math.min(start, due), Math.max(this.scale.last, due)];
  }

  /** @param {Part} [moved] the part whose day the label shows */
  #place(moved) {
    const { scale } = this;
    const span = this.#now ?? this.span;
    // A plan may be due before it starts. Its ends are then shown at their days.
    const isCrossed = span.due < span.start;
    const [left, right] = isCrossed
      ? [scale.x(span.due), scale.x(span.start + 1)]
      : [scale.x(span.start), scale.x(span.due + 1)];
    this.node.classList.toggle('crossed', isCrossed);
    this.node.style.left = `${left}px`;
    this.node.style.width = `${Math.max(scale.day, right - left)}px`;
    for (const part of ENDS) {
      this.#tell(part, span[part], this.isSet[part] || this.#now?.[part] != null && moved === part);
    }
    this.label.hidden = !moved;
    this.label.textContent = moved === 'both' ? `${dayWords(span.start)} – ${dayWords(span.due)}`
      : moved ? dayWords(span[moved])
      : '';
  }

  /** @param {End} part @param {number} day @param {boolean} isSet */
  #tell(part, day, isSet) {
    const end = this.ends[part];
    const [least, most] = this.#limits(part);
    end.classList.toggle('implied', !isSet);
    for (const [name, value] of [['valuemin', least], ['valuemax', most], ['valuenow', day]]) {
      end.setAttribute(`aria-${name}`, String(value));
    }
    end.setAttribute('aria-valuetext', isSet ? dayWords(day, { dateStyle: 'long' }) : 'not set');
    const now = isSet ? ` ${dayWords(day)}` : ': not set';
    end.title = `${part === 'due' ? 'Due' : 'Starts'}${now}. ← → a day, Shift a week, Enter saves`;
  }
}
