// @ts-check
// The state of this page alone, for any board: the selection, the rows, the focus, the open plan.
// Only its own methods change it, and each of them notifies the views.

/** The group of a list whose plans are in one order. The board shows its columns, as for `''`. */
export const NONE = 'none';

export class PageState extends EventTarget {
  /** @type {Set<string>} */
  #selection = new Set();
  #groups;
  /** @type {Set<string>} */
  #folded = new Set();
  /** @type {?string} */
  #focused = null;
  /** @type {?string} */
  #opened = null;
  /** @type {?Map<string, string>} */
  #differing = null;

  /**
   * @param {string} grouping what plans are grouped by at first, as in `GROUPS`
   */
  constructor(grouping) {
    super();
    this.#groups = grouping;
  }

  /** Notifies the views that they must draw again. */
  changed() { this.dispatchEvent(new Event('change')); }

  /**
   * The ids of the selected plans.
   * @returns {ReadonlySet<string>}
   */
  get selection() { return this.#selection; }

  /** @param {Iterable<string>} ids the plans to select instead of the present selection */
  select(ids) {
    this.#selection = new Set(ids);
    this.changed();
  }

  /** The field by which the board is divided into rows; empty for no rows. */
  get grouping() { return this.isFlat ? '' : this.#groups; }

  /** Whether the list has no groups, not even the columns. */
  get isFlat() { return this.#groups === NONE; }

  /** What plans are grouped by, as in `GROUPS`. */
  get groups() { return this.#groups; }

  /** @param {string} groups */
  groupBy(groups) {
    if (groups === this.#groups) return;
    this.#groups = groups;
    this.changed();
  }

  /**
   * Whether a row is folded, so that it shows no cards.
   * @param {string} key the value of the row
   */
  isFolded(key) { return this.#folded.has(key); }

  /**
   * Folds or unfolds a row.
   * @param {string} key the value of the row
   */
  fold(key) {
    if (!this.#folded.delete(key)) this.#folded.add(key);
    this.changed();
  }

  /** The id of the plan with the focus; null if none has it. */
  get focused() { return this.#focused; }

  /**
   * Stores which plan has the focus. Views get only the event `focus`, because nothing must be
   * drawn.
   * @param {string} id
   */
  focus(id) {
    if (id === this.#focused) return;
    this.#focused = id;
    this.dispatchEvent(new Event('focus'));
  }

  /** The id of the plan that is open beside the board; null if none is open. */
  get opened() { return this.#opened; }

  /** @param {?string} id the plan to open; null to close the one that is open */
  open(id) {
    this.#opened = id;
    this.changed();
  }

  /**
   * The differences between the two compared moments, in words by plan id; null if nothing is
   * compared.
   * @returns {?ReadonlyMap<string, string>}
   */
  get differing() { return this.#differing; }

  /** Ends a comparison. Views are notified together with the change of the shown moment. */
  forgetDifferences() { this.#differing = null; }

  /**
   * @param {?Iterable<[string, string]>} plans the plans that differ, with their differences; null
   * if nothing is compared
   */
  differ(plans) {
    if (plans == null && this.#differing == null) return;
    this.#differing = plans && new Map(plans);
    this.changed();
  }

  /**
   * Deselects plans that no longer exist. Views are notified together with other changes.
   * @param {(id: string) => boolean} exists
   */
  keepSelected(exists) { this.#selection = new Set([...this.#selection].filter(exists)); }
}
