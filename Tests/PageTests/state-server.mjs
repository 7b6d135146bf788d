// A state of the board, and the server that the tests play for it.
import './globals.mjs';
import assert from 'node:assert/strict';
import { BoardState } from '../../Sources/PlanWeb/Page/state/state.js';

export const ME = 'Ada <ada@example.org>';
export const COLUMNS = [['todo', 'todo'], ['doing', 'doing'], ['done', 'done']]
  .map(([id, kind]) => ({ id, title: id, kind, count: 0, known: true }));

export const card = (id, fields = {}) => ({ id, short: id, title: id, state: 'todo', rank: 'm', conflicts: [], labels: [], ...fields });
export const frame = (commit, fields = {}) => ({
  commit, shared: 'r1', columns: COLUMNS, properties: [], conflicts: [], unreadable: [], past: null, title: null, today: '2026-11-25', ...fields,
});
export const news = (commit, plans = [], fields = {}) => frame(commit, {
  plans, gone: [], unshared: null, settingsChanged: false, changes: [], matches: null, plan: null, ...fields,
});
export const answer = (commit, plans, fields) => ({ commit, changed: true, plans: [], notices: [], news: news(commit, plans, fields) });

/** Waits until everything has run that only waits for promises. */
export const settled = () => new Promise(resolve => setImmediate(resolve));

/** Records requests, which the tests answer. */
export class Server {
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
export async function page(cards = [card('a')], shown = {}, fields = {}) {
  const server = new Server();
  const state = new BoardState(/** @type {any} */ (server), /** @type {any} */ ({ me: ME, readOnly: false }), 'main',
    { query: '', at: null, grouping: '', ...shown });
  state.load();
  const first = await server.answer('cards', { ...frame('c1'), plans: cards, ...fields });
  if (shown.query) await server.answer('matches', { plans: cards.map(({ id }) => id) });
  await state.hear({ commit: 'c1', shared: 'r1' }, false);
  assert.deepEqual(server.names(), []);
  let changes = 0;
  state.addEventListener('change', () => { changes += 1; });
  return { server, state, first, changes: () => changes };
}

export const titles = (state, column) => state.lanes().find(lane => lane.column.id === column).cards.map(({ title }) => title);

// Order
