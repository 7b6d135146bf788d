// @ts-check
// The buttons of the composer. They open the popovers of values, and write what is chosen into the
// line as marks, so that the line has everything that the new plan gets.
import { button, h } from '../controls/dom.js';
import { edited, markText } from './quick-edit.js';
import { icon, priorityIcon } from '../controls/icons.js';
import { markWords } from './marks.js';
import { stay } from '../controls/kept-line.js';
import { tellProblem } from '../controls/toast.js';
import { valuesOf } from '../plan/plan-values.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('../plan/plan-values.js').Value} Value */
/**
 * A field of the line: the kind of its marks, its icon, and how a value is written.
 * @typedef {{kind: QuickMark['kind'], sign: () => Node, text: (value: string) => string}} MarkField
 */

/** @type {Record<string, MarkField>} The fields, by the names of their values. */
export const FIELDS = {
  assignees: {
    kind: 'person',
    sign: () => icon('user'),
    text: person => markText('@', /<([^>]+)>$/.exec(person)?.[1] ?? person),
  },
  labels: { kind: 'label', sign: () => icon('tag'), text: label => markText('#', label) },
  priority: {
    kind: 'priority', sign: () => priorityIcon('high'), text: priority => `!${priority}`,
  },
  due: { kind: 'due', sign: () => icon('calendar'), text: day => `due:${day}` },
  milestone: { kind: 'milestone', sign: () => icon('flag'), text: id => markText('^', id) },
};

export class MarkFields {
  /** @type {QuickMark[]} The marks of the line. */
  #marks = [];
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {Set<() => any>} Functions to call when the marks have changed. */
  #watchers = new Set();

  /**
   * @param {BoardState} state @param {import('../state/names.js').Names} names
   * @param {{now: () => string, begin: () => Promise<any>, write: (text: string) => Promise<any>}}
   * line returns the line; is called before a popover opens, and reads the marks; replaces the line
   */
  constructor(state, names, line) {
    this.state = state;
    this.names = names;
    this.line = line;
    this.node = h('div.fields', { role: 'group', 'aria-label': 'Fields' });
  }

  /**
   * Shows which fields the line has.
   * @param {?QuickMark[]} marks null if the text has no marks, or is more than one line
   */
  draw(marks) {
    this.node.hidden = marks == null;
    this.#marks = marks ?? [];
    if (!this.#buttons.size) this.#make();
    for (const [name, node] of this.#buttons) {
      const { kind } = FIELDS[name];
      const words = this.#marks.filter(mark => mark.kind === kind)
        .map(mark => markWords(mark, this.state).replace(`${kind} `, ''));
      node.classList.toggle('set', words.length > 0);
      node.setAttribute('aria-label', [node.title, ...words.length ? [words.join(', ')] : []]
        .join(': '));
    }
    for (const watcher of this.#watchers) watcher();
  }

  /** Makes the buttons of the fields that the board has. */
  #make() {
    for (const name of Object.keys(FIELDS)) {
      const value = this.#value(name);
      if (!value) continue;
      const node = button([FIELDS[name].sign(), h('span.word', null, value.title)],
        () => this.#open(name),
        {
          class: 'quiet',
          title: value.title,
          'aria-haspopup': 'dialog',
          'aria-expanded': 'false',
          onmousedown: stay,
        });
      this.#buttons.set(name, node);
      this.node.append(node);
    }
  }

  /** @param {string} name @returns {Value | undefined} */
  #value(name) { return valuesOf(this.state).find(value => value.name === name); }

  /** @param {string} name */
  async #open(name) {
    await this.line.begin();
    const found = this.#value(name);
    /** @type {Value} */
    const value = {
      ...found,
      write: text => ({ added: text ? [text] : [], gone: null }),
      with: added => ({ added, gone: [] }),
      without: gone => ({ added: [], gone }),
      // A line only accepts people who are known.
      ...name === 'assignees' && { add: undefined },
    };
    value.pick(value, {
      state: this.state,
      names: this.names,
      about: 'new',
      plans: () => [this.#plan()],
      commit: () => this.state.basis,
      watch: draw => {
        this.#watchers.add(draw);
        return () => { this.#watchers.delete(draw); };
      },
      save: async (change, _, isWaiting) => {
        const problem = await this.#save(name, /** @type {any} */ (change));
        if (problem && !isWaiting()) tellProblem(problem, 'change');
        return problem;
      },
    }, () => this.#buttons.get(name));
  }

  /** Returns the values of the line as those of a plan. */
  #plan() {
    const of = kind => this.#marks.filter(mark => mark.kind === kind && !mark.problem)
      .map(({ value }) => value);
    return {
      assignees: of('person'),
      labels: of('label'),
      priority: of('priority')[0],
      due: of('due')[0],
      milestone: of('milestone')[0],
    };
  }

  /**
   * Changes the marks of a field in the line.
   * @param {string} name
   * @param {{added: string[], gone: ?string[]}} change the values to add and to remove; null
   * removes all
   * @returns {Promise<?import('../state/problem.js').Problem>}
   */
  async #save(name, { added, gone }) {
    const { api } = this.state;
    const { kind, text } = FIELDS[name];
    const line = this.line.now();
    /** @type {QuickMark[]} */
    let marks = [];
    try {
      if (line) ({ marks } = await api.get('quick', { line }));
      if (kind === 'due' && added.length) {
        const { day } = await api.get('day', { words: added[0] });
        added = day ? [day] : [];
      }
    } catch (problem) {
      return problem;
    }
    const isGone = mark => mark.kind === kind && (gone?.includes(mark.value) ?? true);
    await this.line.write(edited(line, marks, isGone, added.map(text).join(' ')));
    return null;
  }
}
