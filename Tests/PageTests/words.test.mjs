// Words, names and rows that the page makes from the server's documents.
import './globals.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besides, fieldName, initials, isolated, shortName } from '../../Sources/PlanWeb/Page/controls/dom.js';
import { changesOf, givenBy, groupOrder, groupTitle, isFoldedAtFirst, rowsOf } from '../../Sources/PlanWeb/Page/board/grouping.js';

const { fieldWords } = await import('../../Sources/PlanWeb/Page/controls/chips.js');
const { sentence } = await import('../../Sources/PlanWeb/Page/state/problem.js');
const { dayDate, dayWords, daysAfter, isShown, momentWords, monthsAfter, weekdayDate, weeksOf, withDays } = await import('../../Sources/PlanWeb/Page/state/days.js');
const { daysOf, weeksOfMonth } = await import('../../Sources/PlanWeb/Page/time/calendar-days.js');
const { labelsOf, valuesOf } = await import('../../Sources/PlanWeb/Page/plan/plan-values.js');
const { newID } = await import('../../Sources/PlanWeb/Page/settings/columns.js');
const { words } = await import('../../Sources/PlanWeb/Page/time/differences.js');
const { matchWords } = await import('../../Sources/PlanWeb/Page/board/filters.js');
const { allColumns } = await import('../../Sources/PlanWeb/Page/board/list-columns.js');
const { ticked } = await import('../../Sources/PlanWeb/Page/plan/plan-body.js');
const { pasted } = await import('../../Sources/PlanWeb/Page/plan/plan-checklist.js');
const { copiedFields, copyOf } = await import('../../Sources/PlanWeb/Page/board/presets.js');
const { dayAt, momentOf } = await import('../../Sources/PlanWeb/Page/time/pick-moment.js');
const { linkName, meant } = await import('../../Sources/PlanWeb/Page/plan/plan-links.js');
const { noteOf } = await import('../../Sources/PlanWeb/Page/time/milestones.js');
const { namedValue } = await import('../../Sources/PlanWeb/Page/plan/plan-reading.js');

test('values have names for people, and what nobody reads has none', () => {
  const item = (field, value) => ({ field, value });
  const all = [item('checklist/c1/text', 'a/b'), item('checklist/c1/done', true), item('checklist/c2/done', false)];
  const words = each => { const found = namedValue(each, all); return found && `${found.title}: ${found.words}`; };
  assert.deepEqual(all.map(words), ['Checklist line: a/b', 'Ticked: a/b', null]);
  assert.deepEqual([item('labels/a/b', true), item('assignees/Ana <a/b@x>', true), item('links/parent:k7m2', true), item('aliases/gh:1', true)].map(words),
    ['Label: a/b', 'Assigned: Ana', 'Link: parent:k7m2', 'Also called: gh:1']);
  assert.deepEqual([{ field: 'body', line: 2, value: '- x' }, { field: 'body', line: 3, value: '' }, item('state', 'todo'), item('rank', 'a0'),
    item('comments/c1/text', 'Hi'), item('comments/c1/rank', 'a'), item('estimate', 5)].map(words),
  ['Description, line 2: - x', null, 'Column: todo', null, 'Comment: Hi', null, 'Estimate: 5']);
});

test('milestones with a forecast name the reason for other days on the roadmap', () => {
  const milestone = forecast => /** @type {any} */ ({ forecast });
  const notice = /** @type {any} */ ({ message: 'only 6 plans finished' });
  assert.equal(noteOf([milestone([])], [notice]), 'Only 6 plans finished');
  assert.match(noteOf([milestone([]), milestone([{ percent: 50, day: null }])], [notice]), /^The roadmap also waits .*can be later\. Only 6/);
});

test('links have names, also unknown kinds', () => {
  assert.deepEqual(['parent', 'child', 'blocked-by', 'commit'].map(linkName), ['Parent', 'Sub-plan', 'Blocked by', 'Commit']);
});

test('people are called by their names', () => {
  assert.deepEqual(['Dev One <dev@example.org>', 'Dev', '<only@example.org>'].map(shortName), ['Dev One', 'Dev', '<only@example.org>']);
  assert.deepEqual(['Dev One <d@x>', 'Ada Maria King', 'ada', '김 철수', '"><b>x</b>', '??'].map(initials), ['DO', 'AK', 'AD', '김철', 'BX', '?']);
});

