// @ts-check
// Finds plans by their ids and the words of their titles, as the command palette and the field of a
// new link do.
import { folded } from './terms.js';

/** The largest numbers of plans that are shown: without and with a typed text. */
const RECENT = 5;
const FOUND = 8;

/**
 * Returns how well a plan matches, 0 for best; null if it does not match. A match of the id is
 * better than one of the title. A match at the beginning of the title or of words is better than
 * one within words.
 * @param {Card} card @param {string} text folded @param {string[]} words of the text
 */
function fit(card, text, words) {
  if (text.length > 1 && card.id.startsWith(text)) return 0;
  const title = folded(card.title);
  if (!words.every(word => title.includes(word))) return null;
  if (title.startsWith(text)) return 1;
  const begins = word => title.startsWith(word)
    || new RegExp(`[^\\p{L}\\p{N}]${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`, 'u').test(title);
  return words.every(begins) ? 2 : 3;
}

/**
 * Returns the plans that match a text: the best matches first, then those opened last, then open
 * ones. Without a text, returns the plans that were opened last.
 * @param {Card[]} cards @param {string} typed
 * @param {string[]} recent the ids of the plans opened last
 * @param {number} [most] the largest number of plans that match a text
 * @returns {Card[]}
 */
export function plansFor(cards, typed, recent, most = FOUND) {
  const text = folded(typed).trim();
  if (!text) {
    const byID = new Map(cards.map(card => [card.id, card]));
    return recent.map(id => byID.get(id)).filter(Boolean).slice(0, RECENT);
  }
  const words = text.split(/\s+/);
  const age = id => recent.includes(id) ? recent.indexOf(id) : recent.length;
  return cards.map(card => ({ card, rank: fit(card, text, words) }))
    .filter(({ rank }) => rank != null)
    .sort((a, b) => a.rank - b.rank || age(a.card.id) - age(b.card.id)
      || Number(a.card.done) - Number(b.card.done))
    .slice(0, most).map(({ card }) => card);
}
