// The state of the board on the page: the requests that it sends, and the answers that it shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, card, COLUMNS, frame, ME, news, page, settled, titles } from './state-server.mjs';
import { Problem } from '../../Sources/PlanWeb/Page/state/problem.js';

test('cards stand by rank, letter by letter, then by id; what is done with the last one first', async () => {
  const { state } = await page([
    card('b', { rank: 'a' }), card('a', { rank: 'a' }), card('c', { rank: 'Z' }), card('d', { rank: 'a0' }),
    card('x', { state: 'done', rank: 'a' }), card('y', { state: 'done', rank: 'b' }),
  ]);
  assert.deepEqual(titles(state, 'todo'), ['c', 'a', 'b', 'd']);
  assert.deepEqual(titles(state, 'done'), ['y', 'x']);
  assert.deepEqual(state.list().map(({ id }) => id), ['c', 'a', 'b', 'd', 'y', 'x']);
});

test('a list has the order of the query, and what it finds alone', async () => {
  const { server, state } = await page([card('a'), card('b'), card('c')]);
  const asked = state.ask('sort:due');
  await server.answer('matches', { plans: ['c', 'gone', 'a'] });
  await asked;
  assert.deepEqual(state.list().map(({ id }) => id), ['c', 'a']);
  assert.deepEqual(titles(state, 'todo'), ['a', 'c']);
});

test('deleted plans that a query finds are counted, as they have no cards', async () => {
  const { server, state } = await page([card('a')]);
  const asked = state.ask('is:deleted');
  await server.answer('matches', { plans: [], deleted: 2 });
  await asked;
  assert.deepEqual([state.matches, state.deletedMatches], [[], 2]);
  await state.ask('');
  assert.deepEqual([state.matches, state.deletedMatches], [null, 0]);
});

test('cards are placed between neighbours at once, in their order', async () => {
  const { state } = await page([card('a', { rank: 'a' }), card('b', { rank: 'b' }), card('c', { rank: 'c' }), card('d', { rank: 'd' })]);
  const order = (ids, between) => {
    const takeBack = state.place(ids, 'todo', between);
    const shown = titles(state, 'todo').join('');
    takeBack();
    assert.deepEqual(titles(state, 'todo').join(''), 'abcd');
    return shown;
  };
  assert.equal(order(['d'], { prev: 'a', next: 'b' }), 'adbc');
  assert.equal(order(['d', 'c'], { prev: 'a' }), 'adcb');
  assert.equal(order(['c'], { next: 'a' }), 'cabd');
  assert.equal(order(['a'], {}), 'bcda');
});

test('what was placed and failed is put back, but not over what others have made of it', async () => {
  const { server, state } = await page([card('a'), card('b')]);
  const takeBack = state.place(['a', 'b'], 'done', {});
  assert.deepEqual(titles(state, 'done'), ['b', 'a']);
  state.hear({ commit: 'c2', shared: 'r1' }, false);
  await server.answer('news', news('c2', [card('a', { state: 'doing' })]));
  takeBack();
  assert.deepEqual([titles(state, 'todo'), titles(state, 'doing'), titles(state, 'done')], [['b'], ['a'], []]);
});

// Changes of this page

test('an event asks for what is new, by one request', async () => {
  const { server, state } = await page([card('a'), card('b')]);
  state.open('b');
  state.select(['a', 'b']);
  const plans = [];
  state.addEventListener('plan', event => plans.push(/** @type {CustomEvent} */ (event).detail));
  state.hear({ commit: 'c2', shared: 'r1' }, false);
  const change = { plan: 'a', by: 'Ben <ben@example.org>', fields: ['state'] };
  const request = await server.answer('news', news('c2', [card('a', { state: 'doing' })], {
    gone: ['b'], unshared: ['a'], changes: [change, { ...change, plan: 'c', by: ME }], plan: { commit: 'c2' },
  }));
  assert.deepEqual(request.values, { from: 'c1', q: '', plan: 'b' });
  assert.deepEqual([[...state.cards.keys()], [...state.selection], plans], [['a'], ['a'], [{ commit: 'c2' }]]);
  assert.equal(state.cards.get('a').unshared, true);
  // Cards moved by others are marked with their author, but not the page's own changes.
  assert.deepEqual([[...state.arrivals.keys()], state.arrivals.get('a').from], [['a'], 'todo']);
  assert.deepEqual([state.arrivals.takeFresh(), state.arrivals.takeFresh()], [['a'], []]);
});

