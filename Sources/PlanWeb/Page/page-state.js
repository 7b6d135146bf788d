// @ts-check
// What this page alone shows, of any board: the selection, the rows, the focus, the open plan. Only
// its own methods change it, and each notifies the views.

export class PageState extends EventTarget {
  /** @type {Set<string>} */
  #selection = new Set();
  #grouping;
  /** @type {Set<string>} */
  #folded = new Set();
  /** @type {?string} */
  #focused = null;
  /** @type {?string} */
  #opened = null;
  /** @type {?Map<string, string>} */
  #differing = null;

  /**
   * @param {string} grouping the field by which the board is divided into rows at first; empty for
   * none
   */
  constructor(grouping) {
    super();
    this.#grouping = grouping;
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

  /** The field by which the board is divided into rows; empty for none. */
  get grouping() { return this.#grouping; }

  groupBy(field) {
    if (field === this.#grouping) return;
    this.#grouping = field;
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

  /** The id of the plan with the focus; null for none. */
  get focused() { return this.#focused; }

  /**
   * Stores which plan has the focus. Views get only the event `focus`, as nothing must be drawn.
   * @param {string} id
   */
  focus(id) {
    if (id === this.#focused) return;
    this.#focused = id;
    this.dispatchEvent(new Event('focus'));
  }

  /** The id of the plan that is open beside the board; null for none. */
  get opened() { return this.#opened; }

  /** @param {?string} id the plan to open; null to close the one that is open */
  open(id) {
    this.#opened = id;
    this.changed();
  }

  /**
   * What differs between the two moments that are compared, in words by the ids of plans; null if
   * none are compared.
   * @returns {?ReadonlyMap<string, string>}
   */
  get differing() { return this.#differing; }

  /** Compares nothing any more. Views are notified with the other moment that is shown. */
  forgetDifferences() { this.#differing = null; }

  /**
   * @param {?Iterable<[string, string]>} plans the plans that differ, with what differs; null if
   * nothing is compared
   */
  differ(plans) {
    if (plans == null && this.#differing == null) return;
    this.#differing = plans && new Map(plans);
    this.changed();
  }

  /**
   * Keeps only the plans that still exist selected. Views are notified with the other changes.
   * @param {(id: string) => boolean} exists
   */
  keepSelected(exists) { this.#selection = new Set([...this.#selection].filter(exists)); }
}
