// @ts-check
// The roadmap: the plans in time, in groups. It shows the past and the forecast. The start and the
// due days can be dragged.
import { Asked } from '../state/asked.js';
import { dayWords as wordsOf } from '../state/days.js';
import { arrows, lightArrows } from './road-arrows.js';
import { RoadDates } from './road-dates.js';
import { ZOOMS, dayOf, dayWords, scaleOf } from './road-scale.js';
import { KeyedNodes, drawIfNew, reconcile } from '../controls/keyed.js';
import { all, button, fill, h, set } from '../controls/dom.js';
import { bars, dayBy, words } from './road-bars.js';
import { edit, named } from '../commands/acts.js';
import { empty } from '../controls/parts.js';
import { icon } from '../controls/icons.js';
import { roadTabs } from './road-tabs.js';
import { sentence } from '../state/problem.js';
import { stateSign } from '../controls/chips.js';
import { term } from '../state/terms.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

/** The grouping of the roadmap for each field that groups the board. */
const GROUPINGS = {
  milestone: 'milestone', iteration: 'iteration', parent: 'parent', assignee: 'owner',
};

/** The number of pixels beside the present day in which no other day is labelled. */
const ROOM = 40;

/** The width of a letter beside a line, in pixels, rounded up. */
const LETTER = 7;

/** The legend: a class and words for each mark. */
const LEGEND = [
  ['in-todo', 'waiting'], ['in-doing', 'in progress'], ['in-review', 'in review'],
  ['in-done', 'finished'], ['likely', 'likely (50 %)'], ['safe', 'safe (85 %)'],
];

export class RoadmapView {
  #asked = new Asked();
  /** @type {?RoadmapDocument} */
  #road = null;
  /** Why it has no forecast. */
  #lack = '';
  /** The number of this page's changes before the roadmap was requested. */
  #changes = 0;
  /** @type {Map<string, string>} The titles of the roadmap's plans, by their ids. */
  #titles = new Map();
  /** @type {Promise<any>} The last change of days. */
  #saving = Promise.resolve();
  /** @type {?RoadDates} The days that are being edited. */
  #edited = null;
  /** Whether a newer roadmap must be shown after the edit. */
  #isOld = false;
  /** The plans whose arrows are highlighted. @type {{pointed: ?string, focused: ?string}} */
  #lit = { pointed: null, focused: null };
  #zoom = 'Month';
  /** @type {Set<string>} */
  #folded = new Set();
  /** Whether the view has been scrolled to the present day. */
  #isPlaced = false;
  #note = h('p.hint');
  #sheet = h('div.sheet');
  /** The groups, and the rows by the ids of their plans. */
  #nodes = new KeyedNodes();

