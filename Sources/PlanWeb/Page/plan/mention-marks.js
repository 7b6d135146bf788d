// @ts-check
// Marks the mentions of people in texts: `@ann`, `@Ann Lee`, `@ann@example.org`. As in the inbox, a
// mention is a word of a name, the part of an address before `@`, a whole name or a whole address.
// If several match, the longest counts.
import { all, h, shortName } from '../controls/dom.js';

const IS_WORD = /[\p{L}\p{N}_]/u;
/** Whether a name continues after a match: in `@ann.lee`, but not in `@ann.`. */
const GOES_ON = /^(?:[\p{L}\p{N}_]|[-.@+][\p{L}\p{N}_])/u;

/**
 * Returns the people for each name in lower case.
 * @param {string[]} people `Name <address>` @returns {Map<string, string[]>}
 */
export function mentionNames(people) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const person of people) {
    const name = shortName(person).toLowerCase();
    const address = /<([^>]+)>$/.exec(person)?.[1].toLowerCase() ?? '';
    for (const each of new Set([name, address, address.split('@')[0], ...name.split(/\s+/)])) {
      if (each) names.set(each, [...names.get(each) ?? [], person]);
    }
  }
  return names;
}

/**
 * Splits a text into mentions and the text between them.
 * @param {string} text @param {Map<string, string[]>} names
 * @returns {(string | {text: string, people: string[]})[]}
 */
export function mentionsIn(text, names) {
  const longest = Math.max(0, ...[...names.keys()].map(name => name.length));
  const parts = [];
  let start = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < start || IS_WORD.test(text.slice(0, at).match(/.$/su)?.[0] ?? ' ')) continue;
    const rest = text.slice(at + 1);
    for (let length = Math.min(longest, rest.length); length > 0; length -= 1) {
      const people = names.get(rest.slice(0, length).toLowerCase());
      if (!people || GOES_ON.test(rest.slice(length))) continue;
      parts.push(text.slice(start, at), { text: text.slice(at, at + 1 + length), people });
      start = at + 1 + length;
      break;
    }
  }
  return [...parts, text.slice(start)].filter(part => part !== '');
}

/** @param {Node} node @param {Map<string, string[]>} names */
function mark(node, names) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const each of texts) {
    if (!each.data.includes('@') || each.parentElement?.closest('code, a, .mention')) continue;
    const parts = mentionsIn(each.data, names);
    if (parts.some(part => typeof part !== 'string')) {
      each.replaceWith(...parts.map(part => typeof part === 'string'
        ? part
        : h('span.mention', { title: part.people.join(', ') }, part.text)));
    }
  }
}

/**
 * Marks the mentions of known people in a text, as soon as the names have been read.
 * @template {HTMLElement} Text
 * @param {Text} node @param {import('../state/names.js').Names} names @returns {Text} the node
 */
export function withMentions(node, names) {
  if (!node.textContent?.includes('@')) return node;
  const draw = () => {
    if (all(node, 'textarea').length === 0) mark(node, mentionNames(names.people));
  };
  names.read().then(draw);
  return node;
}
