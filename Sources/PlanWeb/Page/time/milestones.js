// @ts-check
// The milestones: the progress of each, its due day, and the forecast of its finish.
import { Asked } from '../state/asked.js';
import { change } from '../commands/acts.js';
import { all, button, fill, h, wide } from '../controls/dom.js';
import { dayOf, dayWords } from './road-scale.js';
import { empty, unsaved } from '../controls/parts.js';
import { icon } from '../controls/icons.js';
import { KeptLine } from '../controls/kept-line.js';
import { redraw } from '../controls/keyed.js';
import { milestoneMenu, nameOf, pickDue } from './milestone-edit.js';
import { roadTabs } from './road-tabs.js';
import { sentence } from '../state/problem.js';
import { term } from '../state/terms.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

/** The percentages of the forecast, which are the columns of the table. */
const PERCENTS = [50, 85, 95];

/**
 * Returns what a reader must know about the forecasts: the roadmap may have other days.
 * @param {Milestone[]} milestones @param {Notice[]} notices
 */
export const noteOf = (milestones, notices) => [
  milestones.some(each => each.forecast.length > 0)
    && 'The roadmap also waits for blockers and start days, so its days can be later',
  ...notices.map(notice => sentence(notice.message)),
].filter(Boolean).join('. ');

export class MilestonesView {
  #asked = new Asked();
  #note = h('p.hint');
  #table = h('div.box');
  /** @type {?HTMLFormElement} */
  #form = null;
  /** @type {Milestone[]} */
  #milestones = [];
  /** @type {Set<() => any>} Functions to call when the milestones are drawn, as for a popover. */
  #watchers = new Set();
  /** @type {import('./milestone-edit.js').Shown} */
  #shown = {
    find: id => this.#milestones.find(each => each.id === id) ?? null,
    anchor: (id, name) => all(this.#table, `[data-milestone] [data-edit="${name}"]`)
      .find(each => each.closest('tr').dataset.milestone === id)
      ?? null,
    watch: draw => {
      this.#watchers.add(draw);
      return () => this.#watchers.delete(draw);
    },
  };

  /**
   * @param {BoardState} state
   * @param {{show: (query: string) => any, go: (view: string) => any}} acts `show` shows the plans
   * of a query on the board
   */
  constructor(state, acts) {
    this.state = state;
    this.acts = acts;
    this.node = h('section.milestones', { 'aria-labelledby': 'page-title' },
      h('div.tools', null, roadTabs('Milestones', acts.go)),
      h('div.page', null, h('h2', { id: 'page-title' }, 'Milestones'), this.#note, this.#table));
  }

  /** Returns the form of a new milestone. */
  #newForm() {
    const name = h('input', {
      type: 'text',
      value: '',
      required: true,
      dir: 'auto',
      'aria-label': 'Name of a new milestone',
      placeholder: 'New milestone',
    });
    const due = h('input', {
      type: 'text',
      value: '',
      'aria-label': 'When it is due',
      placeholder: 'Due, such as +2w',
    });
    const keep = (field, of) => new KeptLine(field, this.state, `new-milestone/${of}`, {
      saved: () => '',
      save: () => this.#form.requestSubmit(),
      again: () => this.#drawForm(),
    });
    const lines = [keep(name, 'name'), keep(due, 'due')];
    const add = async () => {
      const values = { name: name.value, due: due.value.trim() || undefined };
      const sent = lines.map(line => ({ line, text: line.field.value }));
      if (!await change(this.state, 'add-milestone', values, { done: answer => answer.message })) {
        return;
      }
      // Text that was typed meanwhile is kept.
      for (const { line, text } of sent) {
        if (line.field.value !== text) continue;
        line.field.value = '';
        line.end();
      }
      name.focus();
    };
    return h('form.controls', { onsubmit: event => { event.preventDefault(); add(); } },
      name,
      due,
      h('button', { type: 'submit' }, 'Add'),
      lines.map(line => line.note));
  }

  /** Draws the form of a new milestone again, with the texts that are kept. */
  #drawForm() {
    const form = this.#newForm();
    this.#form?.replaceWith(form);
    this.#form = form;
  }