test('what was sent to the remote is asked for, though the board is the same', async () => {
  const { server, state } = await page([card('a', { unshared: true })]);
  state.hear({ commit: 'c1', shared: 'r2' }, false);
  await server.answer('news', news('c1', [], { unshared: [], shared: 'r2' }));
  assert.equal(state.cards.get('a').unshared, false);
  await state.hear({ commit: 'c1', shared: 'r2' }, false);
  assert.deepEqual(server.names(), []);
});

test('while something is dragged nothing is read', async () => {
  const { server, state } = await page();
  state.hold();
  await state.hear({ commit: 'c2', shared: 'r1' }, false);
  assert.deepEqual(server.names(), []);
  state.release();
  await server.answer('news', news('c2', []));
  assert.equal(state.commit, 'c2');
});

test('what could not be read is read at the next event', async () => {
  const { server, state } = await page();
  const heard = state.hear({ commit: 'c2', shared: 'r1' }, false);
  (await server.take('news')).fail(new Problem({ code: 'offline', message: 'gone' }));
  await assert.rejects(heard, /Gone/);
  state.hear({ commit: 'c2', shared: 'r1' }, false);
  await server.answer('news', news('c2', []));
  assert.equal(state.commit, 'c2');
});

test('a branch that was moved elsewhere is read anew', async () => {
  const { server, state } = await page();
  state.hear({ commit: 'd1', shared: 'r1' }, false);
  (await server.take('news')).fail(new Problem({ code: 'no-commit', message: 'gone' }));
  await server.answer('cards', { ...frame('d1'), plans: [card('z')] });
  assert.deepEqual([state.commit, [...state.cards.keys()]], ['d1', ['z']]);
});

// Queries and the past

test('a query that can’t be read keeps what was found, beside the message', async () => {
  const { server, state } = await page([card('a'), card('b')]);
  state.ask('a');
  await server.answer('matches', { plans: ['a'] });
  state.ask('((');
  (await server.take('matches')).fail(new Problem({ message: 'never closed' }));
  await settled();
  assert.deepEqual([state.queryProblem.message, state.matches], ['Never closed', ['a']]);
  state.hear({ commit: 'c2', shared: 'r1' }, false);
  await server.answer('news', news('c2', [], { matches: { error: { message: 'still' } } }));
  assert.deepEqual([state.queryProblem.message, state.matches], ['Still', ['a']]);
  const cleared = state.ask('');
  await cleared;
  assert.deepEqual([state.queryProblem, state.matches, server.names()], [null, null, []]);
});

test('what a query found before a change is asked for again', async () => {
  const { server, state } = await page();
  state.ask('#x');
  const early = await server.take('matches');
  const made = state.make('edit', {});
  await server.answer('edit', answer('c2', [], { matches: { plans: ['a'] } }));
  await made;
  early.answer({ plans: [] });
  await server.answer('matches', { plans: ['a'] });
  assert.deepEqual(state.matches, ['a']);
});

test('of several moments the last one is shown, and the past can’t be changed', async () => {
  const { server, state } = await page();
  state.differ([['a', 'Todo → Doing']]);
  state.goTo('p1');
  const last = state.goTo('p2');
  assert.equal(state.wished, 'p2');
  await server.answer('cards', { ...frame('p2'), plans: [] });
  await last;
  assert.deepEqual([state.at, state.commit, state.newest, state.isReadOnly, state.differing], ['p2', 'p2', 'c1', true, null]);
  await state.hear({ commit: 'c9', shared: 'r1' }, false);
  assert.deepEqual([state.newest, server.names()], ['c9', []]);
  const failed = state.goTo('zzz');
  (await server.take('cards')).fail(new Problem({ message: 'no moment' }));
  await assert.rejects(failed, /No moment/);
  assert.deepEqual([state.at, state.wished], ['p2', 'p2']);
});

// State of this page only

test('each change of what is shown notifies the views once', async () => {
  const { state, changes } = await page();
  let focused = 0;
  state.addEventListener('focus', () => { focused += 1; });
  const notified = act => { const before = changes(); act(); return changes() - before; };
  assert.equal(notified(() => state.select(['a'])), 1);
  assert.equal(notified(() => state.groupBy('label')), 1);
  assert.equal(notified(() => state.groupBy('label')), 0);
  assert.equal(notified(() => state.fold('bug')), 1);
  assert.equal(state.isFolded('bug'), true);
  assert.equal(notified(() => state.fold('bug')), 1);
  assert.equal(state.isFolded('bug'), false);
  assert.equal(notified(() => state.open('a')), 1);
  assert.equal(notified(() => state.differ(null)), 0);
  assert.equal(notified(() => state.differ([['a', 'Todo → Doing']])), 1);
  // The browser shows the focus itself.
  assert.equal(notified(() => { state.focus('a'); state.focus('a'); }), 0);
  assert.deepEqual([focused, state.focused, state.opened, state.selected()], [1, 'a', 'a', ['a']]);
});

