// Changes by several cards at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, page, titles } from './state-server.mjs';
import { move, regroup } from '../../Sources/PlanWeb/Page/commands/acts.js';

const cards = () => [
  card('a', { rank: 'm1' }), card('b', { rank: 'm2' }), card('c', { rank: 'm3' }),
  ...['doing', 'done'].flatMap(state => [card(`${state}1`, { state, rank: 'k1' }), card(`${state}2`, { state, rank: 'k2' })]),
];

test('several cards keep their order in every column, also where the newest is on top', async () => {
  for (const [column, between, place, plans, shown] of [
    ['doing', { above: 'doing1', below: 'doing2' }, { before: 'doing2' }, ['a', 'b'], ['doing1', 'a', 'b', 'doing2']],
    ['doing', null, {}, ['a', 'b'], ['doing1', 'doing2', 'a', 'b']],
    ['done', { above: 'done2', below: 'done1' }, { before: 'done2' }, ['b', 'a'], ['done2', 'a', 'b', 'done1']],
    ['done', { below: 'done2' }, { after: 'done2' }, ['b', 'a'], ['a', 'b', 'done2', 'done1']],
    ['done', { above: 'done1' }, { before: 'done1' }, ['b', 'a'], ['done2', 'done1', 'a', 'b']],
    ['done', null, {}, ['b', 'a'], ['a', 'b', 'done2', 'done1']],
  ]) {
    const { server, state } = await page(cards());
    move(state, ['a', 'b'], column, between);
    assert.deepEqual(titles(state, column), shown);
    const { commit, news, ...values } = (await server.take('move')).values;
    assert.deepEqual(values, { plans, column, ...place });
  }
});

test('several cards keep their order in another row', async () => {
  for (const [column, plans] of [['doing', ['a', 'b']], ['done', ['b', 'a']]]) {
    const { server, state } = await page(cards());
    regroup(state, ['a', 'b'], { owner: 'ada' }, { row: 'ada', column });
    assert.deepEqual((await server.take('edit')).values.plans, plans);
  }
});
