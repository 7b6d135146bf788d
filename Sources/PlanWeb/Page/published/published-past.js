// @ts-check
// The past of a published board. Each moment contains only the differences from the next one, so
// moments are computed backwards from the present.

/**
 * @typedef {object} Moment
 * @property {string} commit @property {string} at @property {string} by @property {string} subject
 * @property {Record<string, any>} [frame] the settings that differ; null means that the moment
 * lacks the setting
 * @property {Record<string, Record<string, any>>} [plans] the members of cards that differ, by plan
 * id
 * @property {string[]} [gone] the plans that did not exist
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
 * @param {Moment[]} moments newest first
 * @param {number} index of the moment
 * @param {any} present the cards of the newest moment
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

/** The members of a card that are compared between two moments. */
const FIELDS = [
  'title', 'state', 'rank', 'priority', 'due', 'start', 'estimate', 'milestone', 'iteration',
  'owner', 'labels', 'assignees', 'checklist', 'comments', 'fields',
];

export class PublishedPast {
  /** @type {?{index: number, document: any}} The document that was computed last. */
  #kept = null;

  /**
   * @param {Moment[]} moments newest first
   * @param {any} present the document with the cards of the newest moment
   */
  constructor(moments, present) {
    this.moments = moments;
    this.present = present;
  }

  /**
   * Returns the index of a moment: the one of a commit, or else the last one up to a time, or else
   * the oldest one.
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
   * Returns the document with the cards at a commit or a time. The last document is cached, for a
   * query at the same moment.
   * @param {string} at
   */
  cards(at) {
    const index = this.indexOf(at);
    if (this.#kept?.index !== index) this.#kept = { index, document: this.#made(index) };
    return this.#kept.document;
  }

  /** @param {number} index the index of a moment */
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
   * Returns the differences of the plans between two moments.
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
