// @ts-check
// What a change was, in words, from the subject of its commit: `move k7m2: Todo → Doing, Fix login`.
import { dayTold } from './calendar.js';
import { isolated } from './dom.js';

/** The verbs of subjects, as what was done. @type {Record<string, string>} */
const DONE = {
  add: 'added', move: 'moved', edit: 'changed', delete: 'deleted', restore: 'restored', take: 'took', release: 'released', resolve: 'decided',
  check: 'ticked', uncheck: 'unticked', remove: 'removed', 'comment on': 'commented on', 'reword in': 'reworded in', 'reorder in': 'reordered in',
};

/** Subjects that say nothing between the id and the title. */
const WHOLE = ['add', 'delete', 'restore', 'release'];

const quoted = title => `“${isolated(title)}”`;

/** Writes the days in a text as messages do. @param {string} text */
const withDays = text => text.replace(/\b\d{4}-\d\d-\d\d\b/g, dayTold);

/**
 * Splits what stands behind the id of a plan into the words and the title. A long subject ends with `…`.
 * @param {string} rest @param {?string} title of the plan now; null if it is not known
 * @returns {{words: string, title: string}}
 */
function split(rest, title) {
  for (let at = rest.indexOf(', '); title && at >= 0; at = rest.indexOf(', ', at + 1)) {
    const end = rest.slice(at + 2);
    if (end === title || end.endsWith('…') && title.startsWith(end.slice(0, -1))) return { words: rest.slice(0, at), title };
  }
  return { words: rest, title: title ?? '' };
}

/**
 * Returns what a commit did: `moved “Fix login” to Doing`. A subject that is not known stays as it is.
 * @param {string} subject @param {(short: string) => ?string} titleOf returns the present title of the plan whose id begins so; null if
 * it is not on the board
 */
export function deedWords(subject, titleOf) {
  const [, verb, short, rest] = /^([a-z]+(?: on| in)?) ([a-z0-9]{4,}): (.+)$/.exec(subject) ?? [];
  const done = DONE[verb];
  if (!done) return manyWords(subject);
  if (WHOLE.includes(verb)) return `${done} ${quoted(rest)}`;
  const { words, title } = split(rest, titleOf(short));
  const name = title ? quoted(title) : short;
  if (verb === 'move') {
    const column = /^.+ → (.+)$/.exec(words)?.[1];
    return column ? `moved ${name} to ${column}` : `moved ${name} ${words}`;
  }
  if (verb === 'take') return `took ${name}`;
  return `${done} ${name}: ${withDays(words)}`;
}

/** Returns what a commit did to several plans: `moved 3 plans to Doing`. @param {string} subject */
function manyWords(subject) {
  const [, verb, count, rest] = /^([a-z]+(?: on| in)?) (\d+ plans?)(.*)$/.exec(subject) ?? [];
  return DONE[verb] ? `${DONE[verb]} ${count}${withDays(rest)}` : subject;
}
