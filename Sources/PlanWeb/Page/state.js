// @ts-check
// The board as this page shows it: cards by their ids, at one commit.
import { Problem } from './problem.js';

/** @typedef {import('./api.js').BoardAPI} BoardAPI */
/**
 * What a query finds: ids in its order, or why it can't be read.
 * @typedef {{plans?: string[], problem?: Problem}} Found
 */
/**
 * Where the board stands: its commit, and that of the remote, by which cards say what only this machine has.
 * @typedef {{commit: string, shared: ?string}} Heads
 */
/**
 * A request for news: `asked` is what the page showed when it was sent, as the server takes it; `told` is what
 * the server had last told of by then.
 * @typedef {{asked: {from: string, q: string, plan: ?string}, told: ?Heads}} NewsRequest
 */

/** Orders cards as pmgit does: by rank, then by id, letter by letter. */
const inOrder = (a, b) => compare(a.rank, b.rank) || compare(a.id, b.id);
const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;

/** Whether the server could not be asked, so that nothing is known of the answer. @param {Problem} problem */
const isBroken = ({ code }) => code === 'offline' || code === 'forbidden';

/** @param {?MatchesDocument} matches @returns {?Found} */
const foundIn = matches => matches?.error ? { problem: new Problem(matches.error) } : matches;

/** The priorities, the most urgent first. */
export const PRIORITIES = ['urgent', 'high', 'medium', 'low'];

/** How long it is told who has just changed a card, in milliseconds. */
export const ARRIVAL = 60_000;

