// The state of the board on the page: the requests that it sends, and the answers that it shows.
import './globals.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoardState } from '../../Sources/PlanWeb/Page/state.js';
import { Problem } from '../../Sources/PlanWeb/Page/problem.js';

const ME = 'Ada <ada@example.org>';
const COLUMNS = [['todo', 'todo'], ['doing', 'doing'], ['done', 'done']]
  .map(([id, kind]) => ({ id, title: id, kind, count: 0, known: true }));

const card = (id, fields = {}) => ({ id, short: id, title: id, state: 'todo', rank: 'm', conflicts: [], labels: [], ...fields });
const frame = (commit, fields = {}) => ({
  commit, shared: 'r1', columns: COLUMNS, properties: [], conflicts: [], unreadable: [], past: null, title: null, today: '2026-11-25', ...fields,
});
const news = (commit, plans = [], fields = {}) => frame(commit, {
  plans, gone: [], unshared: null, settingsChanged: false, changes: [], matches: null, plan: null, ...fields,
});
const answer = (commit, plans, fields) => ({ commit, changed: true, plans: [], notices: [], news: news(commit, plans, fields) });

/** Waits until everything has run that only waits for promises. */
const settled = () => new Promise(resolve => setImmediate(resolve));

/** Records requests, which the tests answer. */
class Server {
  requests = [];

