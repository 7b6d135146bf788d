// @ts-check
// Edits the terms of a query when a person clicks a label, a person or a heading. See docs/query.md.

const WORDS = /(?:"(?:\\.|[^"\\])*"|[^\s"])+/g;
/** @param {string} query @returns {string[]} */
const wordsOf = query => query.match(WORDS) ?? [];
const isOrder = word => /^sort:/i.test(word);

/** Returns a term: `#bug`, `@"Dev One"`. @param {string} sign @param {string} value */
export const term = (sign, value) =>
  sign + (/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`);

/**
 * Returns the term that finds a person's plans, by the address if there is one, because names may be ambiguous.
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
  return [asked.includes('OR') ? `(${asked.join(' ')})` : asked.join(' '), added, ...order].filter(Boolean).join(' ');
}

/** Returns the sort key of a query: `due`, `-due`; undefined if it has none. */
export const orderOf = query => wordsOf(query).findLast(isOrder)?.slice('sort:'.length);

/**
 * Returns a query with the next order by a field: ascending, then descending, then without an order.
 * @param {string} query @param {string} field
 */
export function turned(query, field) {
  const now = orderOf(query);
  const next = now === field ? `-${field}` : now === `-${field}` ? null : field;
  return [...wordsOf(query).filter(word => !isOrder(word)), next && `sort:${next}`].filter(Boolean).join(' ');
}
