// What a view asks once, and which answers it shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Asked } from '../../Sources/PlanWeb/Page/state/asked.js';

/** Returns a promise that is settled from outside. */
function later() {
  /** @type {any} */
  const found = {};
  found.promise = new Promise((resolve, reject) => Object.assign(found, { resolve, reject }));
  return found;
}

/** Asks, and records what is shown. */
function asking() {
  const asked = new Asked();
  const told = /** @type {any[]} */ ([]);
  return { told, ask: (about, answer) => asked.ask(about, () => answer, each => told.push(each), problem => told.push(problem.message)) };
}

test('a late answer to an older question is not shown', async () => {
  const { told, ask } = asking();
  const [old, now] = [later(), later()];
  const both = [ask('old', old.promise), ask('new', now.promise)];
  now.resolve('new');
  await both[1];
  old.resolve('old');
  await Promise.all(both);
  assert.deepEqual(told, ['new']);
});

test('a late failure of an older question is not told, and the newer one is not asked again', async () => {
  const { told, ask } = asking();
  const old = later();
  const first = ask('old', old.promise);
  await ask('new', Promise.resolve('new'));
  old.reject(new Error('failed'));
  await first;
  await ask('new', Promise.resolve('again'));
  assert.deepEqual(told, ['new']);
});

test('the same is asked once, and again after a failure', async () => {
  const { told, ask } = asking();
  await ask({ q: 'a' }, Promise.resolve(1));
  await ask({ q: 'a' }, Promise.resolve(2));
  await ask({ q: 'b' }, Promise.reject(new Error('failed')));
  await ask({ q: 'b' }, Promise.resolve(3));
  assert.deepEqual(told, [1, 'failed', 3]);
});
