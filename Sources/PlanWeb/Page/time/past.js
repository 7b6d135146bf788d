// @ts-check
// The board's past: a slider over time with a chart behind it, the board at a moment, and the
// differences between moments.
import { button, fill, h, isolated, moment, shortName, write } from '../controls/dom.js';
import { Differences } from './differences.js';
import { flowArea } from './area.js';
import { icon } from '../controls/icons.js';
import { indexOfShown } from '../state/moments.js';
import { pickMoment } from './pick-moment.js';
import { withDays } from '../state/days.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

/**
 * The actions of the past's controls.
 * @typedef {object} PastActs
 * @property {(at: ?string) => Promise<any>} goTo shows a commit or moment of the past; null for the
 * present
 * @property {(id: string) => any} open shows a plan beside the board
 */

/**
 * The number of changes that are read first. It is doubled when a person goes back past the oldest
 * one.
 */
const FIRST = 500;
const BACK = [['a day ago', 1], ['a week ago', 7], ['a month ago', 30]];

export class PastBand {
  /** @type {Past[]} The changes that have been read, oldest first. */
  #moments = [];
  /**
   * @type {?string | undefined} The newest commit of the board when the changes were read;
   * undefined before the first time.
   */
  #newest = undefined;
  /** @type {?string} The commit whose changes are shown in words. */
  #told = null;
  /** Whether all changes have been read, back to the first one. */
  #isWhole = false;
  /** @type {number | undefined} */
  #timer;
  /** The beginning of the board's history in milliseconds, where the slider begins. */
  #start = 0;

