// @ts-check
// Formats the selection of a Markdown text. A format that is applied again is removed.

/**
 * A change of a text: the range that a new text replaces, and the selection afterwards.
 * @typedef {{from: number, to: number, put: string, start: number, end: number}} Edit
 */

/** @typedef {'bold' | 'italic' | 'code' | 'list' | 'checklist' | 'link'} Format */

/** @type {Record<string, string>} The marks around a text. */
const AROUND = { bold: '**', italic: '_', code: '\x60' };

/** @type {Record<string, string>} The marks before lines. */
const BEFORE = { list: '- ', checklist: '- [ ] ' };

/** Matches a line with marks: its indentation, the box of the last mark, and the rest. */
const MARKED = /^(\s*)(?:- (\[[ xX]\] )?\s*)+(.*)$/;

const ADDRESS = 'url';

/**
 * Returns how a format changes a text.
 * @param {string} text @param {number} start @param {number} end the selection
 * @param {Format} format
 * @returns {Edit}
 */
export function formatted(text, start, end, format) {
  if (format === 'link') return linked(text, start, end);
  return format in AROUND
    ? enclosed(text, start, end, AROUND[format])
    : listed(text, start, end, BEFORE[format]);
}

/**
 * Puts marks around a selection, or removes them. Several pairs of marks can enclose a text, so an
 * odd number of pairs counts as formatted.
 * @param {string} text @param {number} start @param {number} end @param {string} mark
 * @returns {Edit}
 */
function enclosed(text, start, end, mark) {
  [start, end] = within(text, start, end, mark);
  const size = mark.length;
  let pairs = 0;
  while (text.startsWith(mark, end + pairs * size)
      && start >= (pairs + 1) * size && text.startsWith(mark, start - (pairs + 1) * size)) {
    pairs += 1;
  }
  const words = text.slice(start, end);
  return pairs % 2 === 1
    ? { from: start - size, to: end + size, put: words, start: start - size, end: end - size }
    : { from: start, to: end, put: mark + words + mark, start: start + size, end: end + size };
}

/**
 * Returns a selection without the spaces at its ends and without the marks that enclose it.
 * @param {string} text @param {number} start @param {number} end @param {string} mark
 * @returns {[number, number]}
 */
function within(text, start, end, mark) {
  const isSpace = index => /\s/.test(text[index]);
  while (end > start && isSpace(end - 1)) end -= 1;
  while (end > start && isSpace(start)) start += 1;
  const words = text.slice(start, end);
  return words.length >= 2 * mark.length && words.startsWith(mark) && words.endsWith(mark)
    ? within(text, start + mark.length, end - mark.length, mark)
    : [start, end];
}

/**
 * Makes a link of a selection, or removes the link around it.
 * @param {string} text @param {number} start @param {number} end
 * @returns {Edit}
 */
function linked(text, start, end) {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const label = /\[([^[\]\n]*)\]\($/.exec(before);
  if (label && after.startsWith(')')) {
    const from = label.index;
    return { from, to: end + 1, put: label[1], start: from, end: from + label[1].length };
  }
  const words = text.slice(start, end);
  const put = `[${words}](${ADDRESS})`;
  const at = start + words.length + 3;
  return { from: start, to: end, put, start: at, end: at + ADDRESS.length };
}

/**
 * Puts a mark before each selected line, or removes it if all lines have it. Empty lines are left
 * out. Another mark is replaced.
 * @param {string} text @param {number} start @param {number} end @param {string} mark
 * @returns {Edit}
 */
function listed(text, start, end, mark) {
  // A selection that ends after a line break does not include the next line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', last) < 0 ? text.length : text.indexOf('\n', last);
  const lines = text.slice(from, to).split('\n');
  const isMeant = lines.some(line => line.trim())
    ? line => Boolean(line.trim())
    : (_, index) => index === 0;
  const has = line => {
    const found = MARKED.exec(line);
    return found != null && (found[2] != null) === mark.includes('[');
  };
  const isOn = lines.filter(isMeant).every(has);
  const put = lines.map((line, index) => {
    if (!isMeant(line, index)) return line;
    const [, indent, , rest] = MARKED.exec(line)
      ?? [null, /^\s*/.exec(line)[0], null, line.trimStart()];
    return indent + (isOn ? '' : mark) + rest;
  });
  const all = put.join('\n');
  const shift = put[0].length - lines[0].length;
  return start === end
    ? { from, to, put: all, ...at(Math.max(from, start + shift)) }
    : { from, to, put: all, start: from, end: from + all.length };
}

/** Returns an empty selection. @param {number} place */
const at = place => ({ start: place, end: place });