test('fields are called what readers know', () => {
  assert.deepEqual(['state', 'body', 'title', 'labels/bug', 'checklist/c3f8z/text', 'comments/x'].map(fieldName),
    ['column', 'description', 'title', 'labels: bug', 'checklist', 'comments']);
});

test('the focus goes to the plan behind those that are gone, or else before them', () => {
  const list = ['a', 'b', 'c', 'd'];
  assert.deepEqual([besides(list, ['b']), besides(list, ['b', 'c']), besides(list, ['d']), besides(list, list), besides(list, ['x'])],
    ['c', 'd', 'c', undefined, 'a']);
});

test('fields with one title have their own values in the list', () => {
  const named = id => ({ id, title: 'Weight', card: true });
  const columns = allColumns(/** @type {any} */ ({ fields: [named('a'), named('b')] }));
  const card = /** @type {any} */ ({ fields: [{ id: 'a', title: 'Weight', words: 'Weight 1' }, { id: 'b', title: 'Weight', words: 'Weight 2' }] });
  assert.deepEqual(columns.slice(-2).map(column => column.show(card, /** @type {any} */ (null))), ['Weight 1', 'Weight 2']);
});

test('only texts that turn the direction are isolated', () => {
  assert.equal(isolated('abc 한국어'), 'abc 한국어');
  assert.equal(isolated('abc עברית'), '\u2068abc עברית\u2069');
  assert.equal(isolated('abc\u202e'), '\u2068abc\u202e\u2069');
});

test('the task of a line is ticked alone, whatever ends the line', () => {
  const text = '- [ ] one\r\n> 1. [x] two [ ]\r\nrest\n';
  assert.equal(ticked(text, 0, '- [ ] one\r', true), text.replace('[ ] one', '[x] one'));
  assert.equal(ticked(text, 1, '> 1. [x] two [ ]\r', false), text.replace('[x]', '[ ]'));
  assert.equal(ticked(text, 1, '> 1. [ ] two [ ]\r', true), text);
  assert.throws(() => ticked(text, 0, '- [ ] other', true), /changed meanwhile/);
  assert.throws(() => ticked(text, 2, 'rest', true), /changed meanwhile/);
  assert.throws(() => ticked(text, 9, undefined, true), /changed meanwhile/);
});

test('a pasted list becomes its lines, and one line is no list', () => {
  assert.equal(pasted('- [ ] a\r\n  2. b\n\n• c\n'), 'a\nb\nc');
  assert.equal(pasted('3. Oktober'), '3. Oktober');
  assert.equal(pasted('\n- [x] a\n'), '\n- [x] a\n');
});

test('lists are read as people write them', () => {
  assert.deepEqual(labelsOf('#bug, ui,##deep, #'), ['bug', 'ui', 'deep']);
});

test('a column gets an id of its title', () => {
  assert.deepEqual([['In Review!', []], ['Zurück', []], ['검토', []], ['In review?', ['in-review']], ['x', ['x', 'x-2']], ['--', ['column']]]
    .map(([title, taken]) => newID(title, taken)), ['in-review', 'zuruck', 'column', 'in-review-2', 'x-3', 'column-2']);
  assert.ok(newID(`${'a'.repeat(49)} b`, []).length <= 50);
});

test('what differs is told in words', () => {
  const state = /** @type {any} */ ({ column: id => ({ todo: { title: 'To do' } })[id] });
  const told = (...changes) => words(changes.map(([field, old, now]) => ({ field, old, new: now })), state);
  assert.equal(told(['created', null, {}], ['title', null, 'x']), 'added');
  assert.equal(told(['deleted', null, true]), 'deleted');
  assert.equal(told(['state', 'todo', 'gone'], ['labels/a', 0, 1], ['labels/b', 0, 1], ['rank', 'a', 'b']), 'To do → gone, labels');
  assert.equal(told(['rank', 'a', 'b']), 'another place');
});

test('a plan to link to is the one of the id that comes first, or all that have the words', () => {
  const cards = [['abcdef', 'abc', 'Fix login'], ['abxyz0', 'abx', 'Login page'], ['own000', 'own', 'Login of its own']]
    .map(([id, short, title]) => ({ id, short, title }));
  const state = /** @type {any} */ ({ cards: new Map(cards.map(card => [card.id, card])) });
  const found = text => meant(state, 'own000', text).map(card => card.short);
  assert.deepEqual([found('abx Login page'), found('abcdef'), found('abc whatever it is called'), found('LOGIN fix'), found('login'), found('ab'), found('nothing')],
    [['abx'], ['abc'], ['abc'], ['abc'], ['abx', 'abc'], ['abc', 'abx'], []]);
  // Another eight are more than a list offers.
  const many = Array.from({ length: 9 }, (_, index) => [`id${index}`, { id: `id${index}`, title: 'Page', done: false }]);
  assert.equal(meant(/** @type {any} */ ({ cards: new Map(many) }), 'id0', 'page').length, 8);
  assert.equal(meant(/** @type {any} */ ({ cards: new Map(many) }), '', 'page').length, 9);
});

