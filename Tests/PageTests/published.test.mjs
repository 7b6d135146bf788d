// What a published page answers by itself: the queries of chips and headings, and times in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PublishedPast } from '../../Sources/PlanWeb/Page/published/published-past.js';
import { PublishedQuery } from '../../Sources/PlanWeb/Page/published/published-query.js';
import { age } from '../../Sources/PlanWeb/Page/state/days.js';
import { dueWords, localToday } from '../../Sources/PlanWeb/Page/published/published-time.js';

const TODAY = '2026-11-26';
const PLANS = [
  { id: 'a', title: 'Éclair', state: 'todo', labels: ['Bug'], assignees: ['Dev One <one@x.org>'], priority: 'high', due: '2026-11-20', done: false, updated: '2026-11-02' },
  { id: 'b', title: 'apple', state: 'todo', labels: ['a, b'], assignees: ['Dev Two'], priority: 'urgent', due: TODAY, done: false, milestone: 'v1', updated: '2026-11-01' },
  { id: 'c', title: 'Zoo', state: 'done', done: true, due: '2026-11-01', updated: '2026-11-03' },
  { id: 'd', title: 'Boo', state: 'done', done: true, due: '2026-12-10', updated: '2026-11-04' },
];
const board = {
  cards: { plans: PLANS, columns: [{ id: 'todo' }, { id: 'done' }] }, terms: { 'is:open': [0, 1], 'is:closed': [2, 3] },
  views: [{ name: 'mixed', plans: [3, 0, 1] }],
};
const query = new PublishedQuery(board, TODAY);

test('the terms of chips', () => {
  for (const [text, found] of [
    ['', 'abcd'], ['#bug', 'a'], ['#"a, b"', 'b'], ['-#bug', 'bcd'], ['@"one@x.org"', 'a'], ['@"one@x.org","Dev Two"', 'ab'],
    ['priority:high,urgent', 'ab'], ['priority:none', 'cd'], ['milestone:v1', 'b'], ['milestone:none', 'acd'], ['state:done', 'cd'],
    ['is:open', 'ab'], ['-is:open', 'cd'], ['is:overdue', 'a'], ['due:today', 'b'], ['due:<=eow', 'abc'], ['due:<=2w', 'abcd'],
    ['due:none', ''], ['has:due', 'abcd'], ['no:label', 'cd'], ['has:assignee', 'ab'], ['#bug is:open', 'a'],
    ['view:mixed', 'dab'], ['view:mixed is:open', 'ab'], ['view:overdue', 'a'],
  ]) assert.equal(query.ids(text).join(''), found, text);
});

test('the order of headings; plans without a value come last', () => {
  for (const [text, found] of [
    ['sort:title', 'bdac'], ['sort:-title', 'cadb'], ['sort:priority', 'bacd'], ['sort:-priority', 'abcd'], ['sort:due', 'cabd'],
    ['sort:-updated', 'dcab'], ['sort:state', 'abcd'], ['sort:-state', 'cdab'], ['view:mixed sort:due', 'abd'],
  ]) assert.equal(query.ids(text).join(''), found, text);
});

test('what only pmgit can answer is refused, and not half answered', () => {
  for (const text of ['word', '#bug OR #ui', '(#bug)', 'due:<3d', 'is:mine', 'view:other', '#bug view:mixed', 'sort:rank', 'body:x', 'is:constructor', 'sort:constructor']) {
    assert.equal(query.isKnown(text), false, text);
    assert.throws(() => query.ids(text), { message: /only use its filters and saved views/ });
  }
});

test('ages and due days in words, as pmgit writes them', () => {
  const now = Date.parse('2026-11-26T12:00:00Z');
  for (const [seconds, long, short] of [
    [59, 'just now', null], [60, '1 minute ago', null], [3600, '1 hour ago', '1h'], [86_400, 'yesterday', '1d'], [172_800, '2 days ago', '2d'],
    [15 * 86_400, '2 weeks ago', '2w'], [65 * 86_400, '2 months ago', '2mo'], [800 * 86_400, '2 years ago', '2y'], [-7200, 'in 2 hours', null],
  ]) {
    const at = new Date(now - seconds * 1000).toISOString();
    assert.deepEqual([age(at, now, true), age(at, now)], [long, short], long);
  }
  assert.equal(age(null, now), null);
  for (const [due, words] of [
    ['2026-11-26', 'today'], ['2026-11-27', 'tomorrow'], ['2026-12-09', 'in 13 days'], ['2026-12-10', '2026-12-10'],
    ['2026-11-25', '1 day overdue'], ['2026-08-18', '3 months overdue'], ['2024-11-20', '2 years overdue'],
  ]) assert.equal(dueWords(due, TODAY, false), words);
  assert.equal(dueWords('2026-11-25', TODAY, true), '2026-11-25');
  assert.equal(localToday(new Date(2026, 0, 5)), '2026-01-05');
});

