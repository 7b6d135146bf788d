// @ts-check
// The board as this page shows it: cards by their ids, at one commit.

/** @typedef {import('./api.js').BoardAPI} BoardAPI */
/** @typedef {import('./api.js').Problem} Problem */
/**
 * What a query finds: ids in its order, or why it can't be read.
 * @typedef {{plans?: string[], problem?: Problem}} Found
 */

/** Orders cards as pmgit does: by rank, then by id, letter by letter. */
const inOrder = (a, b) => compare(a.rank, b.rank) || compare(a.id, b.id);
const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;

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
  /** @type {?string} The newest commit that the server has told of, also while the past is shown. */
  newest = null;
  /** @type {?string} What the remote had when the server told of it. */
  #shared = null;
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
  #waiting = false;
  /** @type {Promise<any>} */
  #turn = Promise.resolve();
  /** Counts the beginnings and ends of this page's own changes. */
  #epoch = 0;
  /** @type {Promise<any>} */
  #ownTurn = Promise.resolve();
  /** @type {?string} What the last own change made, until it has been read. */
  #ownCommit = null;

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
    /** @type {[CardsDocument, ?Found]} */
    const [document, found] = await Promise.all([this.api.get('cards', { at }), this.#find(at)]);
    this.at = at;
    this.cards = new Map(document.plans.map(card => [card.id, card]));
    this.#frame(document);
    this.#match(found);
    this.#selection = new Set([...this.#selection].filter(id => this.cards.has(id)));
    this.changed();
  }

  /** @param {BoardFrame} document */
  #frame(document) {
    this.columns = document.columns;
    this.commit = document.commit;
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
      if (problem.code === 'offline' || problem.code === 'forbidden') throw problem;
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
   * Takes in what the server tells of the board.
   * @param {BoardEvent} event
   * @param {boolean} isBack whether nothing was known of it before: then all is read anew
   */
  async hear({ commit, shared }, isBack) {
    const isNew = commit !== this.newest || shared !== this.#shared;
    this.newest = commit;
    if (isBack) await this.load();
    else if (this.at != null) { if (isNew) this.changed(); }
    else if (commit !== this.commit || isNew) await this.catchUp();
    // What could not be read is read again at the next word of the server.
    this.#shared = shared;
  }

  /** The commit on which a change is decided at this moment: what the page shows, and what it made itself. */
  get basis() { return this.#ownCommit ?? this.commit; }

  /** Brings the page to the newest commit: only what is new is read. */
  catchUp() {
    if (this.#held) { this.#waiting = true; return Promise.resolve(); }
    return this.#inTurn(async () => {
      if (this.at != null || !this.commit) return;
      const epoch = this.#epoch;
      /** @type {NewsDocument} */
      let news;
      /** @type {?Found} */
      let found;
      try {
        [news, found] = await Promise.all([this.api.get('news', { from: this.commit }), this.#find()]);
      } catch (problem) {
        // The branch was moved back, or the page is very old.
        if (problem.code === 'offline' || problem.code === 'forbidden') throw problem;
        return this.#load();
      }
      // An answer from before a change of this page would take back what is shown of it.
      if (this.#held || epoch !== this.#epoch) { this.#waiting = true; return; }
      this.#match(found);
      this.#take(news);
      this.changed();
    });
  }

  /** @param {NewsDocument} news */
  #take(news) {
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
    this.#frame(news);
    if (news.changes.length || news.gone.length || news.settingsChanged) {
      this.dispatchEvent(new CustomEvent('news', { detail: news }));
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
   * @param {(commit: string) => Promise<ChangeDocument>} work makes the change, on the commit that it is decided on
   */
  async during(work) {
    const decided = this.commit;
    this.hold();
    this.#epoch += 1;
    const turn = this.#ownTurn.then(() => work(this.#ownCommit ?? decided));
    this.#ownTurn = turn.catch(() => {});
    try {
      const answer = await turn;
      this.#ownCommit = answer.commit ?? null;
      return answer;
    } finally {
      this.#epoch += 1;
      this.#held -= 1;
    }
  }

  release() {
    this.#held -= 1;
    if (!this.#held && this.#waiting) { this.#waiting = false; return this.catchUp(); }
    return Promise.resolve();
  }

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
    await this.#inTurn(async () => this.#match(await this.#find()));
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