  /**
   * @param {BoardState} state
   * @param {{open: (id: string) => any, show: (query: string) => any, clear: () => any,
   *   go: (view: string) => any}} acts `show` shows the plans of a query on the board
   */
  constructor(state, acts) {
    this.state = state;
    this.acts = acts;
    this.zooms = Object.keys(ZOOMS).map(name => button(name, () => this.#zoomTo(name),
      { 'aria-pressed': String(name === this.#zoom) }));
    this.scroller = h('div.scroller',
      { tabindex: '0', role: 'region', 'aria-label': 'Plans in time' },
      this.#sheet);
    this.node = h('section.road', { 'aria-label': 'Roadmap' },
      h('div.tools', null,
        roadTabs('Roadmap', acts.go),
        this.#note,
        h('span.grow'),
        h('span.legend', { 'aria-hidden': 'true' },
          LEGEND.map(([name, text]) => h('span', null, h(`i.${name}`), text)),
          h('span', null, h('i.diamond'), 'due')),
        h('div.segments', { role: 'group', 'aria-label': 'Zoom' }, this.zooms),
        button('Today', () => this.#toToday())),
      this.scroller);
    this.node.addEventListener('keydown', event => this.#step(event));
    this.node.addEventListener('focusin',
      event => this.#keepOneStop(/** @type {Element} */ (event.target)));
    this.#sheet.addEventListener('pointerover', event => this.#light({ pointed: idAt(event) }));
    this.#sheet.addEventListener('pointerleave', () => this.#light({ pointed: null }));
    this.#sheet.addEventListener('focusin', event => this.#light({ focused: idAt(event) }));
    this.#sheet.addEventListener('focusout', () => this.#light({ focused: null }));
  }

  async draw() {
    const { state } = this;
    // The roadmap of the last valid query stays, and so does a roadmap whose days are being edited.
    if (state.queryProblem || this.#edited) return;
    const values = { q: state.query, by: GROUPINGS[state.grouping] };
    const changes = state.own.count;
    await this.#asked.ask([values, state.newest, state.isReadOnly],
      async () => {
        const road = /** @type {RoadmapDocument} */ (await state.api.get('roadmap', values));
        return { road, lack: await this.#lackOf(road) };
      },
      ({ road, lack }) => {
        this.#road = road;
        this.#lack = lack;
        this.#changes = changes;
        this.#titles = new Map(road.groups.flatMap(group => group.plans)
          .map(plan => [plan.plan, plan.title]));
        this.#isOld = this.#edited != null;
        if (!this.#isOld) this.#fill();
      },
      problem => {
        if (this.#edited) { this.#isOld = true; return; }
        fill(this.#sheet, h('div.void', null,
          h('h2', null, problem.message),
          (problem.hints ?? []).map(hint => h('p', null, hint))));
      });
  }

  /**
   * Returns why a roadmap has no forecast; empty if it has one or needs none.
   * @param {RoadmapDocument} road
   */
  async #lackOf(road) {
    const isOpen = road.groups.some(({ plans }) => plans.some(plan => plan.finished == null));
    if (road.futures != null || !isOpen) return '';
    try { await this.state.api.get('forecast', {}); } catch (problem) { return problem.message; }
    return '';
  }

  /** Cancels an edit, because another view is shown. */
  leave() { this.#edited?.giveUp(); }

  #zoomTo(name) {
    this.#zoom = name;
    for (const each of this.zooms) {
      each.setAttribute('aria-pressed', String(each.textContent === name));
    }
    this.#isPlaced = false;
    this.#fill();
  }

  #fill() {
    const road = this.#road;
    if (!road) return;
    this.#isOld = false;
    this.leave();
    const scale = scaleOf(road, ZOOMS[this.#zoom]);
    this.scale = scale;
    this.#sheet.style.setProperty('--day', `${scale.day}px`);
    this.#sheet.style.setProperty('--weekend', `${scale.weekend}px`);
    this.#sheet.style.setProperty('--time', `${scale.width}px`);
    this.#sheet.style.setProperty('--today', `${scale.x(dayOf(road.today)) + scale.day / 2}px`);
    this.#tell(road);
    const count = road.groups.reduce((sum, group) => sum + group.plans.length, 0);
    this.#nodes.show(this.#sheet, () => count === 0
      ? [empty('road', 'No plans to show', {
        more: 'Open plans and recent ones appear here.',
        action: this.state.query
          ? { label: 'Clear the query', act: () => this.acts.clear() }
          : null,
      })]
      : [this.#head(road), this.#groups(road)]);
    if (count > 0) this.#drawArrows(road);
    this.#keepOneStop(null);
    if (!this.#isPlaced) this.#toToday();
    this.#isPlaced = true;
  }

  /** @param {RoadmapDocument} road */
  #drawArrows(road) {
    this.#sheet.append(arrows(this.#sheet, road.groups.flatMap(group => group.plans),
      this.scale, dayOf(road.today)));
    this.#light({});
  }

  /**
   * Highlights the arrows of the plans whose rows have the pointer or the focus.
   * @param {{pointed?: ?string, focused?: ?string}} changed
   */
  #light(changed) {
    this.#lit = { ...this.#lit, ...changed };
    lightArrows(this.#sheet, Object.values(this.#lit));
  }

  /** @param {RoadmapDocument} road */
  #tell(road) {
    const more = road.leftOut.more > 0 ? `${road.leftOut.more} more plans are not shown` : '';
    const past = this.state.at != null
      ? 'This is the present roadmap, even while you look at the past'
      : '';
    this.#note.textContent =
      [past, more, this.#lack, ...road.notices.map(notice => sentence(notice.message))]
        .filter(Boolean).join('. ');
  }

  /** @param {RoadmapDocument} road */
  #head(road) {
    const { scale } = this;
    const at = (name, day, text) => {
      const node = h(`span.${name}`, null, text);
      node.style.left = `${scale.x(day)}px`;
      return node;
    };
    return h('div.head', { 'aria-hidden': 'true' }, h('span.corner'), h('div.time', null,
      scale.months().map(day => at('month', day,
        dayWords(day, { month: 'long', year: 'numeric' }))),
      scale.marks().filter(day => Math.abs(scale.x(day) - scale.x(dayOf(road.today))) > ROOM)
        .map(day => at('mark', day, String(new Date(day * 86_400_000).getUTCDate()))),
      at('now', dayOf(road.today), dayWords(dayOf(road.today)))));
  }

  /** @param {RoadmapDocument} road */
  #groups(road) {
    const list = this.#nodes.node('groups/', () => h('ul.groups'));
    reconcile(list, road.groups.flatMap(group => this.#group(group, road)));
    return list;
  }

  /** @param {RoadmapGroup} group @param {RoadmapDocument} road */
  #group(group, road) {
    const name = group.name ?? '';
    const rows = () => group.plans.map(plan => this.#row(plan, road));
    if (!group.title) return rows();
    const isFolded = this.#folded.has(name);
    const node = this.#nodes.node(`group/${name}`, () => h('li.group'));
    const heading = this.#nodes.node(`heading/${name}`, () => h('div.line.heading'));
    const list = this.#nodes.node(`plans/${name}`, () => h('ul'));
    const open = group.plans.filter(plan => !plan.finished).length;
    const done = `${group.plans.length - open}/${group.plans.length + group.more}`;
    drawIfNew(heading, [{ ...group, plans: done }, isFolded, road.by, this.scale], () => [
      h('div.who', null,
        button([icon('down'), h('span', { dir: 'auto' }, group.title)], () => this.#fold(name),
          { class: 'fold', 'aria-expanded': String(!isFolded) }),
        h('small', null, done),
        this.#leading(group, road)),
      h('div.time', null, this.#span(group)),
    ]);
    set(list, { 'aria-label': group.title });
    reconcile(list, isFolded ? [] : rows());
    reconcile(node, isFolded ? [heading] : [heading, list]);
    return node;
  }

  /**
   * Returns the link that shows the plans of a group on the board.
   * @param {RoadmapGroup} group @param {RoadmapDocument} road
   */
  #leading(group, road) {
    const query = group.name != null && ['milestone', 'iteration'].includes(road.by)
      && term(`${road.by}:`, group.name);
    return query && button(icon('board'), () => this.acts.show(query),
      { class: 'icon', 'aria-label': `${group.title} on the board`, title: 'Show on the board' });
  }

  /**
   * Returns the dates of a group: its due day, and the forecast of its finish.
   * @param {RoadmapGroup} group
   */
  #span(group) {
    const most = dayBy(group.forecast, 85);
    if (!group.due && most == null) return null;
    const end = group.due ? dayOf(group.due) : most;
    const words = [
      group.due && `due ${dayWords(dayOf(group.due))}`,
      most != null && (most === Infinity ? 'no end in sight' : `85 % by ${dayWords(most)}`),
      group.late && 'may be late',
    ].filter(Boolean).join(' · ');
    const left = this.scale.x(Math.min(end, this.scale.last) + 1);
    const width = words.length * LETTER;
    // Days far ahead are often outside of the window.
    const isBefore = left + width > this.scale.width
      || left - width > this.scale.x(dayOf(this.#road.today));
    const node = h('span.until', null, words);
    node.classList.toggle('late', group.late);
    node.classList.toggle('before', isBefore);
    if (isBefore) node.style.right = `calc(100% - ${left}px)`; else node.style.left = `${left}px`;
    return node;
  }

  /** @param {RoadmapPlan} plan @param {RoadmapDocument} road */
  #row(plan, road) {
    const { scale, state } = this;
    const today = dayOf(road.today);
    const about = words(plan, state.columns,
      id => this.#titles.get(id) ?? state.cards.get(id)?.title ?? id);
    const canChange = !plan.finished && !state.isReadOnly;
    const kinds = state.columns.map(({ id, kind }) => [id, kind]);
    const row = this.#nodes.node(plan.plan, () => h('li.line', { 'data-id': plan.plan }));
    drawIfNew(row, [plan, about, canChange, kinds, scale, today], () => [
      h('div.who', null,
        stateSign(state.columns, plan.state),
        button([h('span', { dir: 'auto' }, plan.title), h('span.unseen', null, `: ${about}`)],
          () => this.acts.open(plan.plan),
          { class: 'title', tabindex: '-1', title: `${plan.title}: ${about}` })),
      h('div.time', null,
        bars(plan, scale, state.columns, today),
        canChange && this.#dates(plan, row, today)),
    ], '.title');
    return row;
  }

  /**
   * Returns the editable days of a plan. During an edit, nothing is drawn again.
   * @param {RoadmapPlan} plan @param {HTMLElement} row @param {number} today
   */
  #dates(plan, row, today) {
    let shown = { commit: '', changes: 0 };
    const dates = new RoadDates(plan, this.scale, today, {
      began: () => {
        // If the row was drawn again meanwhile, the edit is based on what it showed before.
        if (row.contains(dates.node)) {
          shown = { commit: this.#road.commit, changes: this.#changes };
        }
        this.#edited = dates;
        this.state.hold();
      },
      ended: changed => {
        if (this.#edited === dates) this.#edited = null;
        if (changed) {
          // The row shows the changed days until it is drawn again, even if they are not saved.
          delete row.dataset.key;
          this.#save(plan, changed, shown);
        } else if (this.#isOld) this.#fill();
        this.state.release();
        this.draw();
      },
    });
    return dates.node;
  }

  /**
   * @param {RoadmapPlan} plan @param {import('./road-dates.js').Dates} dates
   * @param {{commit: string, changes: number}} shown the commit that was shown, and the number of
   * this page's earlier changes
   */
  async #save(plan, dates, shown) {
    const { state } = this;
    const told = Object.entries(dates)
      .map(([name, day]) => `${name} ${day === 'none' ? 'removed' : wordsOf(day)}`).join(', ');
    // A second change before the new roadmap arrives is based on the first one.
    const saving = this.#saving.then(() => edit(state, [plan.plan],
      { ...dates, commit: state.own.since(plan.plan, shown.changes) ?? shown.commit },
      { words: `${named(state, [plan.plan])}: ${told}` }));
    this.#saving = saving.catch(() => {});
    const saved = await saving;
    // After a failure, the dragged days return to the values of the board.
    if (!saved && this.#edited) this.#isOld = true;
    else if (!saved) this.#fill();
  }

  #fold(name) {
    if (!this.#folded.delete(name)) this.#folded.add(name);
    this.#fill();
  }

  #toToday() {
    const road = this.#road;
    if (road) {
      this.scroller.scrollLeft = this.scale.x(dayOf(road.today)) - this.scroller.clientWidth / 4;
    }
  }

  // Focus

  /**
   * Makes Tab stop only at the title and the days of one row; the arrow keys move from there.
   * @param {?Element} target
   */
  #keepOneStop(target) {
    const rows = all(this.#sheet, '.line[data-id]');
    const row = target?.closest('.line[data-id]')
      ?? rows.find(each => each.querySelector('[tabindex="0"]'))
      ?? rows[0];
    for (const each of all(this.#sheet, '.line[data-id] :is(.title, .end)[tabindex="0"]')) {
      if (!row?.contains(each)) each.tabIndex = -1;
    }
    for (const each of row ? all(row, '.title, .end') : []) each.tabIndex = 0;
  }

  /** Goes to another row, or scrolls by a week. @param {KeyboardEvent} event */
  #step(event) {
    // Browsers use these for Back and Forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const weeks = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (weeks && !event.shiftKey && this.scale
        && this.scroller.contains(/** @type {Node} */ (event.target))) {
      event.preventDefault();
      event.stopPropagation();
      this.scroller.scrollLeft += weeks * 7 * this.scale.day;
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = /** @type {HTMLElement} */ (event.target).closest('.line[data-id]');
    if (!by || !row) return;
    const rows = all(this.#sheet, '.line[data-id]');
    const next = rows[rows.indexOf(/** @type {HTMLElement} */ (row)) + by]?.querySelector('.title');
    event.preventDefault();
    event.stopPropagation();
    if (next instanceof HTMLElement) next.focus();
  }
}

/** Returns the plan of the row on which an event happened; null if none. @param {Event} event */
const idAt = event => /** @type {?HTMLElement} */ (/** @type {Element} */ (event.target)
  .closest('.line[data-id]'))?.dataset.id
  ?? null;
