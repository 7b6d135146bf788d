// @ts-check
// The state of the page: the board's cards by their ids, at one commit.
import { Problem } from './problem.js';

/** @typedef {import('./api.js').BoardAPI} BoardAPI */
/**
 * What a query finds: ids in its order, or why it can't be read.
 * @typedef {{plans?: string[], deleted?: number, problem?: Problem}} Found
 */
/**
 * The heads of the board: the local commit, and the remote's, which shows which changes are not shared yet.
 * @typedef {{commit: string, shared: ?string}} Heads
 */
/**
 * A request for the board's changes. `asked` describes what the page showed when the request was sent; `told` are
 * the heads of the server's last event before.
 * @typedef {{asked: {from: string, q: string, plan: ?string}, told: ?Heads}} NewsRequest
 */

/** Compares cards as pmgit does: by the bytes of the rank, then of the id. */
const inOrder = (a, b) => compare(a.rank, b.rank) || compare(a.id, b.id);
const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;

/** Whether the server did not answer the request itself. @param {Problem} problem */
const isBroken = ({ code }) => code === 'offline' || code === 'forbidden';

/** @param {?MatchesDocument} matches @returns {?Found} */
const foundIn = matches => matches?.error ? { problem: new Problem(matches.error) } : matches;

/** The priorities, the most urgent first. */
export const PRIORITIES = ['urgent', 'high', 'medium', 'low'];

/** How long a card shows who has changed it, in milliseconds. */
export const ARRIVAL = 60_000;

/**
 * A recent change of a plan by somebody else. `from` is its former column; undefined if the plan is new.
 * @typedef {Change & {from: string | undefined, since: number, isFresh: boolean}} Arrival
 */

/**
 * A column with its cards.
 * @typedef {{column: Column, isReversed: boolean, cards: Card[]}} Lane
 */

export class BoardState extends EventTarget {
  /** @type {Map<string, Card>} */
  cards = new Map();
  /** @type {Column[]} */
  columns = [];
  /** @type {Property[]} The properties of plans, from the server. */
  properties = [];
  /** @type {CustomField[]} The fields that the board defines. */
  fields = [];
  /** @type {?string} */
  commit = null;
  /** @type {?string} The shown commit or moment of the past; null for the present. */
  at = null;
  /** @type {?string} The requested value of `at`, which may not be loaded yet. */
  wished = null;
  /** @type {?Past} The shown commit of the past. */
  past = null;
  /** @type {?string} The title of the board. */
  title = null;
  /** The current day of the server. */
  today = '';
  /** @type {ConflictField[]} The conflicts in the board's settings. */
  conflicts = [];
  /** @type {object[]} The files of plans that can't be read. */
  unreadable = [];
  query = '';
  /** @type {?Problem} The problem of an invalid query. */
  queryProblem = null;
  /** @type {?string[]} The ids that match the query, in its order; null without a query. */
  matches = null;
  /** The number of deleted plans that match the query; they have no cards. */
  deletedMatches = 0;
  /** @type {Map<string, Arrival>} Who changed what just now, by the ids of plans. */
  arrivals = new Map();
  /** @type {?string} The remote's commit with which the cards were compared. */
  #shared = null;
  /** @type {?Heads} The heads of the server's last event. */
  #told = null;
  /** @type {Set<string>} */
  #selection = new Set();
  #grouping = '';
  /** @type {Set<string>} */
  #folded = new Set();
  /** @type {?string} */
  #focused = null;
  /** @type {?string} */
  #opened = null;
  /** @type {?Map<string, string>} */
  #differing = null;
  #held = 0;
  /** Whether changes must be requested when the page is no longer held. */
  #waiting = false;
  /** @type {Promise<any>} */
  #turn = Promise.resolve();
  /** A counter that increases when a change of this page begins or ends. */
  #epoch = 0;
  /** @type {Promise<any>} */
  #ownTurn = Promise.resolve();
  /** @type {?string} The commit of this page's last change, until the page shows it. */
  #ownCommit = null;
  /** @type {?string} The commit of this page's last change. */
  #lastOwnCommit = null;
  /** @type {Set<string>} Commits before this page's last change, about which an event may still arrive. */
  #outdated = new Set();

  /**
   * @param {BoardAPI} api
   * @param {ServerDocument} server
   * @param {string} name the name of the board
   * @param {{query: string, at: ?string, grouping: string}} shown what the URL describes
   */
  constructor(api, server, name, { query, at, grouping }) {
    super();
    this.api = api;
    this.server = server;
    this.name = name;
    this.query = query;
    this.at = at;
    this.wished = at;
    this.#grouping = grouping;
  }

