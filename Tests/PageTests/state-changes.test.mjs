// The changes that the page makes: their requests, and which answers and events it shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, card, news, page, settled } from './state-server.mjs';
import { Problem } from '../../Sources/PlanWeb/Page/state/problem.js';

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
  await assert.rejects(failed, /No/);
  await server.answer('edit', answer('c2', [card('a', { title: 'new' })]));
  await next;
  assert.deepEqual([state.cards.get('a').title, state.isOwn('c2'), state.isOwn('c1')], ['new', true, false]);
});

// What others do
