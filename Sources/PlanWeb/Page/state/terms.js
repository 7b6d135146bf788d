// @ts-check
// Edits the terms of a query when a person clicks a label, a person or a heading. See
// docs/query.md.

const WORDS = /(?:"(?:\\.|[^"\\])*"|[^\s"])+/g;
/** @param {string} query @returns {string[]} */
export const wordsOf = query => query.match(WORDS) ?? [];
const isOrder = word => /^sort:/i.test(word);

/** Returns a text in lower case without accents, as texts are compared. @param {string} text */
export const folded = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

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
 * Returns a query with the next order by a field: first ascending, then descending, then none.
 * @param {string} query @param {string} field
 */
export function turned(query, field) {
  const now = orderOf(query);
  const next = now === field ? `-${field}` : now === `-${field}` ? null : field;
  return [...wordsOf(query).filter(word => !isOrder(word)), next && `sort:${next}`]
    .filter(Boolean).join(' ');
}

/**
 * A term of a query that is shown as a chip: its text, its field, its value, and whether it is
 * negated by a minus.
 * @typedef {{word: string, field: string, value: string, isNot: boolean}} Filter
 */

/** The keys of terms that are shown as chips. */
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

/** @param {string} word @param {string[]} others as for `filtersOf` @returns {?Filter} */
function filterOf(word, others = []) {
  const [, minus, sign, key, rest] = /^(-?)(?:([#@])|([a-z][\w.-]*):)(.+)$/i.exec(word) ?? [];
  const field = sign ? SIGNS[sign] : key?.toLowerCase();
  return FILTERS.includes(field) || others.includes(field)
    ? { word, field, value: unquoted(rest), isNot: minus === '-' }
    : null;
}

/**
 * Returns the terms of a query that can be shown as chips. Returns none if the query has
 * alternatives or groups, which a row of chips can't express.
 * @param {string} query @param {string[]} [others] the keys of the board's own fields
 */
export function filtersOf(query, others) {
  const words = wordsOf(query);
  if (words.some(word => /^(OR|AND|NOT)$/.test(word) || /^-?\(|\)$/.test(word))) return [];
  return words.map(word => filterOf(word, others)).filter(Boolean);
}

/**
 * Returns a query in which a term is replaced or removed.
 * @param {string} query @param {string} old @param {?string} added the new term; null to remove the
 * old one
 */
export const replaced = (query, old, added) =>
  wordsOf(query).map(word => word === old ? added : word).filter(Boolean).join(' ');

/**
 * Returns the key of a term, and its values as they are written: `#bug,ui` has two; null for
 * another word.
 * @param {?string} word
 */
function partsOf(word) {
  const [, begin, rest] = /^([#@]|[a-z][\w.-]*:)(.+)$/i.exec(word ?? '') ?? [];
  const key = begin && (SIGNS[begin] ?? begin.slice(0, -1).toLowerCase());
  return key
    ? { key, begin, values: rest.match(/(?:"(?:\\.|[^"\\])*"|[^",])+/g) ?? [] }
    : null;
}

/**
 * Whether a term finds a value, also as one of several: `#bug,ui` has `#ui`.
 * @param {?string} word @param {string} value a term with one value
 */
export const hasValue = (word, value) => without(word, value) !== word;

/**
 * Returns a term without one of its values; null if it has no other.
 * @param {?string} word @param {string} value
 */
function without(word, value) {
  const [had, gone] = [partsOf(word), partsOf(value)];
  if (!had || had.key !== gone?.key) return word;
  const isOther = each => folded(unquoted(each)) !== folded(unquoted(gone.values.join(',')));
  const left = had.values.filter(isOther);
  if (left.length === had.values.length) return word;
  return left.length > 0 ? had.begin + left.join(',') : null;
}

/**
 * Returns a term with another value, or without it if it has it; null if none is left. A term of
 * another key is replaced.
 * @param {?string} word @param {string} value a term with one value
 */
export function withValue(word, value) {
  if (hasValue(word, value)) return without(word, value);
  const [had, added] = [partsOf(word), partsOf(value)];
  return had && had.key === added?.key ? `${word},${added.values.join(',')}` : value;
}

/** The fields with one value per plan, for which a second term would find nothing. */
export const SINGLE = ['assignee', 'priority', 'milestone', 'iteration', 'state'];

/**
 * Returns a query with an additional filter. For a field with one value per plan, a second value
 * becomes an alternative to the first: `priority:high,urgent`.
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
 * Returns the name of the saved view at the beginning of a query; undefined if there is none.
 * @param {string} query
 */
export const viewOf = query => /^view:([a-z0-9_-]+)$/i
  .exec(wordsOf(query)[0] ?? '')?.[1].toLowerCase();