/** A board whose column done has more plans than were loaded. */
const partial = async () => {
  const columns = COLUMNS.map(column => ({ ...column, count: { todo: 1, doing: 0, done: 5 }[column.id] }));
  const plans = [card('a'), card('y', { state: 'done', rank: 'y', done: true }), card('z', { state: 'done', rank: 'z', done: true })];
  const { server, state, first } = await page(plans, {}, { columns, left: 3 });
  return { server, state, columns, plans, request: first };
};

test('a page first loads open plans and some finished ones, and counts the others', async () => {
  const { state, request } = await partial();
  assert.ok(request.values.finished > 200 && request.values.at == null);
  assert.deepEqual([state.left, state.count], [3, 6]);
  assert.deepEqual(state.lanes().map(lane => state.countIn(lane)), [1, 0, 5]);
  state.takeMatches({ plans: ['a', 'y'] });
  assert.deepEqual([state.count, state.lacksMatches, ...state.lanes().map(lane => state.countIn(lane))], [2, false, 1, 0, 1]);
  state.takeMatches({ plans: ['a', 'w'] });
  assert.ok(state.lacksMatches);
});

test('the others are asked for once, and from then on all are loaded', async () => {
  const { server, state, columns, plans } = await partial();
  const all = [...plans, ...['u', 'v', 'w'].map(id => card(id, { state: 'done', done: true }))];
  const loaded = [state.loadRest(), state.loadRest()];
  const { values } = await server.answer('cards', { ...frame('c1', { columns }), plans: all, left: 0 });
  await Promise.all(loaded);
  assert.equal(values.finished, null);
  assert.deepEqual([state.left, state.count, server.names()], [0, 6, []]);
  await state.loadRest();
  assert.deepEqual(server.names(), []);
  state.hear({ commit: 'c1', shared: 'r1' }, true);
  assert.equal((await server.take('cards')).values.finished, null);
});

test('if they could not be loaded, they are asked for again', async () => {
  const { server, state, columns, plans } = await partial();
  const failed = state.loadRest();
  (await server.take('cards')).fail(new Problem({ code: 'offline', message: 'gone' }));
  await assert.rejects(failed, { code: 'offline' });
  assert.equal(state.left, 3);
  const loaded = state.loadRest();
  await server.answer('cards', { ...frame('c1', { columns }), plans, left: 0 });
  await loaded;
  assert.equal(state.left, 0);
});

test('a change of a plan that was not loaded leaves one less', async () => {
  const { server, state, columns } = await partial();
  state.hear({ commit: 'c2', shared: 'r1' }, false);
  await server.answer('news', news('c2', [card('w', { state: 'done', done: true })], { columns }));
  assert.deepEqual([state.left, state.count], [2, 6]);
  state.hear({ commit: 'c3', shared: 'r1' }, false);
  const more = columns.map(column => ({ ...column, count: column.count + (column.id === 'todo' ? 1 : 0) }));
  await server.answer('news', news('c3', [card('n')], { columns: more }));
  assert.deepEqual([state.left, state.count], [2, 7]);
});

test('a page that has all plans asks for all of them again', async () => {
  const { server, state } = await page();
  state.hear({ commit: 'c1', shared: 'r1' }, true);
  assert.equal((await server.take('cards')).values.finished, null);
});

test('an answer with all plans from before a change does not take the change back', async () => {
  const { server, state, columns, plans } = await partial();
  const loaded = state.loadRest();
  const early = await server.take('cards');
  const made = state.make('move', {});
  await server.answer('move', answer('c2', [card('a', { state: 'doing' })]));
  await made;
  early.answer({ ...frame('c1', { columns }), plans, left: 0 });
  await settled();
  assert.deepEqual([state.cards.get('a').state, state.basis], ['doing', 'c2']);
  await server.answer('cards', { ...frame('c2', { columns }), plans: [card('a', { state: 'doing' }), ...plans.slice(1)], left: 0 });
  await loaded;
  assert.deepEqual([state.cards.get('a').state, state.left, server.names()], ['doing', 0, []]);
});

test('while something is dragged, loaded plans wait', async () => {
  const { server, state, columns, plans } = await partial();
  const loaded = state.loadRest();
  const early = await server.take('cards');
  state.hold();
  early.answer({ ...frame('c1', { columns }), plans, left: 0 });
  await settled();
  assert.deepEqual([state.left, server.names()], [3, []]);
  state.release();
  await server.answer('cards', { ...frame('c1', { columns }), plans, left: 0 });
  await loaded;
  assert.equal(state.left, 0);
});