test('weeks end on Sunday', () => {
  const plans = [{ id: 'sun', due: '2026-11-29' }, { id: 'mon', due: '2026-11-30' }];
  for (const [today, found] of [['2026-11-26', ['sun']], ['2026-11-29', ['sun']], ['2026-11-30', ['sun', 'mon']]]) {
    assert.deepEqual(new PublishedQuery({ ...board, cards: { plans, columns: [] } }, today).ids('due:<=eow'), found, today);
  }
});

const MOMENTS = [
  { commit: 'cc', at: '2026-11-26T10:00:00Z', by: 'Dev', subject: 'third' },
  { commit: 'bb', at: '2026-11-25T10:00:00Z', by: 'Dev', subject: 'second', plans: { a: { state: 'done', due: null, done: true } }, gone: ['d'] },
  { commit: 'aa', at: '2026-11-24T10:00:00Z', by: 'Dev', subject: 'first', frame: { columns: [{ id: 'todo' }] }, plans: { x: { id: 'x', state: 'todo' } }, gone: ['a', 'b', 'c'] },
];
const past = new PublishedPast(MOMENTS, board.cards);

test('a moment of the past is found by its commit or by a time', () => {
  for (const [at, index] of [
    ['aa', 2], ['cc', 0], ['2026-11-25T10:00:00Z', 1], ['2026-11-25T09:59:59Z', 2], ['2027-01-01T00:00:00Z', 0], ['2020-01-01T00:00:00Z', 2], ['nothing', 2],
  ]) assert.equal(past.indexOf(at), index, at);
});

test('the cards of a moment are those of the present with all differences up to it', () => {
  const { plans, columns, commit, today } = past.cards('bb');
  assert.deepEqual(plans.map(card => card.id), ['a', 'b', 'c']);
  assert.equal(plans[0].state, 'done');
  assert.ok(!('due' in plans[0]));
  assert.equal(plans[0].title, 'Éclair');
  assert.deepEqual(columns, [{ id: 'todo', count: 1 }, { id: 'done', count: 2 }]);
  assert.deepEqual([commit, today], ['bb', '2026-11-25']);
  assert.deepEqual(past.cards('aa').plans, [{ id: 'x', state: 'todo' }]);
  assert.deepEqual(past.cards('aa').columns, [{ id: 'todo', count: 1 }]);
  assert.deepEqual(past.cards('cc').plans, PLANS);
  assert.equal(PLANS[0].state, 'todo');
});

test('the cards of a moment are made once for the board and its query', () => {
  assert.equal(past.cards('bb').plans, past.cards('bb').plans);
  assert.notEqual(past.cards('aa').plans, past.cards('bb').plans);
});

test('what differs between two moments', () => {
  const told = (from, to) => past.differences(from, to).map(plan => [plan.plan, ...plan.changes.map(each => each.field)].join(' '));
  assert.deepEqual(told('bb', null), ['a state due', 'd created']);
  assert.deepEqual(told('aa', 'bb'), ['x deleted', 'a created', 'b created', 'c created']);
  assert.deepEqual(told('cc', null), []);
});

test('what takes the place of a module has all names that others import from it', async () => {
  const { readFileSync, readdirSync } = await import('node:fs');
  const sources = new URL('../../Sources/PlanWeb/', import.meta.url);
  const read = path => readFileSync(new URL(path, sources), 'utf8');
  const [, table] = /replacements = \[([^\]]*)\]/.exec(read('Publish/PublishedPage.swift'));
  const replacements = Object.fromEntries([...table.matchAll(/"([\w/-]+\.js)": "([\w/-]+\.js)"/g)].map(([, from, to]) => [from, to]));
  assert.ok(Object.keys(replacements).length >= 4);
  const exported = name => {
    const text = read(`Page/${name}`);
    const lists = [...text.matchAll(/^export \{ (.*) \};$/gm)].flatMap(([, names]) => names.split(', '));
    return new Set([...lists, ...[...text.matchAll(/^export (?:async )?(?:function|class|const) ([\w$]+)/gm)].map(([, each]) => each)]);
  };
  for (const name of readdirSync(new URL('Page/', sources), { recursive: true }).filter(each => each.endsWith('.js'))) {
    for (const [, names, path] of read(`Page/${name}`).matchAll(/^import \{ (.*) \} from '(\.[\w./-]+\.js)';$/gm)) {
      const from = new URL(path, `page:/${name}`).pathname.slice(1);
      const target = Object.values(replacements).includes(name) ? from : replacements[from] ?? from;
      for (const each of names.split(', ')) assert.ok(exported(target).has(each.split(' ')[0]), `${name} imports ${each} from ${target}`);
    }
  }
});
