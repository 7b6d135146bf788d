// Which words of a text are ids of plans.
import './globals.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';

const { LookedUp, plansIn } = await import('../../Sources/PlanWeb/Page/plan/id-links.js');

const ids = ['k7m2', 'k7m2p3x9abcd', 'date', 'bcdf', 'http', 'p3x'];
const linked = (text, isCode = false) => plansIn(text, isCode, id => ids.includes(id) ? id : null)
  .map(part => typeof part === 'string' ? part : `[${part.text}|${part.plan}]`).join('');

test('whole ids of plans are links', () => {
  for (const [text, expected] of [
    ['k7m2', '[k7m2|k7m2]'], ['see k7m2.', 'see [k7m2|k7m2].'], ['(k7m2, bcdf): k7m2p3x9abcd', '([k7m2|k7m2], [bcdf|bcdf]): [k7m2p3x9abcd|k7m2p3x9abcd]'],
    ['#k7m2 ‘k7m2’', '#[k7m2|k7m2] ‘[k7m2|k7m2]’'], ['k7m2, 로그인', '[k7m2|k7m2], 로그인'],
  ]) assert.equal(linked(text), expected);
});

test('parts of other names, unknown and short ids are not', () => {
  for (const text of ['k7m2x', 'xk7m2', 'uk7m2', '𝒌k7m2', 'ük7m2', 'K7M2', 'a-k7m2', 'k7m2-a', 'k7m2.md', 'lib/k7m2', 'http://x', 'a@k7m2', 'k7m2@b', 'k7m2_', 'p3x', 'k7m3', 'k7m2로']) {
    assert.equal(linked(text), text);
  }
});

test('a word of letters is an id only in code', () => {
  assert.equal(linked('the date'), 'the date');
  assert.equal(linked('date', true), '[date|date]');
});

test('a long text is read in good time', () => {
  const begin = performance.now();
  for (const text of ['k7m3'.repeat(50_000), 'k7m3 '.repeat(20_000), '-'.repeat(200_000)]) assert.equal(linked(text), text);
  assert.ok(performance.now() - begin < 2000);
});

test('ids are asked for once, by one request for all texts, also while it is under way', async () => {
  const asked = [];
  const answers = [];
  const state = { left: 1, api: { get: (_, { q }) => { asked.push(q); return new Promise((resolve, reject) => answers.push({ resolve, reject })); } } };
  const lookedUp = new LookedUp(state);
  const first = lookedUp.find(new Set(['aaaa', 'bbbb']));
  lookedUp.find(new Set(['cccc']));
  await Promise.resolve();
  assert.deepEqual(asked, ['id:aaaa,bbbb,cccc']);
  // The text is drawn again before the answer.
  let isDone = false;
  const again = lookedUp.find(new Set(['aaaa', 'dddd'])).then(() => { isDone = true; });
  await new Promise(resolve => setTimeout(resolve));
  assert.deepEqual([asked, isDone], [['id:aaaa,bbbb,cccc', 'id:dddd'], false]);
  answers[0].resolve({ plans: [{ id: 'aaaa1', short: 'aaaa' }] });
  answers[1].resolve({ plans: [] });
  await Promise.all([first, again]);
  assert.deepEqual(['aaaa', 'bbbb', 'dddd'].map(id => lookedUp.get(id)?.id ?? null), ['aaaa1', null, null]);
  assert.deepEqual(['aaaa', 'bbbb', 'eeee'].map(id => lookedUp.isOpen(id)), [false, false, true]);
  // What failed is asked for again, and at most fifty at once.
  const failed = lookedUp.find(new Set(['eeee']));
  await Promise.resolve();
  answers[2].reject(new Error('away'));
  await assert.rejects(failed);
  lookedUp.find(new Set(['eeee', ...Array.from({ length: 60 }, (_, index) => `f${index}`)]));
  await Promise.resolve();
  assert.equal(asked[3].split(',').length, 50);
});
