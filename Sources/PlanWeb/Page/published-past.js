// @ts-check
// The past of a published board. Each moment has how its cards differ from those of the next one,
// so the page goes back from the present.

/**
 * @typedef {object} Moment
 * @property {string} commit @property {string} at @property {string} by @property {string} subject
 * @property {Record<string, any>} [frame] the settings that differ; null means that one was missing
 * @property {Record<string, Record<string, any>>} [plans] the members of cards that differ, by the
 * ids of plans
 * @property {string[]} [gone] the plans that were not there
 */

/**
 * Returns an object with some members replaced; null removes one.
 * @param {any} object @param {any} [members]
 */
function changed(object, members = {}) {
  const all = { ...object, ...members };
  return Object.fromEntries(Object.entries(all)
    .filter(([name, value]) => !(Object.hasOwn(members, name) && value === null)));
}

/**
 * Returns the settings and the cards of a moment.
 * @param {Moment[]} moments the newest first
 * @param {number} index of the moment
 * @param {any} present the cards of the newest
 * @returns {{columns: any[], plans: any[]}}
 */
function cardsAt(moments, index, present) {
  let frame = present;
  const plans = new Map(present.plans.map(card => [card.id, card]));
  for (const moment of moments.slice(0, index + 1)) {
    frame = changed(frame, moment.frame);
    for (const id of moment.gone ?? []) plans.delete(id);
    for (const [id, members] of Object.entries(moment.plans ?? {})) {
      plans.set(id, changed(plans.get(id) ?? {}, members));
    }
  }
  const cards = [...plans.values()];
  return {
    ...frame,
    plans: cards,
    columns: frame.columns.map(column => ({
      ...column,
      count: cards.filter(card => card.state === column.id).length,
    })),
  };
}

/** The fields of a card in which two moments may differ. */
const FIELDS = [
  'title', 'state', 'rank', 'priority', 'due', 'start', 'estimate', 'milestone', 'iteration',
  'owner', 'labels', 'assignees', 'checklist', 'comments', 'fields',
];

export class PublishedPast {
  /** @type {?{index: number, document: any}} The document that was made last. */
  #kept = null;

  /**
   * @param {Moment[]} moments the newest first
   * @param {any} present the document with the cards of the newest
   */
  constructor(moments, present) {
    this.moments = moments;
    this.present = present;
  }

  /**
   * Returns the index of a moment: that of a commit, else the last one up to a time, else the
   * oldest.
   * @param {string} at a commit or a time
   */
  indexOf(at) {
    const exact = this.moments.findIndex(moment => moment.commit === at);
    if (exact >= 0) return exact;
    const time = Date.parse(at);
    const index = this.moments.findIndex(moment => Date.parse(moment.at) <= time);
    return index < 0 ? this.moments.length - 1 : index;
  }

  /**
   * Returns the document with the cards at a commit or a time. The last one is kept, for a query at
   * the same moment.
   * @param {string} at
   */
  cards(at) {
    const index = this.indexOf(at);
    if (this.#kept?.index !== index) this.#kept = { index, document: this.#made(index) };
    return this.#kept.document;
  }

  /** @param {number} index of a moment */
  #made(index) {
    const { commit, at: time, by, subject } = this.moments[index];
    return {
      ...this.present,
      ...cardsAt(this.moments, index, this.present),
      commit,
      past: { commit, at: time, by, subject },
      today: time.slice(0, 10),
    };
  }

  /**
   * Returns how the plans differ between two moments.
   * @param {?string} from @param {?string} to a commit or a time; null for the present
   * @returns {PlanDifference[]}
   */
  differences(from, to) {
    const [before, after] = [from, to]
      .map(at => new Map((at ? this.cards(at) : this.present).plans.map(card => [card.id, card])));
    const ids = new Set([...before.keys(), ...after.keys()]);
    return [...ids].map(id => ({
      plan: id,
      title: (after.get(id) ?? before.get(id)).title,
      changes: changes(before.get(id), after.get(id)),
    })).filter(plan => plan.changes.length > 0);
  }
}

/**
 * Returns the changes of a plan.
 * @param {any} before @param {any} after a card; undefined if there is none
 */
function changes(before, after) {
  if (!before) return [{ field: 'created', old: null, new: after.created ?? '' }];
  if (!after) return [{ field: 'deleted', old: null, new: true }];
  return FIELDS.filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map(field => ({ field, old: before[field] ?? null, new: after[field] ?? null }));
}
