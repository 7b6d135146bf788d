// @ts-check
// The settings: those that are shared with the board, and those of this browser.
import { all, button, h, targetOf } from '../controls/dom.js';
import { change } from '../commands/acts.js';
import { KeptLine } from '../controls/kept-line.js';
import { drafts } from '../state/drafts.js';
import { isBusy, isUnsaved } from '../controls/parts.js';
import { redraw } from '../controls/keyed.js';
import { drawColumns, drawNewColumn } from './columns.js';
import { drawFields, drawNewField } from './fields.js';
import { drawLabels, drawPeople } from './names.js';
import { drawNewRule, drawRules } from './rules.js';
import { lookChoices } from './look-choices.js';
import { drawIterations, drawMilestones, drawNewIteration, drawNewMilestone } from './phases.js';
import { newBox, newRow } from './rows.js';
import { drawNewView, drawViews } from './views.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

/**
 * Makes a change of a part. `lines` are the texts that it saves.
 * @typedef {(command: string, body: object, words?: string, lines?: KeptLine[]) =>
 *   Promise<void>} Act
 */

/**
 * What the parts show, besides the state of the board.
 * @typedef {{views: SavedView[], fields: CustomField[], rules: Rule[], labels: LabelCount[],
 *   people: PersonCount[]}} Shared
 */

/** @typedef {import('../controls/dom.js').Child} Child */

/**
 * What the parts are drawn with. `shared` returns what is known now; `keep` stores the text of a
 * field under a name until it is saved.
 * @typedef {object} Drawn
 * @property {BoardState} state
 * @property {() => Shared} shared
 * @property {Act} act
 * @property {(field: HTMLInputElement, name: string, saved: () => string,
 *   save?: () => any) => KeptLine} keep
 */

/** @typedef {(drawn: Drawn) => Child} Draw */

/**
 * The functions that draw the parts. Their fields and buttons call `act`.
 * @type {Record<string, Draw>}
 */
const DRAWINGS = {
  title: drawTitle,
  columns: drawColumns,
  'new-column': drawNewColumn,
  milestones: drawMilestones,
  'new-milestone': drawNewMilestone,
  iterations: drawIterations,
  'new-iteration': drawNewIteration,
  labels: drawLabels,
  people: drawPeople,
  fields: drawFields,
  'new-field': drawNewField,
  views: drawViews,
  'new-view': drawNewView,
  rules: drawRules,
  'new-rule': drawNewRule,
};

/**
 * The boxes with their headings, the parts of each, and a line about it. A published page shows the
 * first ones only.
 * @type {{heading: string, parts: string[], hint?: string, isServed?: boolean}[]}
 */
const BOXES = [
  { heading: 'Title', parts: ['title'] },
  { heading: 'Columns', parts: ['columns', 'new-column'] },
  { heading: 'Milestones', parts: ['milestones', 'new-milestone'], isServed: true },
  {
    heading: 'Iterations',
    parts: ['iterations', 'new-iteration'],
    hint: 'An iteration without days begins after the last one, with its length.',
    isServed: true,
  },
  {
    heading: 'Labels',
    parts: ['labels'],
    hint: 'A new name replaces the label on all plans. The name of another label merges the two.',
    isServed: true,
  },
  {
    heading: 'People',
    parts: ['people'],
    hint: 'A new name replaces the person on all plans. The name of another person merges the two.',
    isServed: true,
  },
  {
    heading: 'Fields',
    parts: ['fields', 'new-field'],
    hint: 'Values of plans stay when a field is removed.',
    isServed: true,
  },
  {
    heading: 'Rules',
    parts: ['rules', 'new-rule'],
    hint: 'A rule changes a plan when something happens, such as ‘on done: due none’.',
    isServed: true,
  },
  { heading: 'Views', parts: ['views', 'new-view'] },
];

export class SettingsView {
  /** @type {Shared} */
  #shared = { views: [], fields: [], rules: [], labels: [], people: [] };
  /** @type {?string} The shown commit, so that it is drawn only once. */
  #key = null;
  /** @type {Map<string, KeptLine[]>} The texts of each part. */
  #lines = new Map();