  get isReadOnly() { return this.server.readOnly || this.at != null; }

  // Reading

  /** Loads all cards again. */
  load() { return this.#inTurn(() => this.#load()); }

  async #load(at = this.at) {
    const told = this.#told;
    /** @type {[CardsDocument, ?Found]} */
    const [document, found] = await Promise.all([this.api.get('cards', { at }), this.#find(at)]);
    this.at = at;
    this.cards = new Map(document.plans.map(card => [card.id, card]));
    this.#frame(document);
    if (at == null) this.#noteHeads(document, told);
    this.#waiting = false;
    this.#match(found);
    this.#selection = new Set([...this.#selection].filter(id => this.cards.has(id)));
    this.changed();
  }

  /** @param {BoardFrame} document */
  #frame(document) {
    this.columns = document.columns;
    this.commit = document.commit;
    this.#shared = document.shared;
    this.past = document.past;
    this.properties = document.properties;
    this.fields = document.fields;
    this.title = document.title;
    this.today = document.today;
    this.conflicts = document.conflicts;
    this.unreadable = document.unreadable;
    this.#ownCommit = null;
  }

  /**
   * Requests the result of the query; null without a query.
   * @returns {Promise<?Found>}
   */
  async #find(at = this.at) {
    if (!this.query.trim()) return null;
    try { return await this.api.get('matches', { q: this.query, at }); } catch (problem) {
      if (isBroken(problem)) throw problem;
      return { problem };
    }
  }