test('a copy has what a plan is about, not what happened to it', () => {
  const plan = /** @type {any} */ ({
    id: 'k7m2', title: 'Fix', state: 'doing', body: '', labels: ['ui'], assignees: ['Ada'], aliases: ['APP-1'], owner: 'Ben', lease: '2026-12-01',
    estimate: 0, due: '2026-12-04', priority: 'high', custom: { points: 3 }, checklist: [{ id: 'a', text: 'tests', done: true }], repeat: 'every week',
  });
  assert.deepEqual(copiedFields(plan, [{ link: 'parent:p3x9' }]),
    { estimate: '0', due: '2026-12-04', priority: 'high', label: ['ui'], assign: ['Ada'], link: ['parent:p3x9'], check: ['tests'], custom: { points: 3 } });
  assert.equal(copiedFields({ ...plan, body: 'Why' }, []).body, 'Why');
});

// Rows

const card = (id, fields) => ({ id, owner: undefined, assignees: [], labels: [], parents: [], ...fields });
const rows = (cards, by, order = undefined) => rowsOf(/** @type {any} */ ([{ column: {}, isReversed: false, cards }]), by, order)
  .map(({ key, lanes }) => [key, lanes[0].cards.map(({ id }) => id).join('')]);

test('a board has a row for each value, and those without one last', () => {
  assert.deepEqual(rows([card('a', { priority: 'low' }), card('b', {}), card('c', { priority: 'urgent' }), card('d', { priority: 'high' })], 'priority'),
    [['urgent', 'c'], ['high', 'd'], ['low', 'a'], ['', 'b']]);
  assert.deepEqual(rows([card('a', { labels: ['ui', 'bug'] }), card('b', { labels: ['bug'] }), card('c', {})], 'label'),
    [['bug', 'b'], ['ui', 'a'], ['', 'c']]);
  assert.deepEqual(rows([card('a', { owner: 'Ben', assignees: ['Ada'] }), card('b', { assignees: ['Ada'] })], 'assignee'), [['Ada', 'b'], ['Ben', 'a']]);
  assert.deepEqual(rows([card('a', { parents: ['p'] })], 'parent'), [['p', 'a']]);
  const released = ['v9', 'gone', 'v10', ''].map((milestone, index) => card('abcd'[index], { milestone: milestone || undefined }));
  assert.deepEqual(rows(released, 'milestone', ['v9', 'v10']), [['v9', 'a'], ['v10', 'c'], ['gone', 'b'], ['', 'd']]);
});

test('the current iteration is the first row, and those that are over come last and are folded', () => {
  const phase = (id, first, last, more = {}) => ({ id, title: null, closed: false, first, last, ...more });
  const state = (today, name = 'iteration') => /** @type {any} */ ({ grouping: name, today, properties: [{ name, choices: [
    phase('2026-11-03', '2026-11-03', '2026-11-16'), phase('two', '2026-11-17', '2026-11-30', { title: 'Two' }), phase('three', '2026-12-01', '2026-12-14'), phase('four', '2026-12-15', '2026-12-28'),
  ] }] });
  assert.deepEqual(groupOrder(state('2026-12-01')), ['three', 'four', 'two', '2026-11-03']);
  assert.deepEqual(groupOrder(state('2027-01-01')), ['four', 'three', 'two', '2026-11-03']);
  assert.deepEqual(groupOrder(state('2026-12-01', 'milestone')), ['2026-11-03', 'two', 'three', 'four']);
  assert.equal(groupOrder(/** @type {any} */ ({ grouping: 'label', properties: [] })), undefined);
  const now = state('2026-12-01');
  assert.deepEqual(['2026-11-03', 'two', 'three', 'other', ''].map(key => groupTitle(now, key)),
    ['Nov 3 – Nov 16', 'Two · Nov 17 – Nov 30', 'three · Dec 1 – Dec 14', 'other', 'No iteration']);
  assert.deepEqual(['2026-11-03', 'two', 'three', ''].map(key => isFoldedAtFirst(now, key)), [true, true, false, false]);
});