  /** @param {BoardState} state */
  constructor(state) {
    this.state = state;
    const boxes = BOXES.filter(box => !box.isServed || !state.server.published);
    this.parts = new Map(boxes.flatMap(({ parts }) => parts)
      .map(name => [name, h('div', { 'data-part': name })]));
    const shared = boxes.map(({ heading, parts, hint }) => box(heading,
      hint && h('p.hint', null, hint),
      parts.map(name => this.parts.get(name))));
    this.frame = h('fieldset.plain', null, shared);
    const own = box('This browser', lookChoices());
    this.node = h('section.page.settings', { 'aria-labelledby': 'page-title' },
      h('h2', { id: 'page-title' }, 'Settings'),
      h('nav', { 'aria-label': 'Sections' }, [own, ...shared].map(each =>
        button(each.firstChild.textContent, () => goTo(each), { class: 'quiet' }))),
      own,
      h('p.hint', null, 'Everybody who shares the board gets these:'),
      this.frame);
    this.frame.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.#leave(targetOf(event));
    });
  }

  /** Draws the parts in which nobody is writing. */
  async draw() {
    const key = `${this.state.commit} ${this.state.isReadOnly}`;
    if (key === this.#key) return;
    this.#key = key;
    try {
      const { api } = this.state;
      const [settings, { labels }, { people }] = await Promise.all(
        [api.get('settings'), api.get('labels'), api.get('people')]);
      this.#shared = { ...this.#shared, ...settings, labels, people };
    } catch (problem) {
      this.#key = null;
      throw problem;
    }
    if (key !== this.#key) return;
    this.frame.disabled = this.state.isReadOnly;
    for (const [name, node] of this.parts) {
      if (!isBusy(node)) this.#draw(name);
      else for (const line of this.#lines.get(name)) line.draw();
    }
  }

  /** Shows the drafts of a tab that was closed. */
  offerDrafts() {
    if (!this.#key || !drafts(this.state).some(name => name.startsWith('settings/'))) return;
    for (const [name, node] of this.parts) if (!isBusy(node)) this.#draw(name);
  }

  /** @param {string} name */
  #draw(name) {
    /** @type {KeptLine[]} */
    const lines = [];
    redraw(this.parts.get(name), DRAWINGS[name]({
      state: this.state,
      shared: () => this.#shared,
      act: (command, body, words, saved) => this.#act(name, command, body, words, saved),
      keep: (field, draft, saved, save) => {
        const line = new KeptLine(field, this.state, `settings/${draft}`,
          { saved, save, again: () => this.#draw(name) });
        lines.push(line);
        return line;
      },
    }));
    this.#lines.set(name, lines);
  }

  /** Discards the text of a field. @param {HTMLInputElement} field */
  #leave(field) {
    const line = [...this.#lines.values()].flat().find(each => each.field === field);
    if (!line || !isUnsaved(field)) return;
    line.discard();
    line.again();
  }

  /**
   * Makes a change in a part and draws the part again. A refused choice is replaced by the board's;
   * a refused text stays, so that the person can correct it.
   */
  async #act(name, command, body, words, lines = []) {
    const commit = lines[0]?.commit ?? this.state.basis;
    const sent = lines.map(line => ({ line, text: line.field.value }));
    const answer = await change(this.state, command, { ...body, commit },
      { done: given => words ?? given.message });
    // Text that was typed meanwhile is kept.
    for (const { line, text } of answer ? sent : []) if (line.field.value === text) line.end();
    await this.draw().catch(() => {});
    if (answer || !name.startsWith('new-')) this.#draw(name);
  }
}

/**
 * Returns a section of the settings. Its heading can get the focus from the list of sections.
 * @param {string} heading @param {...Child} content
 */
const box = (heading, ...content) =>
  h('div.box', null, h('h3', { tabindex: '-1' }, heading), content);

/** Scrolls to a section. @param {HTMLElement} section */
function goTo(section) {
  section.scrollIntoView({ block: 'start' });
  all(section, 'h3')[0].focus({ preventScroll: true });
}

/** @type {Draw} */
function drawTitle({ state, act, keep }) {
  const title = () => state.title ?? '';
  const box = newBox('Title of the board', { value: title() });
  const line = keep(box, 'title', title);
  return newRow(() => act('title', { title: box.value.trim() }, undefined, [line]),
    'Save', [box], [line]);
}