  /** Shows the drafts of a tab that was closed. */
  offerDrafts() { if (this.#form && unsaved(this.#form).length === 0) this.#drawForm(); }

  async draw() {
    const { state } = this;
    if (!this.#form) this.#drawForm();
    if (state.isReadOnly) this.#form.remove();
    else if (!this.#form.isConnected) this.#table.before(this.#form);
    await this.#asked.ask([state.newest, state.isReadOnly], () => state.api.get('milestones'),
      found => this.#fill(found),
      problem => fill(this.#table, h('div.void', null, h('h2', null, problem.message))));
  }

  /** @param {MilestonesDocument} found */
  #fill({ milestones, notices }) {
    this.#milestones = milestones;
    this.#note.textContent = noteOf(milestones, notices);
    const [open, closed] = [
      milestones.filter(each => !each.closed),
      milestones.filter(each => each.closed),
    ];
    if (milestones.length === 0) {
      fill(this.#table, empty('flag', 'No milestones yet', {
        more: 'A milestone has a due day, and shows when its plans will be finished.',
      }));
      return;
    }
    redraw(this.#table, [
      this.#rows('Open milestones', open),
      closed.length > 0 && h('details', null,
        h('summary', null, `${closed.length} closed`),
        this.#rows('Closed milestones', closed)),
      // The next key must not press a button of another milestone.
    ], '');
    for (const draw of this.#watchers) draw();
  }

  /** @param {string} label @param {Milestone[]} milestones */
  #rows(label, milestones) {
    return wide(label, h('table', null,
      h('thead', null, h('tr', null,
        ['Milestone', 'Done', 'Due', ...PERCENTS.map(percent => `${percent} % by`), 'Estimate']
          .map(name => h('th', { scope: 'col' }, name)))),
      h('tbody', null, milestones.map(each => this.#row(each)))));
  }

  get #canChange() { return !this.state.isReadOnly && !this.state.server.published; }

  /**
   * Returns the due day, as a button if it can be set.
   * @param {Milestone} each @param {?number} due
   */
  #due(each, due) {
    const words = due == null ? null : dayWords(due);
    if (!this.#canChange) return words ?? '–';
    return button(words ?? 'Set due', () => pickDue(this.state, this.#shown, each.id),
      {
        class: words ? 'set' : 'set quiet',
        'data-edit': 'due',
        'data-name': `due/${each.id}`,
        'aria-haspopup': 'dialog',
        'aria-expanded': 'false',
        'aria-label': `Due of ${nameOf(each)}: ${words ?? 'none'}`,
      });
  }

  /** @param {Milestone} each */
  #row(each) {
    const due = each.due ? dayOf(each.due) : null;
    const day = percent => {
      const found = each.forecast.find(one => one.percent === percent);
      if (!found) return h('td', null, '–');
      if (!found.day) return h('td.late', null, 'after ten years');
      const isLate = due != null && dayOf(found.day) > due;
      return h(`td${isLate ? '.late' : ''}`, null,
        dayWords(dayOf(found.day)),
        isLate && h('span.unseen', null, ', too late'));
    };
    const name = nameOf(each);
    const show = () => this.acts.show(term('milestone:', each.id));
    const menu = () => milestoneMenu(this.state, this.#shown, each.id, show);
    return h('tr', { 'data-milestone': each.id },
      h('th', { scope: 'row' },
        button(h('span', { dir: 'auto' }, name), show,
          { class: 'link', 'data-name': each.id, title: 'Show its plans on the board' }),
        this.#canChange && button(icon('more'), menu, {
          class: 'icon',
          'data-edit': 'title',
          'data-name': `title/${each.id}`,
          'aria-haspopup': 'dialog',
          'aria-label': `Actions for ${name}`,
          title: 'Change or remove it',
        })),
      h('td.done', null,
        h('progress', {
          max: Math.max(1, each.plans),
          value: each.done,
          'aria-label': `Done of ${name}`,
        }),
        h('span', null, `${each.done} of ${each.plans}`)),
      h('td', null, this.#due(each, due)), PERCENTS.map(day),
      h('td', null, each.estimate == null ? '–' : `${each.estimateDone ?? 0} of ${each.estimate}`));
  }
}