test('a plan is offered the open milestones, and keeps the one that it has', () => {
  const choices = /** @type {any} */ ([{ id: 'v1', title: 'One', closed: false }, { id: 'v0', title: null, closed: true }]);
  const offered = (all, now) => {
    const state = /** @type {any} */ ({ properties: [{ name: 'milestone', title: 'Milestone', kind: 'phase', forms: '', choices: all }], fields: [] });
    return valuesOf(state).find(value => value.name === 'milestone').options(/** @type {any} */ (null), now).map(({ value, label, hint }) => [value, label, hint]);
  };
  assert.deepEqual(offered(choices, []), [['', 'None', undefined], ['v1', 'One', 'v1']]);
  assert.deepEqual(offered(choices, ['v0']), [['', 'None', undefined], ['v1', 'One', 'v1'], ['v0', 'v0', undefined]]);
  assert.deepEqual(offered([], ['v9']), [['', 'None', undefined], ['v9', 'v9', 'not on the board']]);
});

test('a calendar has whole weeks from Monday to Sunday', () => {
  for (let day = '2023-12-31'; day < '2029-01-02'; day = daysAfter(day, 1)) {
    const weeks = weeksOf(day);
    assert.ok(weeks.flat().includes(day));
    assert.deepEqual([...new Set(weeks.map(week => `${week.length} ${new Date(week[0]).getUTCDay()}`))], ['7 1']);
    assert.deepEqual(weeks.flat().slice(1), weeks.flat().slice(0, -1).map(each => daysAfter(each, 1)));
    assert.equal(monthsAfter(day, 1).slice(0, 7), new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)).toISOString().slice(0, 7));
  }
  assert.deepEqual([['2028-01-31', 1], ['2027-01-31', 1], ['2027-03-31', -1], ['2027-05-15', -6]].map(([day, count]) => monthsAfter(String(day), Number(count))),
    ['2028-02-29', '2027-02-28', '2027-02-28', '2026-11-15']);
  assert.equal(dayWords('no day', '2026-11-26'), 'no day');
});

test('days and moments have one form', () => {
  const [today, now] = ['2026-11-26', new Date('2026-11-26T12:00:00')];
  assert.deepEqual(['2026-12-03', '2026-12-04', '2026-11-19', '2027-01-01', '2025-11-27', 'fri'].map(day => dayWords(day, today)),
    ['Thu, Dec 3', 'Dec 4', 'Thu, Nov 19', 'Jan 1, 2027', 'Nov 27, 2025', 'fri']);
  assert.deepEqual([dayDate('2026-12-03', today), weekdayDate('2026-12-24', today), weekdayDate('2027-01-01', today)], ['Dec 3', 'Thu, Dec 24', 'Fri, Jan 1, 2027']);
  // Some versions have a narrow space before AM.
  assert.deepEqual(['2026-11-25T09:30:00', '2026-08-01T21:05:00', '2025-12-24T00:00:00'].map(each => momentWords(each, now).replace('\u202f', ' ')),
    ['Wed, Nov 25, 9:30 AM', 'Aug 1, 9:05 PM', 'Dec 24, 2025, 12:00 AM']);
});

test('a moment of a day is its end, or a time of the reader', () => {
  const local = (...parts) => new Date(...parts).getTime();
  assert.deepEqual(['', '9', ' 18:30 ', '8.05', '0:00'].map(time => momentOf('2026-11-26', time).getTime()),
    [local(2026, 10, 26, 23, 59, 59), local(2026, 10, 26, 9), local(2026, 10, 26, 18, 30), local(2026, 10, 26, 8, 5), local(2026, 10, 26)]);
  assert.deepEqual(['24:00', '9:60', '9:3', 'noon', '-1'].map(time => momentOf('2026-11-26', time)), [null, null, null, null, null]);
  assert.equal(dayAt(local(2026, 10, 26, 0, 1)), '2026-11-26');
});

test('messages begin with a capital and end without a stop', () => {
  const isID = word => word === 'ezdk';
  assert.deepEqual(['no plan has the label', 'The end.', 'One. Two.', 'wait …', 'pmgit is old', 'ezdk is done', 'evil.png is large', '2 plans', '‘x’ is no day', 'über'].map(each => sentence(each, isID)),
    ['No plan has the label', 'The end', 'One. Two.', 'Wait …', 'pmgit is old', 'ezdk is done', 'evil.png is large', '2 plans', '‘x’ is no day', 'Über']);
});

