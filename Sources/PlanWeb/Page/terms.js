// @ts-check
// Terms of a query, as a press on what is shown writes them. The language is in docs/query.md.

const WORDS = /(?:"(?:\\.|[^"\\])*"|[^\s"])+/g;
/** @param {string} query @returns {string[]} */
const wordsOf = query => query.match(WORDS) ?? [];
const isOrder = word => /^sort:/i.test(word);

/** A term: `#bug`, `@"Dev One"`. @param {string} sign @param {string} value */
export const term = (sign, value) =>
  sign + (/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`);

/**
 * The term that finds what somebody has to do with, by the address, which is one person's alone.
 * @param {string} person
 */
export const personTerm = person => term('@', /<([^>]+)>$/.exec(person)?.[1] ?? person);

/**
 * A query with one term more; without it, if it has the term.
 * @param {string} query @param {string} added
 */
export function toggled(query, added) {
  const words = wordsOf(query);
  if (words.includes(added)) return words.filter(word => word !== added).join(' ');
  const [asked, order] = [words.filter(word => !isOrder(word)), words.filter(isOrder)];
  // 'OR' binds less than terms side by side.
  return [asked.includes('OR') ? `(${asked.join(' ')})` : asked.join(' '), added, ...order].filter(Boolean).join(' ');
}

/** The order that a query asks for: `due`, `-due`; undefined for none. */
export const orderOf = query => wordsOf(query).findLast(isOrder)?.slice('sort:'.length);

/**
 * A query in another order: by a field, then the other way round, then in none.
 * @param {string} query @param {string} field
 */
export function turned(query, field) {
  const now = orderOf(query);
  const next = now === field ? `-${field}` : now === `-${field}` ? null : field;
  return [...wordsOf(query).filter(word => !isOrder(word)), next && `sort:${next}`].filter(Boolean).join(' ');
}