  get(name, values) { return this.#ask(name, values); }
  post(name, body) { return this.#ask(name, body); }

  #ask(name, values) {
    return new Promise((answer, fail) => { this.requests.push({ name, values, answer, fail }); });
  }

  names() { return this.requests.map(({ name }) => name); }

  /** Takes the oldest request, which must have this name. */
  async take(name) {
    await settled();
    const request = this.requests.shift();
    assert.equal(request?.name, name);
    return request;
  }

  async answer(name, document) {
    const request = await this.take(name);
    request.answer(document);
    await settled();
    return request;
  }
}

/** Returns a state with some cards at commit c1, which the server has reported. */
async function page(cards = [card('a')], shown = {}) {
  const server = new Server();
  const state = new BoardState(/** @type {any} */ (server), /** @type {any} */ ({ me: ME, readOnly: false }), 'main',
    { query: '', at: null, grouping: '', ...shown });
  state.load();
  await server.answer('cards', { ...frame('c1'), plans: cards });
  if (shown.query) await server.answer('matches', { plans: cards.map(({ id }) => id) });
  await state.hear({ commit: 'c1', shared: 'r1' }, false);
  assert.deepEqual(server.names(), []);
  let changes = 0;
  state.addEventListener('change', () => { changes += 1; });
  return { server, state, changes: () => changes };
}

const titles = (state, column) => state.lanes().find(lane => lane.column.id === column).cards.map(({ title }) => title);

// Order

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

test('a change is one request, and its answer is shown', async () => {
  const { server, state } = await page([card('a')], { query: '#x' });
  const made = state.make('move', { plans: ['a'], column: 'doing' });
  const request = await server.answer('move', answer('c2', [card('a', { state: 'doing' })], { matches: { plans: [] } }));
  assert.deepEqual(request.values, {
    commit: 'c1', plans: ['a'], column: 'doing', news: { from: 'c1', q: '#x', plan: null },
  });
  assert.equal((await made).commit, 'c2');
  assert.deepEqual([state.commit, state.cards.get('a').state, state.matches], ['c2', 'doing', []]);
  await state.settle();
  // The events about this change bring nothing new.
  await state.hear({ commit: 'c2', shared: 'r1' }, false);
  await state.hear({ commit: 'c2', shared: 'r1' }, false);
  assert.deepEqual(server.names(), []);
});

test('an event of the change itself, heard before its answer, asks for nothing', async () => {
  const { server, state } = await page();
  const made = state.make('edit', {});
  await settled();
  await state.hear({ commit: 'c2', shared: 'r1' }, false);
  await server.answer('edit', answer('c2', [card('a', { title: 'new' })]));
  await made;
  await state.settle();
  assert.deepEqual([server.names(), state.cards.get('a').title], [[], 'new']);
});

test('an event from before a change, heard behind its answer, asks for nothing; told again, the branch is back', async () => {
  const { server, state } = await page();
  const made = state.make('edit', {});
  await server.answer('edit', answer('c2', [card('a', { title: 'new' })]));
  await made;
  await state.hear({ commit: 'c1', shared: 'r1' }, false);
  assert.deepEqual(server.names(), []);
  state.hear({ commit: 'c1', shared: 'r1' }, false);
  await server.answer('news', news('c1', [card('a', { title: 'old' })]));
  assert.equal(state.cards.get('a').title, 'old');
});

test('what others did while a change was made is asked for behind it', async () => {
  const { server, state } = await page();
  const made = state.make('edit', {});
  await settled();
  await state.hear({ commit: 'c3', shared: 'r1' }, false);
  await server.answer('edit', answer('c2', [card('a', { title: 'mine' })]));
  await made;
  state.settle();
  const request = await server.answer('news', news('c3', [card('a', { title: 'theirs' })]));
  assert.deepEqual([request.values.from, state.cards.get('a').title], ['c2', 'theirs']);
});

test('of changes in a row each is decided on the last one, and only the last answer is shown', async () => {
  const { server, state, changes } = await page();
  const first = state.make('move', {});
  const second = state.make('move', {});
  const before = changes();
  await server.answer('move', answer('c2', [card('a', { state: 'doing' })]));
  await first;
  // The answer to the first change must not undo what is shown of the second.
  assert.deepEqual([state.cards.get('a').state, changes()], ['todo', before]);
  const request = await server.take('move');
  assert.deepEqual([request.values.commit, request.values.news.from], ['c2', 'c1']);
  request.answer(answer('c3', [card('a', { state: 'done' })]));
  await second;
  await state.settle();
  assert.deepEqual([state.commit, state.cards.get('a').state, server.names()], ['c3', 'done', []]);
});

test('events of changes in a row ask for nothing, whenever they are heard', async () => {
  const { server, state } = await page();
  const first = state.make('move', {});
  const second = state.make('move', {});
  await server.answer('move', answer('c2', [card('a', { state: 'doing' })]));
  await first;
  await settled();
  await state.hear({ commit: 'c2', shared: 'r1' }, false);
  await server.answer('move', answer('c3', [card('a', { state: 'done' })]));
  await second;
  await state.settle();
  for (const commit of ['c1', 'c2', 'c3', 'c3']) await state.hear({ commit, shared: 'r1' }, false);
  assert.deepEqual(server.names(), []);
  // Events arrive in order, so an event with an earlier commit means that the branch is back there.
  state.hear({ commit: 'c2', shared: 'r1' }, false);
  await server.answer('news', news('c2', [card('a', { state: 'doing' })]));
  assert.equal(state.cards.get('a').state, 'doing');
});

test('an answer from before a change is not shown', async () => {
  const { server, state } = await page();
  state.hear({ commit: 'c2', shared: 'r1' }, false);
  const early = await server.take('news');
  const made = state.make('move', {});
  await server.answer('move', answer('c3', [card('a', { state: 'doing' })]));
  await made;
  early.answer(news('c2', [card('a', { priority: 'high' })]));
  await settled();
  assert.deepEqual([state.commit, state.cards.get('a').state], ['c3', 'doing']);
});

test('behind an answer for another query, what the query finds is asked for again', async () => {
  const { server, state } = await page();
  const made = state.make('edit', {});
  const change = await server.take('edit');
  // The plan is not found yet, because the change is not made.
  state.ask('#new');
  await server.answer('matches', { plans: [] });
  change.answer(answer('c2', [card('a', { labels: ['new'] })]));
  await made;
  state.settle();
  const request = await server.answer('news', news('c2', [card('a', { labels: ['new'] })], { matches: { plans: ['a'] } }));
  assert.deepEqual([request.values.q, state.commit, state.matches, server.names()], ['#new', 'c2', ['a'], []]);
});

test('behind an answer for another plan, the one that is open is asked for', async () => {
  const { server, state } = await page();
  const made = state.make('edit', {});
  const change = await server.take('edit');
  state.open('a');
  change.answer(answer('c2', [card('a', { title: 'new' })]));
  await made;
  state.settle();
  const request = await server.answer('news', news('c2', [card('a', { title: 'new' })], { plan: {} }));
  assert.deepEqual([request.values.plan, state.cards.get('a').title, server.names()], ['a', 'new', []]);
});

test('of news for another query and another plan the cards alone are shown', async () => {
  const { server, state } = await page([card('a'), card('b')], { query: 'b' });
  state.open('a');
  let plans = 0;
  state.addEventListener('plan', () => { plans += 1; });
  state.hear({ commit: 'c2', shared: 'r1' }, false);
  const request = await server.take('news');
  state.ask('#x');
  state.open('b');
  request.answer(news('c2', [card('a', { title: 'new' })], { matches: { plans: [] }, plan: { commit: 'c2' } }));
  await settled();
  assert.deepEqual([state.cards.get('a').title, state.matches, plans], ['new', ['a', 'b'], 0]);
  await server.answer('matches', { plans: ['b'] });
  assert.deepEqual(state.matches, ['b']);
});

test('a change that was made stands, though its news can’t be read', async () => {
  const { server, state } = await page();
  const made = state.make('edit', {});
  await server.answer('edit', { ...answer('c2', []), news: { error: { message: 'no' } } });
  assert.equal((await made).commit, 'c2');
  assert.equal(state.basis, 'c2');
  state.settle();
  await server.answer('news', news('c2', [card('a', { title: 'new' })]));
  assert.equal(state.cards.get('a').title, 'new');
});

test('a change that fails fails alone', async () => {
  const { server, state } = await page();
  const failed = state.make('move', {});
  const next = state.make('edit', {});
  (await server.take('move')).fail(new Problem({ message: 'no' }));
  await assert.rejects(failed, /no/);
  await server.answer('edit', answer('c2', [card('a', { title: 'new' })]));
  await next;
  assert.deepEqual([state.cards.get('a').title, state.isOwn('c2'), state.isOwn('c1')], ['new', true, false]);
});

// What others do

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
  await assert.rejects(heard, /gone/);
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
  assert.deepEqual([state.queryProblem.message, state.matches], ['never closed', ['a']]);
  state.hear({ commit: 'c2', shared: 'r1' }, false);
  await server.answer('news', news('c2', [], { matches: { error: { message: 'still' } } }));
  assert.deepEqual([state.queryProblem.message, state.matches], ['still', ['a']]);
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
  await assert.rejects(failed, /no moment/);
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