/**
 * Who changed a plan just now; `from` is the column that it was in, undefined if it is new.
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
  /** @type {Property[]} The properties of plans, as the table of the program has them. */
  properties = [];
  /** @type {?string} */
  commit = null;
  /** @type {?string} The commit or moment of the past that is shown; null for the present. */
  at = null;
  /** @type {?string} Where somebody wants to go, which has perhaps not been read yet. */
  wished = null;
  /** @type {?Past} The commit that is shown of the past. */
  past = null;
  /** @type {?string} The title of the board. */
  title = null;
  /** The day that it is for the server. */
  today = '';
  /** @type {ConflictField[]} The settings of the board that wait for a decision. */
  conflicts = [];
  /** @type {object[]} The files of plans that can't be read. */
  unreadable = [];
  query = '';
  /** @type {?Problem} Why the query can't be read. */
  queryProblem = null;
  /** @type {?string[]} The ids that match the query, in its order; null without a query. */
  matches = null;
  /** @type {Map<string, Arrival>} Who changed what just now, by the ids of plans. */
  arrivals = new Map();
  /** @type {?string} The commit of the remote by which the cards say what only this machine has. */
  #shared = null;
  /** @type {?Heads} What the server has last told of. */
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
  /** @type {?Set<string>} */
  #differing = null;
  #held = 0;
  /** Whether there is something to read once nothing holds the page. */
  #waiting = false;
  /** @type {Promise<any>} */
  #turn = Promise.resolve();
  /** Counts the beginnings and ends of this page's own changes. */
  #epoch = 0;
  /** @type {Promise<any>} */
  #ownTurn = Promise.resolve();
  /** @type {?string} What the last own change made, until it has been read. */
  #ownCommit = null;
  /** @type {?string} What the last own change made. */
  #lastOwnCommit = null;
  /** @type {Set<string>} Commits before the last own change, of which an event may still tell. */
  #outdated = new Set();

  /**
   * @param {BoardAPI} api
   * @param {ServerDocument} server
   * @param {string} name the board's
   * @param {{query: string, at: ?string, grouping: string}} shown what the address asks for
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

  /** Reads all cards anew. */
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
    this.title = document.title;
    this.today = document.today;
    this.conflicts = document.conflicts;
    this.unreadable = document.unreadable;
    this.#ownCommit = null;
  }

  /**
   * Asks what the query finds; null without a query.
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
    if (!found?.problem) this.matches = found?.plans ?? null;
  }

  /**
   * Takes in an event about the board.
   * @param {BoardEvent} event
   * @param {boolean} isBack whether nothing was known of it before: then all is read anew
   */
  async hear({ commit, shared }, isBack) {
    // This may have been sent before the last own change. If the branch is back there, the next event says so.
    if (commit === this.commit) this.#outdated.clear();
    if (this.#outdated.delete(commit) && !isBack) return;
    const isNew = commit !== this.#told?.commit || shared !== this.#told.shared;
    if (isNew) this.#told = { commit, shared };
    if (isBack) await this.load();
    else if (this.at != null) { if (isNew) this.changed(); }
    else if (!this.#isCurrent) await this.catchUp();
  }

  /** Whether the present that is shown is all that the server has told of. */
  get #isCurrent() { return this.commit === this.#told?.commit && this.#shared === this.#told.shared; }

  /** The newest commit of the board that is known, also while the past is shown; null at first. */
  get newest() { return this.#told?.commit ?? null; }

  /**
   * Notes where the board stands by an answer, unless an event has told of something else since it was asked.
   * @param {Heads} answer @param {?Heads} told what it had last told of when it was asked
   */
  #noteHeads({ commit, shared }, told) {
    if (this.#told === told) this.#told = { commit, shared };
  }

  /** The commit on which a change is decided at this moment: what the page shows, and what it made itself. */
  get basis() { return this.#ownCommit ?? this.commit; }

  /** Brings the page to the newest commit: only what is new is read, by one request. */
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
      // The branch was moved back, or the page is very old.
      if (isBroken(problem)) throw problem;
      return this.#load();
    }
    // An answer from before a change of this page would take back what is shown of it.
    if (this.#held) this.#waiting = true;
    else if (epoch === this.#epoch) this.#take(news, request);
    else if (!this.#isCurrent) return this.#catchUp();
  }

  /** @returns {NewsRequest} */
  #newsRequest() {
    return { asked: { from: this.commit, q: this.query, plan: this.#opened }, told: this.#told };
  }

  /**
   * Shows what is new. Views get the event `plan` with the document of the open plan, `news` if somebody has
   * changed something, and `change`.
   * @param {NewsDocument} news @param {NewsRequest} request
   */
  #take(news, { asked, told }) {
    this.#takeCards(news);
    this.#frame(news);
    this.#noteHeads(news, told);
    // If the query or the plan changed meanwhile, another request is under way.
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

  /** One reading after the other, so that an older answer never comes over a newer one. */
  #inTurn(work) {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Keeps the page as it is while something is dragged. */
  hold() { this.#held += 1; }

  /**
   * Makes a change of this page's own, and keeps the page as it is meanwhile. They are made one after the other, and
   * each is decided on what the one before has made: a card that is moved on before its first move was answered
   * has not been moved by two people.
   *
   * The answer brings what is new. It is shown unless something else holds the page, or the page shows another
   * query or plan by now; then `settle` reads it.
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

  /** @param {NewsDocument & {error?: object}} news of an own change @param {NewsRequest} request */
  #takeAnswer(news, request) {
    const now = this.#newsRequest().asked;
    const fits = !news.error && !this.#held && this.at == null && JSON.stringify(now) === JSON.stringify(request.asked);
    // An event about an earlier change of this page has nothing newer.
    const told = this.#outdated.has(this.#told?.commit) ? this.#told : request.told;
    if (fits) this.#take(news, { ...request, told });
    this.#waiting = !fits || !this.#isCurrent;
  }

  /** Whether a commit is what the last change of this page has made. */
  isOwn(commit) { return commit === this.#lastOwnCommit; }

  release() {
    this.#held -= 1;
    return this.settle();
  }

  /** Reads what waits to be read, unless something holds the page. */
  settle() { return this.#waiting && !this.#held ? this.catchUp() : Promise.resolve(); }

  /** Notifies the views that something to show has changed. */
  changed() { this.dispatchEvent(new Event('change')); }

  // What this page alone knows. Only these methods change it, and each notifies the views.

  /**
   * The ids of the plans that are selected.
   * @returns {ReadonlySet<string>}
   */
  get selection() { return this.#selection; }

  /** @param {Iterable<string>} ids the plans to select in place of those that are selected */
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
   * Folds a row, or unfolds it.
   * @param {string} key the value of the row
   */
  fold(key) {
    if (!this.#folded.delete(key)) this.#folded.add(key);
    this.changed();
  }

  /** The id of the plan with the focus; null for none. */
  get focused() { return this.#focused; }

  /**
   * Notes which plan has the focus. The browser shows it, so views get the event `focus` and nothing is drawn.
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
   * The ids of the plans that differ between the two moments that are compared; null if none are compared.
   * @returns {?ReadonlySet<string>}
   */
  get differing() { return this.#differing; }

  /** @param {?Iterable<string>} ids the plans that differ; null if nothing is compared */
  differ(ids) {
    if (ids == null && this.#differing == null) return;
    this.#differing = ids && new Set(ids);
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
      // What is found before a change of this page may not be what is found behind it.
      do {
        epoch = this.#epoch;
        found = await this.#find();
      } while (epoch !== this.#epoch);
      this.#match(found);
    });
    this.changed();
  }

  /**
   * Goes to a commit or a moment of the past, or for null to the present; of several wishes the last one counts.
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
   * The cards that match, by their columns, each in its order; what is done with the last one first.
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

  /** The cards that match, in the order of the query or of the board. */
  list() {
    if (this.matches) return this.matches.map(id => this.cards.get(id)).filter(Boolean);
    return this.lanes().flatMap(lane => lane.cards);
  }

  /** The columns that the board has; not those that only a plan names. */
  knownColumns() { return this.columns.filter(column => column.known); }

  /** @param {?string} id */
  column(id) { return this.columns.find(column => column.id === id); }

  /** The plans that are selected and shown, in their order. */
  selected() { return this.list().map(card => card.id).filter(id => this.#selection.has(id)); }

  /**
   * Shows cards in another place at once; what the server says of it comes behind.
   * @param {string[]} ids @param {string} columnID
   * @param {{prev?: string, next?: string}} between the neighbours there, in the order of ranks
   * @returns {() => void} puts them back, where nothing else was read of them meanwhile
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
      // Behind the neighbour and before all that follows it: '!' sorts before every digit of a rank.
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
