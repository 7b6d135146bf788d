// @ts-check
// Edits the terms of a query when a person clicks a label, a person or a heading. See
// docs/query.md.

const WORDS = /(?:"(?:\\.|[^"\\])*"|[^\s"])+/g;
/** @param {string} query @returns {string[]} */
export const wordsOf = query => query.match(WORDS) ?? [];
const isOrder = word => /^sort:/i.test(word);

/** Returns a term: `#bug`, `@"Dev One"`. @param {string} sign @param {string} value */
export const term = (sign, value) =>
  sign + (/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(value)
    ? value
    : `"${value.replace(/["\\]/g, '\\$&')}"`);

/**
 * Returns the term that finds a person's plans, by the address if there is one, because names may
 * be ambiguous.
 * @param {string} person
 */
export const personTerm = person => term('@', /<([^>]+)>$/.exec(person)?.[1] ?? person);

/**
 * Adds a term to a query, or removes it if the query has it.
 * @param {string} query @param {string} added
 */
export function toggled(query, added) {
  const words = wordsOf(query);
  if (words.includes(added)) return words.filter(word => word !== added).join(' ');
  const [asked, order] = [words.filter(word => !isOrder(word)), words.filter(isOrder)];
  // 'OR' binds less tightly than adjacent terms.
  return [asked.includes('OR') ? `(${asked.join(' ')})` : asked.join(' '), added, ...order]
    .filter(Boolean).join(' ');
}

/** Returns the sort key of a query: `due`, `-due`; undefined if it has none. */
export const orderOf = query => wordsOf(query).findLast(isOrder)?.slice('sort:'.length);

/**
 * Returns a query with the next order by a field: ascending, then descending, then without an
 * order.
 * @param {string} query @param {string} field
 */
export function turned(query, field) {
  const now = orderOf(query);
  const next = now === field ? `-${field}` : now === `-${field}` ? null : field;
  return [...wordsOf(query).filter(word => !isOrder(word)), next && `sort:${next}`]
    .filter(Boolean).join(' ');
}

/**
 * A term of a query that a chip shows: its text, its field, the value, and whether it is reversed
 * by a minus.
 * @typedef {{word: string, field: string, value: string, isNot: boolean}} Filter
 */

/** The keys of terms that chips show. */
const FILTERS = [
  'label', 'assignee', 'priority', 'milestone', 'iteration', 'due', 'state', 'is', 'no', 'has',
];
const SIGNS = { '#': 'label', '@': 'assignee' };

/**
 * Returns a term with a key: `milestone:v2`, `state:"In review"`.
 * @param {string} key @param {string} value
 */
export const keyTerm = (key, value) => term(`${key}:`, value);

/** @param {string} text @returns {string} the text without its quotes */
const unquoted = text => text.replace(/"((?:\\.|[^"\\])*)"/g,
  (_, inner) => inner.replace(/\\(.)/g, '$1'));

/** @param {string} word @returns {?Filter} */
function filterOf(word) {
  const [, minus, sign, key, rest] = /^(-?)(?:([#@])|([a-z]+):)(.+)$/i.exec(word) ?? [];
  const field = sign ? SIGNS[sign] : key?.toLowerCase();
  return FILTERS.includes(field)
    ? { word, field, value: unquoted(rest), isNot: minus === '-' }
    : null;
}

/**
 * Returns the terms of a query that chips can show. There are none if it has alternatives or
 * groups, which no row of chips could express.
 * @param {string} query
 */
export function filtersOf(query) {
  const words = wordsOf(query);
  if (words.some(word => /^(OR|AND|NOT)$/.test(word) || /^-?\(|\)$/.test(word))) return [];
  return words.map(filterOf).filter(Boolean);
}

/**
 * Returns a query with a term in place of another one, or without it.
 * @param {string} query @param {string} old @param {?string} added null for no other term
 */
export const replaced = (query, old, added) =>
  wordsOf(query).map(word => word === old ? added : word).filter(Boolean).join(' ');

/** The fields of which a plan has one value, so that a second term would find nothing. */
const SINGLE = ['assignee', 'priority', 'milestone', 'iteration', 'state'];

/**
 * Returns a query with another filter. A second value of a field of which plans have one is an
 * alternative to the first: `priority:high,urgent`.
 * @param {string} query @param {string} added a term
 */
export function filteredBy(query, added) {
  const filter = filterOf(added);
  const rest = /^[#@]|^[a-z]+:/.exec(added)?.[0] ?? '';
  const same = filtersOf(query)
    .find(each => each.field === filter?.field && !each.isNot && each.word.startsWith(rest));
  if (!same || !SINGLE.includes(filter.field) || wordsOf(query).includes(added)) {
    return wordsOf(query).includes(added) ? query : toggled(query, added);
  }
  return replaced(query, same.word, `${same.word},${added.slice(rest.length)}`);
}

/**
 * Returns the name of the saved view with which a query begins; undefined if there is none.
 * @param {string} query
 */
export const viewOf = query => /^view:([a-z0-9_-]+)$/i
  .exec(wordsOf(query)[0] ?? '')?.[1].toLowerCase();
