// The requests of the page, and how long it waits for their answers.
import './globals.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code, keyOf } from '../../Sources/PlanWeb/Page/state/key.js';

const SECRET = 'secret';
const key = await keyOf(SECRET);
/** The timeouts of requests in milliseconds, by the last part of their addresses. */
const timeouts = {};

Object.assign(globalThis, {
  location: { hostname: '127.0.0.1', hash: '#' + '0'.repeat(64), pathname: '/', search: '' },
  history: { replaceState() {} },
  BroadcastChannel: class { postMessage() {} },
  dispatchEvent() {},
});
// A signal with a timer would keep the test running.
const signal = milliseconds => /** @type {any} */ ({ milliseconds });
Object.defineProperty(AbortSignal, 'timeout', { value: signal });
globalThis.fetch = /** @type {any} */ (async (path, options) => {
  const [address, question] = String(path).split('?question=');
  const name = address.split('/').at(-1);
  timeouts[name] = options.signal.milliseconds;
  const document = {
    session: { key: SECRET },
    proof: { run: 'r', answer: await code(key, `answer r ${question}`) },
    server: { current: 'main', timeout: 345 },
  }[name] ?? {};
  return { ok: true, json: async () => document };
});
const { BoardAPI, enter } = await import('../../Sources/PlanWeb/Page/state/api.js');

test('a change may take as long as the server says, and an exchange with a remote at least ten minutes', async () => {
  assert.equal((await enter(() => {}))?.timeout, 345);
  const api = new BoardAPI('main');
  for (const command of ['move', 'edit', 'take']) await api.post(command);
  await api.post('attach', { content: 'x'.repeat(8000) });
  await api.get('cards');
  const { move, edit, take, attach, cards } = timeouts;
  assert.deepEqual({ move, edit, take, attach, cards },
    { move: 345_000, edit: 345_000, take: 600_000, attach: 601_000, cards: 60_000 });
});
