// The board's past: a slider over its changes, the board as it was, and what differs from now.
import { button, fill, h, moment, shortName } from './dom.js';

export class PastBand {
  #moments = [];

  constructor(node, state, handlers) {
    Object.assign(this, { node, state, handlers });
    this.slider = h('input', { type: 'range', min: '0', 'aria-label': 'A moment of the board’s past' });
    this.words = h('p.words', { 'aria-live': 'polite' });
    this.list = h('ul.differences', { 'aria-label': 'What differs from now' });
    this.slider.addEventListener('input', () => {
      const chosen = this.#moments[this.slider.value];
      this.slider.setAttribute('aria-valuetext', chosen ? moment(chosen.at) : 'now');
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#go(Number(this.slider.value)), 120);
    });
    node.append(button('◂', () => this.step(-1), { 'aria-label': 'One change back', title: '[' }), this.slider,
      button('▸', () => this.step(1), { 'aria-label': 'One change forward', title: ']' }), this.words, this.list);
  }

  get index() {
    const found = this.#moments.findIndex(each => each.commit === this.state.at);
    return found < 0 ? this.#moments.length : found;
  }

  async #read() {
    const { moments } = await this.state.api.get('moments', { n: 1000 });
    this.#moments = moments.reverse();
    this.slider.max = String(this.#moments.length);
  }

  async open() {
    this.node.hidden = false;
    await this.#read();
    this.draw();
  }

  async close() {
    this.node.hidden = true;
    if (this.state.at != null) await this.handlers.goTo(null);
  }

  /** One change back, or forward. */
  async step(by) {
    if (this.node.hidden) await this.open();
    const now = this.index;
    // The newest change is the board as it is now.
    const start = now === this.#moments.length && by < 0 ? now - 1 : now;
    await this.#go(Math.max(0, Math.min(this.#moments.length, start + by)));
  }

  async #go(index) {
    const isNow = index >= this.#moments.length - 1;
    await this.handlers.goTo(isNow ? null : this.#moments[index].commit);
  }

  async draw() {
    if (this.node.hidden) return;
    const { state } = this;
    this.slider.value = String(this.index);
    this.slider.setAttribute('aria-valuetext', state.past ? moment(state.past.at) : 'now');
    if (state.at == null) {
      fill(this.words, h('strong', null, 'now'), ' · ', h('kbd', null, '['), ' back');
      fill(this.list);
      return;
    }
    const { past } = state;
    fill(this.words, h('strong', null, moment(past.at)), ` · ${shortName(past.by)}: ${past.subject} `,
      button('to now', () => this.handlers.goTo(null), { title: 't' }));
    await this.#compare();
  }

  async #compare() {
    const at = this.state.at;
    let found;
    try { found = await this.state.api.get('diff', { from: at }); } catch (problem) {
      fill(this.list, h('li', null, problem.message));
      return;
    }
    if (this.state.at !== at) return;
    const plans = found.plans.filter(plan => plan.plan);
    this.state.differing = new Set(plans.map(plan => plan.plan));
    fill(this.list, h('li', null, h('strong', null,
      plans.length === 1 ? '1 plan differs from now' : `${plans.length} plans differ from now`)),
    ...plans.slice(0, 30).map(plan => h('li', { dir: 'auto' },
      `${plan.title}: ${[...new Set(plan.changes.map(change => change.field.split('/')[0]))].join(', ')}`)),
    plans.length > 30 ? h('li', null, `and ${plans.length - 30} more`) : '');
    this.handlers.drawBoard();
  }
}