test('a calendar ends with the days that a board knows', () => {
  const last = weeksOf('9999-12-15');
  assert.deepEqual([last.flat().filter(Boolean).at(-1), last.every(week => week.length === 7), last[4].slice(4)], ['9999-12-31', true, ['9999-12-31', null, null]]);
  assert.equal(weeksOf('0001-01-05').flat().find(Boolean), '0001-01-01');
  assert.deepEqual([isShown('0001-01-01'), isShown('9999-12-31'), isShown(daysAfter('9999-12-31', 1)), isShown(daysAfter('0001-01-01', -1))], [true, true, false, false]);
  assert.deepEqual([monthsAfter('0050-03-31', -1), monthsAfter('0001-01-31', 1), isShown(monthsAfter('9999-12-01', 1))], ['0050-02-28', '0001-02-28', false]);
  assert.deepEqual(['2026-02-30', '2026-99-99', '2026-13-01'].map(day => dayWords(day)), ['2026-02-30', '2026-99-99', '2026-13-01']);
});

test('a month has the weeks of its days, and no others', () => {
  assert.deepEqual(['2026-02-01', '2027-02-14', '2026-12-04', '2026-08-31'].map(day => weeksOfMonth(day).length), [5, 4, 5, 6]);
  assert.deepEqual([weeksOfMonth('2026-12-04').flat()[0], weeksOfMonth('2026-12-04').flat().at(-1)], ['2026-11-30', '2027-01-03']);
});

test('the plans of a day: open ones first, the urgent ones before others', () => {
  const due = (id, fields) => /** @type {any} */ ({ id, due: '2026-12-04', done: false, ...fields });
  const cards = [due('a', { done: true, priority: 'urgent' }), due('b', {}), due('c', { priority: 'low' }), due('d', { priority: 'urgent' }), due('e', {}),
    due('f', { due: null }), due('g', { due: null, done: true }), due('h', { due: '2026-12-05' })];
  const { days, without } = daysOf(cards);
  assert.deepEqual([...days].map(([day, plans]) => [day, plans.map(each => each.id).join('')]), [['2026-12-04', 'dcbea'], ['2026-12-05', 'h']]);
  assert.equal(without, 1);
  assert.deepEqual([...daysOf(cards, card => card.id === 'f' ? '2026-12-06' : null).days.keys()], ['2026-12-06']);
});

test('days in messages have the form of the page, but not those of titles', () => {
  const told = text => withDays(text, '2026-11-30');
  for (const [text, expected] of [
    ['added milestone v1, due 2026-12-12', 'added milestone v1, due Dec 12'],
    ['k7m2 repeats as p3x9, due Mon 2027-12-06', 'k7m2 repeats as p3x9, due Dec 6, 2027'],
    ['k7m2 starts 2027-01-10, after it is due 2026-12-04.', 'k7m2 starts Jan 10, 2027, after it is due Fri, Dec 4.'],
    ['added iteration S1 (s1) (2026-12-01 to 2026-12-14)', 'added iteration S1 (s1) (Tue, Dec 1 to Dec 14)'],
    ['due: 2026-12-12 → 2026-12-14', 'due: Dec 12 → Dec 14'], ['due: none → 2026-12-14', 'due: none → Dec 14'],
  ]) assert.equal(told(text), expected);
  for (const text of [
    'title: 2026-12-12', 'title: One → Ship 2026-12-20 now', "no plan matches 'due 2026-12-12'", 'Undid: “by 2026-12-12”: Doing → Todo',
    'due 2026-12-12-rc', 'on 2026-12-12.md', 'the day 2026-02-30 of', 'due 2026-02-30', 'at 2026-12-12T10:00:00Z',
  ]) assert.equal(told(text), text);
});

test('a field of the kind day is shown as a day', () => {
  const state = /** @type {any} */ ({ fields: [{ id: 'when', kind: 'day' }, { id: 'note', kind: 'text' }], today: '2026-11-30' });
  assert.deepEqual([{ id: 'when', words: 'when 2026-12-25' }, { id: 'note', words: 'note 2026-12-25' }].map(each => fieldWords(each, state)),
    ['when Dec 25', 'note 2026-12-25']);
});

