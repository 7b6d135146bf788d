// @ts-check
// Writes marks into the line of a new plan, and removes them.

/**
 * Returns a line without some of its marks, with a text in place of the first of them, or else at
 * the end.
 * @param {string} line
 * @param {QuickMark[]} marks all marks of the line @param {(mark: QuickMark) => boolean} isGone
 * @param {string} [added] the marks that the line gets; empty for none
 */
export function edited(line, marks, isGone, added = '') {
  const words = [...new Set(marks.filter(isGone).map(({ start }) => start))].sort((a, b) => b - a);
  let text = line;
  for (const start of words) {
    const ofWord = marks.filter(mark => mark.start === start);
    const kept = ofWord.filter(mark => !isGone(mark)).map(({ typed }) => typed);
    const put = [...kept, start === words.at(-1) && added].filter(Boolean).join(' ');
    const [before, after] = [text.slice(0, start), text.slice(ofWord[0].end)];
    text = put ? before + put + after : `${before.trimEnd()} ${after.trimStart()}`;
  }
  return (words.length || !added ? text : `${text} ${added}`).trim();
}

/** Matches what looks like a colour, which is a label only in quotes. */
const COLOUR = /^[0-9a-f]+$/i;

/**
 * Returns a mark as it is typed: `#bug`, `#"two words"`.
 * @param {string} sign @param {string} value
 */
export const markText = (sign, value) =>
  sign + (/^\p{L}(?:[\p{L}\p{N}_.@-]*[\p{L}\p{N}])?$/u.test(value) && value.toLowerCase() !== 'none'
    && !(sign === '#' && COLOUR.test(value))
    ? value
    : `"${value}"`);
