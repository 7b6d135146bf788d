// @ts-check
// What a change was, in words, from the subject of its commit: `move k7m2: Todo → Doing, Fix login`.
import { dayTold } from './days.js';
import { isolated } from './dom.js';

/** The verbs of subjects, as what was done. @type {Map<string, string>} */
const DONE = new Map(Object.entries({
  add: 'added', move: 'moved', edit: 'changed', delete: 'deleted', restore: 'restored', take: 'took', release: 'released', resolve: 'decided',
  check: 'ticked', uncheck: 'unticked', remove: 'removed', 'comment on': 'commented on', 'reword in': 'reworded in', 'reorder in': 'reordered in',
  'edit comment on': 'changed a comment on', 'delete comment on': 'deleted a comment on', attach: 'attached', spend: 'spent',
}));

/** Subjects that say nothing between the id and the title. */
const WHOLE = ['add', 'delete', 'restore', 'release'];

const quoted = title => `“${isolated(title)}”`;

/** Writes the due and the start day of a change as messages do: `due Fri 2026-12-04`. @param {string} text */
const withDays = text => text.replace(/(?<=^|[:,] )(due|start) (\d{4}-\d\d-\d\d)(?=$|, )/g, (_, name, day) => `${name} ${dayTold(day)}`);

/** Whether a text is the title of a plan, or the beginning of it that ends with `…`. @param {string} text @param {?string} title */
const isTitle = (text, title) => text === title || text.endsWith('…') && title?.startsWith(text.slice(0, -1));

/**
 * Splits what stands behind the id of a plan into the words and the title. A long subject ends with `…`.
 * @param {string} rest @param {?string} title of the plan now; null if it is not known
 * @returns {?string} the words; null if the plan had another title then, so that nobody knows where the words end
 */
function wordsOf(rest, title) {
  for (let at = rest.indexOf(', '); title && at >= 0; at = rest.indexOf(', ', at + 1)) {
    const end = rest.slice(at + 2);
    if (isTitle(end, title)) return rest.slice(0, at);
  }
  return null;
}

/**
 * Returns what a commit did: `moved “Fix login” to Doing`. A subject that is not understood as a whole stays as it is.
 * @param {string} subject @param {(short: string) => ?string} titleOf returns the present title of the plan whose id begins so; null if
 * it is not on the board
 */
export function deedWords(subject, titleOf) {
  const [, verb, short, rest] = /^([a-z]+(?: comment)?(?: on| in)?) ([a-z0-9]{4,}): (.+)$/.exec(subject) ?? [];
  const done = DONE.get(verb);
  if (!done) return thingWords(subject, titleOf) ?? manyWords(subject);
  if (WHOLE.includes(verb)) return `${done} ${quoted(rest)}`;
  const title = titleOf(short);
  if (verb === 'take' && title) return `took ${quoted(title)}`;
  const words = wordsOf(rest, title);
  if (words == null) return subject;
  if (verb === 'move') {
    const column = /^.+ → (.+)$/.exec(words)?.[1];
    return column ? `moved ${quoted(title)} to ${column}` : `moved ${quoted(title)} ${words}`;
  }
  return `${done} ${quoted(title)}: ${verb === 'edit' ? withDays(words) : words}`;
}

/**
 * Returns what a commit did with a thing of a plan: `attached a.png to “Fix login”`; null for others. The name of a file may look
 * like the rest of a subject, so the title decides where it ends.
 * @param {string} subject @param {(short: string) => ?string} titleOf
 */
function thingWords(subject, titleOf) {
  const [, verb, rest] = /^(attach|remove|spend) (.+)$/.exec(subject) ?? [];
  if (!verb) return null;
  const found = [...rest.matchAll(/ (to|from|on) ([a-z0-9]{4,}): /g)];
  const titled = each => rest.slice(each.index + each[0].length);
  const end = found.length === 1 ? found[0] : found.find(each => isTitle(titled(each), titleOf(each[2])));
  return end ? `${DONE.get(verb)} ${rest.slice(0, end.index)} ${end[1]} ${quoted(titled(end))}` : null;
}

/** Returns what a commit did to several plans: `moved 3 plans to Doing`. @param {string} subject */
function manyWords(subject) {
  const [, verb, count, rest] = /^([a-z]+(?: on| in)?) (\d+ plans?)(.*)$/.exec(subject) ?? [];
  return DONE.has(verb) ? `${DONE.get(verb)} ${count}${verb === 'edit' ? withDays(rest) : rest}` : subject;
}