test('what was undone is told in words', async () => {
  const { alteredWords } = await import('../../Sources/PlanWeb/Page/commands/acts.js');
  const told = (...lines) => alteredWords('Undid', { lines: lines.map(([title, words]) => ({ title, words })), notices: [{ message: "undid 'board: add column qa'" }] });
  assert.deepEqual([
    told(['Fix login', 'Doing → Todo']), told(['A', 'no due'], ['B', 'no due']), told(['A', 'no due'], ['B', 'deleted']), told(),
  ], ['Undid: “Fix login”: Doing → Todo', 'Undid: 2 plans: no due', 'Undid: 2 plans', "undid 'board: add column qa'"]);
});

test('a card takes the value of the row to which it goes', () => {
  const own = /** @type {any} */ (card('a', { owner: 'Ada' }));
  assert.deepEqual([
    changesOf('label', own, 'ui', 'bug'), changesOf('label', own, '', 'bug'), changesOf('label', own, 'ui', ''),
    changesOf('assignee', own, 'Ada', 'Ben'), changesOf('assignee', own, 'Ada', ''), changesOf('assignee', own, 'Cem', 'Ben'),
    changesOf('priority', own, 'low', ''), changesOf('parent', own, 'p', 'q'), changesOf('milestone', own, 'v1', ''),
  ], [
    { noLabel: ['ui'], label: ['bug'] }, { noLabel: [], label: ['bug'] }, { noLabel: ['ui'], label: [] },
    { owner: 'Ben' }, { owner: 'none' }, { noAssign: ['Cem'], assign: ['Ben'] },
    { priority: 'none' }, { noLink: ['parent:p'], link: ['parent:q'] }, { milestone: 'none' },
  ]);
  assert.deepEqual([givenBy('label', 'ui'), givenBy('label', ''), givenBy('', 'ui')], [{ label: ['ui'] }, {}, {}]);
});

test('a query says that it finds nothing, or plans that have no card', () => {
  assert.equal(matchWords(false, 0), '');
  assert.equal(matchWords(true, 0), 'No plan matches.');
  assert.equal(matchWords(true, 1), '1 deleted plan matches. It has no card.');
  assert.equal(matchWords(false, 2), '2 deleted plans match. They have no cards.');
});

test('a new column goes before what is done, with the kind of its neighbour', async () => {
  const { newPlace } = await import('../../Sources/PlanWeb/Page/settings/columns.js');
  const columns = kinds => kinds.map((kind, index) => /** @type {any} */ ({ id: `c${index}`, kind }));
  assert.deepEqual([['todo', 'doing', 'done'], ['todo', 'done', 'done'], ['done'], ['todo', 'doing'], []].map(kinds => newPlace(columns(kinds))),
    [{ before: 'c2', kind: 'doing' }, { before: 'c1', kind: 'todo' }, { before: 'c0', kind: 'todo' }, { kind: 'doing' }, { kind: 'todo' }]);
});

test('groups say what they add up to, and ages are short', async () => {
  const { sumWords } = await import('../../Sources/PlanWeb/Page/board/list.js');
  const { ago } = await import('../../Sources/PlanWeb/Page/board/list-columns.js');
  const cards = /** @type {any[]} */ ([{ estimate: 0.1, overdue: true }, { estimate: 0.2 }, {}]);
  assert.equal(sumWords(cards, null), '3 · estimate 0.3 · 1 overdue');
  assert.equal(sumWords([], /** @type {any} */ ({ limit: 3 })), '0 / 3');
  const now = Date.parse('2026-03-01T12:00:00Z');
  assert.deepEqual(['2026-03-01T11:59:30Z', '2026-03-01T11:00:00Z', '2026-02-20T12:00:00Z', '2025-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 'x', null].map(at => ago(at, now)),
    ['now', '1 h', '1 w', '1 y', 'now', '', '']);
});

test('a copy has no milestone or iteration that was removed from the board', async () => {
  const copied = { title: 'A', labels: [], assignees: [], checklist: [], custom: {}, milestone: 'v1', iteration: 'i1', due: '2026-12-01' };
  const state = { cards: new Map(), api: { get: async () => ({ plan: copied, links: [] }) }, properties: [{ name: 'milestone', choices: [{ id: 'v2' }] }, { name: 'iteration', choices: [{ id: 'i1' }] }] };
  const { fields } = await copyOf(/** @type {any} */ (state), 'k7m2');
  assert.equal(fields.milestone, undefined);
  assert.equal(fields.iteration, 'i1');
  assert.equal(copied.milestone, 'v1');
});