  /** @param {HTMLElement} node @param {BoardState} state @param {PastActs} acts */
  constructor(node, state, acts) {
    this.node = node;
    this.state = state;
    this.acts = acts;
    this.area = h('div.area', { 'aria-hidden': 'true' });
    this.slider = h('input', {
      type: 'range',
      min: '0',
      step: '1',
      'aria-label': 'A moment of the board’s past',
    });
    this.slider.addEventListener('input', () => this.#slide());
    this.slider.addEventListener('keydown', event => {
      const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (step) { event.preventDefault(); event.stopPropagation(); this.step(step); }
    });
    this.clock = button([icon('calendar'), 'Go to a day'],
      () => pickMoment(this.#time(), () => this.clock, time => this.#goTo(time)),
      { class: 'quiet', 'aria-haspopup': 'dialog', 'aria-expanded': 'false' });
    this.when = h('strong');
    this.told = h('span.told');
    this.buttons = h('span', null,
      button('Back to now', () => acts.goTo(null), { title: 'Back to now: t' }),
      ' ',
      button('Compare with this',
        () => this.differences.keep(this.state.at, this.#time()), { class: 'quiet' }));
    this.differences = new Differences(state, acts.open);
    node.append(
      button(icon('left'), () => this.step(-1),
        { class: 'icon', 'aria-label': 'One change back', title: 'One change back: [' }),
      h('div.scale', null, this.area, this.slider),
      button(icon('right'), () => this.step(1),
        { class: 'icon', 'aria-label': 'One change forward', title: 'One change forward: ]' }),
      this.clock,
      h('span.back', null, BACK.map(([name, days]) => button(name,
        () => this.#goTo(new Date(Date.now() - Number(days) * 86_400_000)), { class: 'quiet' }))),
      h('p.words', null,
        h('span', { 'aria-live': 'polite' }, this.when, this.told),
        ' ',
        this.buttons),
      this.differences.node);
  }

  /** Reads `count` changes, or all if there are fewer. */
  async #read(count) {
    const { newest } = this.state;
    const { moments } = await this.state.api.get('moments', { n: count });
    this.#newest = newest;
    this.#isWhole = moments.length < count;
    this.#moments = moments.reverse();
  }

  /** Reads the changes that were made since the last reading. */
  async #catchUp() {
    if (this.#newest === this.state.newest) return;
    await this.#read(Math.max(FIRST, this.#moments.length + 1));
    await this.#drawArea();
  }

  async open() {
    this.node.hidden = false;
    this.#newest = undefined;
    await this.draw();
  }

  async close() {
    this.node.hidden = true;
    this.differences.forget();
    if (this.state.at != null) await this.acts.goTo(null);
  }

  async #drawArea() {
    /** @type {ChartDocument} */
    const drawn = await this.state.api.get('chart', { kind: 'cumulative-flow' });
    // The chart begins on the day before the first change.
    const first = Date.parse(drawn.series[0]?.values[1]?.day ?? drawn.series[0]?.values[0]?.day);
    const oldest = Date.parse(this.#moments[0]?.at);
    this.#start = this.#isWhole ? oldest : Math.min(...[first, oldest].filter(Number.isFinite));
    fill(this.area, flowArea(drawn.series, this.#start, Date.now()));
  }

  // Showing a moment

  #slide() {
    const time = new Date(this.#start + Number(this.slider.value) * 1000);
    const isNow = Number(this.slider.value) >= Number(this.slider.max);
    this.slider.setAttribute('aria-valuetext', isNow ? 'now' : moment(time));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => isNow ? this.acts.goTo(null) : this.#goTo(time), 120);
  }

  /** @param {Date} time */
  #goTo(time) {
    const start = new Date(Math.max(time.getTime(), this.#start));
    return this.acts.goTo(
      time.getTime() >= Date.now() ? null : start.toISOString().replace(/\.\d+Z$/, 'Z'));
  }

  /** Returns the index of the change that is shown, or -1 if it was not read. */
  #index() { return indexOfShown(this.#moments, this.state, this.#isWhole); }

  /**
   * Goes `by` changes forward, or back if it is negative. The newest change is shown as the
   * present.
   */
  async step(by) {
    if (this.node.hidden) await this.open(); else await this.#catchUp();
    while (Math.min(this.#index(), this.#index() + by) < 0 && !this.#isWhole) {
      await this.#read(this.#moments.length * 2);
    }
    const index = Math.max(0, this.#index() + by);
    await this.acts.goTo(index >= this.#moments.length - 1 ? null : this.#moments[index].commit);
  }

  /** Returns the moment that is shown, in milliseconds. */
  #time() {
    const { at, past } = this.state;
    return at == null ? Date.now() : Date.parse(/^\d{4}-\d\d-\d\dT/.test(at) ? at : past?.at);
  }

  async draw() {
    if (this.node.hidden) return;
    await this.#catchUp();
    const { at, past } = this.state;
    if (this.node.hidden || at != null && !past) return;
    const time = this.#time();
    this.slider.max = String(Math.max(1, Math.floor((Date.now() - this.#start) / 1000)));
    this.slider.value = String(Math.round((time - this.#start) / 1000));
    this.slider.setAttribute('aria-valuetext', at == null ? 'now' : moment(time));
    write(this.when, at == null ? 'now' : moment(time));
    this.buttons.hidden = at == null;
    await Promise.all([this.#tell(at == null ? null : past), this.differences.show(at, time)]);
  }

  /**
   * Shows who made the shown commit, and what it changed.
   * @param {?Past} past null for the present
   */
  async #tell(past) {
    const commit = past?.commit ?? null;
    if (commit === this.#told) return;
    this.#told = commit;
    const words = past ? ` · ${shortName(past.by)}: ${await this.#wordsOf(past)}` : '';
    // Another commit may be shown meanwhile.
    if (this.#told === commit) write(this.told, words);
  }

  /**
   * Returns what a commit changed, as in the history of its plan; the subject of the commit if it
   * changed several plans.
   * @param {Past} past
   */
  async #wordsOf({ at, commit, subject }) {
    const { api, server } = this.state;
    if (server.published) return subject;
    try {
      const { entries } = await api.get('story', { since: at, until: at });
      const [entry, another] = entries.filter(each => each.commit === commit);
      if (!entry || another) return subject;
      const changes = entry.changes.map(each => withDays(each)).join(', ');
      return entry.title ? `“${isolated(entry.title)}”: ${changes}` : changes;
    } catch { return subject; }
  }
}
