// The formats of a Markdown text.
import './globals.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';

const { formatted } = await import('../../Sources/PlanWeb/Page/controls/format.js');

/** Applies a format to a text in which `[[` and `]]` enclose the selection; returns such a text. */
const apply = ({ text, start, end }, format) => {
  const edit = formatted(text, start, end, format);
  return { text: text.slice(0, edit.from) + edit.put + text.slice(edit.to), start: edit.start, end: edit.end };
};
const parsed = text => ({ text: text.replace('‹', '').replace('›', ''), start: text.indexOf('‹'), end: text.indexOf('›') - 1 });
const shown = ({ text, start, end }) => `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`;

test('formats are put around the selection or before its lines', () => {
  for (const [format, before, after] of [
    ['bold', 'a ‹b› c', 'a **‹b›** c'], ['bold', 'a‹ b › c', 'a **‹b›**  c'], ['bold', 'a ‹**b**› c', 'a ‹b› c'], ['bold', 'a ‹›', 'a **‹›**'],
    ['italic', '‹한글›', '_‹한글›_'], ['code', 'x ‹`y`›', 'x ‹y›'], ['bold', '*‹b›*', '***‹b›***'], ['italic', '**_‹b›_**', '**‹b›**'],
    ['link', 'see ‹this› now', 'see [this](‹url›) now'], ['link', '[this](‹https://a.example›)', '‹this›'], ['link', '‹›', '[](‹url›)'],
    ['list', 'a‹b\nc›d', '‹- ab\n- cd›'], ['list', '‹a\n›b', '‹- a›\nb'], ['list', 'a\n\n  b‹›', 'a\n\n  - b‹›'], ['list', '‹a\n\nb›', '‹- a\n\n- b›'],
    ['checklist', '‹- a\nb›', '‹- [ ] a\n- [ ] b›'], ['list', '‹- a\nb›', '‹- a\n- b›'], ['list', '‹- [x] a›', '‹- a›'], ['checklist', '- [x] a‹›', 'a‹›'], ['list', '‹›', '- ‹›'], ['list', '- ‹›', '‹›'],
  ]) assert.equal(shown(apply(parsed(before), format)), after, `${format} ${before}`);
});

/** Returns numbers that look random, the same ones in each run. */
const random = seed => most => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 2 ** 32 * most);
};

/** Returns texts of some pieces, with a selection. */
function* cases(pieces, count) {
  const next = random(7);
  for (let turn = 0; turn < count; turn += 1) {
    const text = Array.from({ length: next(9) }, () => pieces[next(pieces.length)]).join('');
    const [one, other] = [next(text.length + 1), next(text.length + 1)];
    yield { text, start: Math.min(one, other), end: Math.max(one, other) };
  }
}

test('a format that is applied again leaves the text as it was', () => {
  const others = ['a', 'b ', '\n', ' ', '한', '🙂', '[', ']', '(', ')', '- ', '*'];
  for (const [format, mark] of [['bold', '**'], ['italic', '_'], ['code', '`'], ['link', '](']]) {
    for (const given of cases([...others, ...others.map(() => mark)], 8000)) {
      // The brackets of a text are not told from those of a link.
      if (format === 'link' && /[[\]\n]/.test(given.text)) continue;
      assert.equal(apply(apply(given, format), format).text, given.text, `${format} ${JSON.stringify(given)}`);
    }
  }
  for (const format of ['list', 'checklist']) {
    for (const given of cases(['a', ' b', '\n', '  ', '**', '한', '[', '\t'], 4000)) {
      assert.equal(apply(apply(given, format), format).text, given.text, `${format} ${JSON.stringify(given)}`);
    }
  }
});

test('only marks are added and removed, and the lines of a list become alike', () => {
  const words = text => text.replaceAll(/[-[\]x\s*_`()]|url/g, '');
  for (const format of ['bold', 'italic', 'code', 'link', 'list', 'checklist']) {
    for (const given of cases(['a', 'b ', '\n', '- ', '- [ ] ', '- [x] ', '  ', '**', '한'], 4000)) {
      const once = apply(given, format);
      assert.equal(words(once.text), words(given.text), `${format} ${JSON.stringify(given)}`);
      assert.ok(0 <= once.start && once.start <= once.end && once.end <= once.text.length, JSON.stringify(given));
      // A line that loses its only mark is empty, and empty lines are left out.
      if (format.endsWith('list') && !/^\s*(?:- (?:\[[ x]\] )?\s*)+$/m.test(given.text)) assert.equal(apply(apply(once, format), format).text, once.text, `${format} ${JSON.stringify(given)}`);
    }
  }
});
