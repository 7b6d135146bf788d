// @ts-check
// The changes that are made in the open plan. After a failed change, the control shows the board's
// value, with a mark that stays when the part is drawn again.
import { all } from '../controls/dom.js';
import { change } from '../commands/acts.js';
import { keyOf, mark, partOf } from './failures.js';
import { tellProblem } from '../controls/toast.js';

/** @typedef {import('./failures.js').Failure} Failure */
/** @typedef {import('../state/problem.js').Problem} Problem */
/** @typedef {import('./plan.js').PlanPanel} PlanPanel */

const CONTROLS = 'input, select, textarea, button[data-name]';

export class PlanChanges {
  /**
   * @type {Map<string, Failure>} The failed changes, by the part and the name of the control.
   */
  #failures = new Map();

  /** @param {PlanPanel} panel */
  constructor(panel) { this.panel = panel; }

  /** Forgets failed changes, because another plan is opened. */
  clear() { this.#failures.clear(); }

  /**
   * Makes a change of this plan, based on the shown version. A change with a commit is a text,
   * which can be saved again in its field.
   * @param {string} command @param {object} values @param {string} words what was done
   */
  post(command, values, words) {
    return change(this.panel.state, command, values,
      { done: () => words, ...'commit' in values && { again: null } });
  }

  /** @param {object} values the fields @param {string} words what was done */
  edit(values, words) { return this.post('edit', { plans: [this.panel.id], ...values }, words); }

  /**
   * Makes a change with a control that shows a value, such as a checkbox or a row with a popover.
   * If the change fails, the control shows the board's value again, with a mark and a button that
   * tries again.
   * @param {HTMLElement} control @param {string} command @param {object | (() => object)} values
   * @param {import('./plan-values.js').Words} words what was done
   * @param {() => boolean} isWaiting whether an open popover shows the problem itself
   * @returns {Promise<?Problem>} the problem; null if the change was made
   */
  async choose(control, command, values, words, isWaiting = () => false) {
    const { panel } = this;
    const { id } = panel;
    const key = keyOf(control);
    const { part } = partOf(control).dataset;
    this.unmark(control, key);
    /** @type {?Problem} */
    let failed = null;
    await change(panel.state, command, values, {
      done: () => typeof words === 'function' ? words() : words,
      again: null,
      fails: problem => {
        failed = problem;
        if (!isWaiting()) tellProblem(problem, 'change');
      },
    });
    const again = () => this.choose(this.control(part, key) ?? control, command, values, words);
    if (failed && panel.id === id && !isWaiting()) {
      this.fails(this.control(part, key) ?? control,
        { part, problem: failed, again, isShown: true });
    }
    return failed;
  }

  /** Returns the control of a part with this key. @param {string} part @param {string} key */
  control(part, key) {
    const node = this.panel.node(part);
    return node && all(node, CONTROLS).find(each => keyOf(each) === key);
  }

  /** @param {HTMLElement} control @param {Failure} failure */
  fails(control, failure) {
    this.#failures.set(keyOf(control), failure);
    mark(control, failure);
  }

  /** Marks the controls of a part that was drawn again. @param {string} part */
  markAgain(part) {
    for (const [key, failure] of this.#failures) {
      const control = failure.part === part && this.control(part, key);
      if (control) mark(control, failure);
    }
  }

  /** @param {HTMLElement} control */
  unmark(control, key = keyOf(control)) {
    this.#failures.delete(key);
    control.removeAttribute('aria-invalid');
    for (const note of all(this.panel.side, '.failed')) if (note.dataset.of === key) note.remove();
  }
}