  /** @param {?Found} found */
  #match(found) {
    this.queryProblem = found?.problem ?? null;
    // What matched before a query that can't be read stays, beside the message.
    if (found?.problem) return;
    this.matches = found?.plans ?? null;
    this.deletedMatches = found?.deleted ?? 0;
  }

  /**
   * Handles an event about the board.
   * @param {BoardEvent} event
   * @param {boolean} isBack whether the connection was lost before
   */
  async hear({ commit, shared }, isBack) {
    // The event may be older than this page's last change. If the branch was reset, the next event shows it.
    if (commit === this.commit) this.#outdated.clear();
    if (this.#outdated.delete(commit) && !isBack) return;
    const isNew = commit !== this.#told?.commit || shared !== this.#told.shared;
    if (isNew) this.#told = { commit, shared };
    if (isBack) await this.load();
    else if (this.at != null) { if (isNew) this.changed(); }
    else if (!this.#isCurrent) await this.catchUp();
  }

  /** Whether the page shows the heads of the server's last event. */
  get #isCurrent() { return this.commit === this.#told?.commit && this.#shared === this.#told.shared; }

  /** The newest known commit of the board, even while the past is shown; null at first. */
  get newest() { return this.#told?.commit ?? null; }

  /**
   * Stores the heads from an answer, unless an event has arrived since the request.
   * @param {Heads} answer @param {?Heads} told the heads of the last event before the request
   */
  #noteHeads({ commit, shared }, told) {
    if (this.#told === told) this.#told = { commit, shared };
  }

  /** The commit to base a change on: that of this page's last change, else the shown one. */
  get basis() { return this.#ownCommit ?? this.commit; }

  /** Updates the page to the newest commit, with one request for the changes. */
  catchUp() {
    this.#waiting = this.#held > 0;
    return this.#waiting ? Promise.resolve() : this.#inTurn(() => this.#catchUp());
  }

  async #catchUp() {
    if (this.at != null || !this.commit) return;
    const epoch = this.#epoch;
    const request = this.#newsRequest();
    /** @type {NewsDocument} */
    let news;
    try { news = await this.api.get('news', request.asked); } catch (problem) {
      // The shown commit is not in the history any more, or is very old.
      if (isBroken(problem)) throw problem;
      return this.#load();
    }
    // An answer from before this page's own change would hide that change.
    if (this.#held) this.#waiting = true;
    else if (epoch === this.#epoch) this.#take(news, request);
    else if (!this.#isCurrent) return this.#catchUp();
  }

  /** @returns {NewsRequest} */
  #newsRequest() {
    return { asked: { from: this.commit, q: this.query, plan: this.#opened }, told: this.#told };
  }

  /**
   * Shows the changes. Views get the event `plan` with the document of the open plan, `news` if the board has
   * changed, and `change`.
   * @param {NewsDocument} news @param {NewsRequest} request
   */
  #take(news, { asked, told }) {
    this.#takeCards(news);
    this.#frame(news);
    this.#noteHeads(news, told);
    // If the query or the open plan has changed since, another request is already running.
    if (asked.q === this.query) this.#match(foundIn(news.matches));
    if (news.plan && asked.plan === this.#opened) this.dispatchEvent(new CustomEvent('plan', { detail: news.plan }));
    if (news.changes.length || news.gone.length || news.settingsChanged) {
      this.dispatchEvent(new CustomEvent('news', { detail: news }));
    }
    this.changed();
  }

  /** @param {NewsDocument} news */
  #takeCards(news) {
    const mine = this.server.me;
    for (const [id, { since }] of this.arrivals) if (Date.now() - since > ARRIVAL) this.arrivals.delete(id);
    for (const change of news.changes) {
      if (change.by === mine) continue;
      const before = this.cards.get(change.plan);
      this.arrivals.set(change.plan, { ...change, from: before?.state, since: Date.now(), isFresh: true });
    }
    for (const card of news.plans) this.cards.set(card.id, card);
    for (const id of news.gone) { this.cards.delete(id); this.#selection.delete(id); }
    if (news.unshared) {
      const unshared = new Set(news.unshared);
      for (const card of this.cards.values()) card.unshared = unshared.has(card.id);
    }
  }

  /** Runs requests one after another, so that an older answer can't replace a newer one. */
  #inTurn(work) {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Stops updates of the page, for example during a drag. */
  hold() { this.#held += 1; }

  /**
   * Makes a change, without other updates of the page meanwhile. Changes are made one after another, each based on the
   * commit of the previous one. So moving a card twice in a row does not cause a conflict.
   *
   * The answer contains the board's changes. They are shown unless updates are stopped, or the page shows another
   * query or plan now. In these cases `settle` requests them.
   * @param {string} deed the command
   * @param {object} body its values
   * @returns {Promise<ChangeDocument>}
   */
  async make(deed, body) {
    const decided = this.commit;
    /** @type {NewsRequest} */
    let request;
    this.hold();
    this.#epoch += 1;
    let basis;
    const turn = this.#ownTurn.then(() => {
      request = this.#newsRequest();
      basis = this.#ownCommit ?? decided;
      return this.api.post(deed, { commit: basis, ...body, news: request.asked });
    });
    this.#ownTurn = turn.catch(() => {});
    /** @type {ChangeDocument} */
    let answer;
    try { answer = await turn; } finally {
      this.#epoch += 1;
      this.#held -= 1;
    }
    this.#ownCommit = this.#lastOwnCommit = answer.commit;
    for (const commit of [request.asked.from, basis]) this.#outdated.add(commit);
    this.#outdated.delete(answer.commit);
    this.#takeAnswer(answer.news, request);
    return answer;
  }

  /** @param {NewsDocument & {error?: object}} news the changes in the answer @param {NewsRequest} request */
  #takeAnswer(news, request) {
    const now = this.#newsRequest().asked;
    const fits = !news.error && !this.#held && this.at == null && JSON.stringify(now) === JSON.stringify(request.asked);
    // An event about an earlier change of this page brings nothing newer.
    const told = this.#outdated.has(this.#told?.commit) ? this.#told : request.told;
    if (fits) this.#take(news, { ...request, told });
    this.#waiting = !fits || !this.#isCurrent;
  }

  /** Whether a commit is that of this page's last change. */
  isOwn(commit) { return commit === this.#lastOwnCommit; }

  release() {
    this.#held -= 1;
    return this.settle();
  }

  /** Requests changes that were not shown yet, unless updates are stopped. */
  settle() { return this.#waiting && !this.#held ? this.catchUp() : Promise.resolve(); }

  /** Notifies the views that they must draw again. */
  changed() { this.dispatchEvent(new Event('change')); }

  // The state of this page alone. Only these methods change it, and each notifies the views.

  /**
   * The ids of the selected plans.
   * @returns {ReadonlySet<string>}
   */
  get selection() { return this.#selection; }

  /** @param {Iterable<string>} ids the plans to select instead of the present selection */
  select(ids) {
    this.#selection = new Set(ids);
    this.changed();
  }

  /** The field by which the board is divided into rows; empty for none. */
  get grouping() { return this.#grouping; }

  groupBy(field) {
    if (field === this.#grouping) return;
    this.#grouping = field;
    this.changed();
  }

  /**
   * Whether a row is folded, so that it shows no cards.
   * @param {string} key the value of the row
   */
  isFolded(key) { return this.#folded.has(key); }

  /**
   * Folds or unfolds a row.
   * @param {string} key the value of the row
   */
  fold(key) {
    if (!this.#folded.delete(key)) this.#folded.add(key);
    this.changed();
  }

  /** The id of the plan with the focus; null for none. */
  get focused() { return this.#focused; }

  /**
   * Stores which plan has the focus. Views get only the event `focus`, as nothing must be drawn.
   * @param {string} id
   */
  focus(id) {
    if (id === this.#focused) return;
    this.#focused = id;
    this.dispatchEvent(new Event('focus'));
  }

  /** The id of the plan that is open beside the board; null for none. */
  get opened() { return this.#opened; }

  /** @param {?string} id the plan to open; null to close the one that is open */
  open(id) {
    this.#opened = id;
    this.changed();
  }

  /**
   * What differs between the two moments that are compared, in words by the ids of plans; null if none are compared.
   * @returns {?ReadonlyMap<string, string>}
   */
  get differing() { return this.#differing; }

  /** @param {?Iterable<[string, string]>} plans the plans that differ, with what differs; null if nothing is compared */
  differ(plans) {
    if (plans == null && this.#differing == null) return;
    this.#differing = plans && new Map(plans);
    this.changed();
  }

  /** Returns the ids of the plans that others have changed since the last call. */
  takeArrivals() {
    const fresh = [...this.arrivals].filter(([, arrival]) => arrival.isFresh);
    for (const [, arrival] of fresh) arrival.isFresh = false;
    return fresh.map(([id]) => id);
  }

  // Showing

  /** @param {string} query */
  async ask(query) {
    this.query = query;
    await this.#inTurn(async () => {
      let epoch;
      let found;
      // The matches may change while a change of this page is made, so the request is repeated.
      do {
        epoch = this.#epoch;
        found = await this.#find();
      } while (epoch !== this.#epoch);
      this.#match(found);
    });
    this.changed();
  }

  /**
   * Shows a commit or a moment of the past, or for null the present. Of several calls, the last one counts.
   * @param {?string} at
   */
  async goTo(at) {
    this.wished = at;
    this.#differing = null;
    try {
      await this.#inTurn(() => this.wished === at && this.#load(at));
    } catch (problem) {
      if (this.wished === at) this.wished = this.at;
      throw problem;
    }
  }

  /**
   * Returns the matching cards by column, in order. In done columns the order is reversed.
   * @returns {Lane[]}
   */
  lanes() {
    const shown = this.matches && new Set(this.matches);
    const lanes = this.columns.map(column => ({ column, isReversed: column.kind === 'done', cards: /** @type {Card[]} */ ([]) }));
    const byID = new Map(lanes.map(lane => [lane.column.id, lane]));
    for (const card of this.cards.values()) {
      if (!shown || shown.has(card.id)) byID.get(card.state)?.cards.push(card);
    }
    for (const lane of lanes) {
      lane.cards.sort(inOrder);
      if (lane.isReversed) lane.cards.reverse();
    }
    return lanes;
  }

  /** Returns the matching cards, in the order of the query or of the board. */
  list() {
    if (this.matches) return this.matches.map(id => this.cards.get(id)).filter(Boolean);
    return this.lanes().flatMap(lane => lane.cards);
  }

  /** Returns the columns of the board, without unknown columns that plans name. */
  knownColumns() { return this.columns.filter(column => column.known); }

  /** @param {?string} id */
  column(id) { return this.columns.find(column => column.id === id); }

  /** Returns the selected plans that are shown, in order. */
  selected() { return this.list().map(card => card.id).filter(id => this.#selection.has(id)); }

  /**
   * Shows cards in another place, before the server has answered.
   * @param {string[]} ids @param {string} columnID
   * @param {{prev?: string, next?: string}} between the neighbours there, in the order of ranks
   * @returns {() => void} moves them back, unless the server has sent newer data about them
   */
  place(ids, columnID, { prev, next }) {
    const moving = new Set(ids);
    const there = [...this.cards.values()]
      .filter(card => card.state === columnID && !moving.has(card.id)).sort(inOrder);
    const index = next ? there.findIndex(card => card.id === next)
      : prev ? there.findIndex(card => card.id === prev) + 1 : there.length;
    const before = there[index - 1]?.rank ?? '';
    const done = this.column(columnID)?.kind === 'done';
    const moved = [];
    ids.forEach((id, offset) => {
      // This sorts directly after the neighbour's rank, because '!' sorts before every digit of a rank.
      const rank = `${before}!${String(offset).padStart(4, '0')}`;
      const card = this.cards.get(id);
      if (!card) return;
      const shown = { ...card, state: columnID, rank, done };
      this.cards.set(id, shown);
      moved.push([card, shown]);
    });
    this.changed();
    return () => {
      for (const [card, shown] of moved) if (this.cards.get(card.id) === shown) this.cards.set(card.id, card);
    };
  }
}
