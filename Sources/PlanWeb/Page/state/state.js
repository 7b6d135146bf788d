// @ts-check
// The state of the page: the shown board and moment, the requests to the server, and the changes
// that the page makes.
import { BoardContent, cardsValues } from './board-content.js';
import { OwnChanges } from './own-changes.js';
import { Problem } from './problem.js';

/** @typedef {import('./api.js').BoardAPI} BoardAPI */
/**
 * The result of a query: ids in order, or the problem of an invalid query.
 * @typedef {{plans?: string[], deleted?: number, problem?: Problem}} Found
 */
/**
 * The heads of the board: the local commit, and the remote's commit, which determines the changes
 * that are not shared yet.
 * @typedef {{commit: string, shared: ?string}} Heads
 */
/**
 * A request for the board's changes. `asked` describes what the page showed when the request was
 * sent; `told` are the heads of the last event before the request.
 * @typedef {{asked: {from: string, q: string, plan: ?string}, told: ?Heads}} NewsRequest
 */

/**
 * Whether a request did not reach the board: no server answered, or this page has no access.
 * @param {Problem} problem
 */
const isBroken = ({ code }) => code === 'offline' || code === 'forbidden';

/** @param {?MatchesDocument} matches @returns {?Found} */
const foundIn = matches => matches?.error ? { problem: new Problem(matches.error) } : matches;

export class BoardState extends BoardContent {
  /** @type {?string} The shown commit or moment of the past; null for the present. */
  at = null;
  /** @type {?string} The requested value of `at`, which may not be loaded yet. */
  wished = null;
  query = '';
  /** @type {?Problem} The problem of an invalid query. */
  queryProblem = null;
  /** @type {?Set<string>} The plans with drafts; null before they were looked for. */
  drafted = null;
  /** @type {?Heads} The heads of the server's last event. */
  #told = null;
  #held = 0;
  /** @type {(() => void)[]} The functions that are called when updates are not stopped any more. */
  #waiters = [];
  /** Whether the page needs all finished plans. */
  #needsAll = false;
  /** @type {?Promise<any>} The request for the finished plans that the page has not loaded. */
  #rest = null;
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
  /** The changes of this page, by their plans. */
  own = new OwnChanges();
  /**
   * @type {Set<string>} Commits before this page's last change, about which an event may still
   * arrive.
   */
  #outdated = new Set();

  /**
   * @param {BoardAPI} api
   * @param {ServerDocument} server
   * @param {string} name the name of the board
   * @param {{query: string, at: ?string, grouping: string}} shown what the URL describes
   */
  constructor(api, server, name, { query, at, grouping }) {
    super(grouping);
    this.api = api;
    this.server = server;
    this.name = name;
    this.query = query;
    this.at = at;
    this.wished = at;
  }

  get isReadOnly() { return this.server.readOnly || this.at != null; }

  // Reading

  /**
   * Loads all cards again.
   * @param {Promise<CardsDocument>} [cards] those that were already requested
   */
  load(cards) { return this.#inTurn(() => this.#load(this.at, cards)); }

  /**
   * Requests cards. A page that has all plans asks for all of them again.
   * @param {?string} at @returns {Promise<CardsDocument>}
   */
  #cards(at) {
    const hasAll = this.commit != null && this.left === 0;
    return this.api.get('cards', cardsValues(at, this.#needsAll || hasAll));
  }

  /** Loads the finished plans that the page has not loaded, if there are any. */
  loadRest() {
    if (!this.left) return Promise.resolve();
    this.#needsAll = true;
    this.#rest ??= this.load().finally(() => { this.#rest = null; });
    return this.#rest;
  }

  async #load(at = this.at, cards = this.#cards(at)) {
    const told = this.#told;
    const epoch = this.#epoch;
    /** @type {[CardsDocument, ?Found]} */
    const [document, found] = await Promise.all([cards, this.#find(at)]);
    // An answer from before a change of this page would take the change back.
    if (this.#held || epoch !== this.#epoch) {
      await this.#untilReleased();
      return this.#load(at);
    }
    this.at = at;
    this.takeAll(document);
    this.#ownCommit = null;
    if (at == null) this.#noteHeads(document, told);
    this.#waiting = false;
    this.#match(found);
    this.keepSelected(id => this.cards.has(id));
    this.changed();
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
    // The matches of the last valid query stay, with a message beside them.
    if (!found?.problem) this.takeMatches(found);
  }

  /**
   * Handles an event about the board.
   * @param {BoardEvent} event
   * @param {boolean} isBack whether the connection was lost before
   */
  async hear({ commit, shared }, isBack) {
    // The event may be older than this page's last change. If the branch was reset instead, the
    // next event shows that.
    if (commit === this.commit) this.#outdated.clear();
    if (this.#outdated.delete(commit) && !isBack) return;
    const isNew = commit !== this.#told?.commit || shared !== this.#told.shared;
    if (isNew) this.#told = { commit, shared };
    if (isBack) await this.load();
    else if (this.at != null) { if (isNew) this.changed(); }
    else if (!this.#isCurrent) await this.catchUp();
  }

  /** Whether the page shows the heads of the server's last event. */
  get #isCurrent() {
    return this.commit === this.#told?.commit && this.shared === this.#told.shared;
  }

  /** The newest known commit of the board, even while the past is shown; null at first. */
  get newest() { return this.#told?.commit ?? null; }

  /**
   * Stores the heads from an answer, unless an event has arrived since the request.
   * @param {Heads} answer @param {?Heads} told the heads of the last event before the request
   */
  #noteHeads({ commit, shared }, told) {
    if (this.#told === told) this.#told = { commit, shared };
  }

  /** The commit on which changes are based: that of this page's last change, else the shown one. */
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
      // The shown commit is no longer in the history, or is very old.
      if (isBroken(problem)) throw problem;
      return this.#load();
    }
    // An answer to a request from before this page's own change would hide the change.
    if (this.#held) this.#waiting = true;
    else if (epoch === this.#epoch) this.#take(news, request);
    else if (!this.#isCurrent) return this.#catchUp();
  }

  /** @returns {NewsRequest} */
  #newsRequest() {
    return { asked: { from: this.commit, q: this.query, plan: this.opened }, told: this.#told };
  }

  /**
   * Shows the changes. Views get the event `plan` with the document of the open plan, `news` if the
   * board has changed, and `change`.
   * @param {NewsDocument} news @param {NewsRequest} request
   */
  #take(news, { asked, told }) {
    this.takeCards(news, this.server.me);
    this.takeFrame(news);
    this.#ownCommit = null;
    this.#noteHeads(news, told);
    // If the query or the open plan has changed since then, another request is already running.
    if (asked.q === this.query) this.#match(foundIn(news.matches));
    if (news.plan && asked.plan === this.opened) {
      this.dispatchEvent(new CustomEvent('plan', { detail: news.plan }));
    }
    if (news.changes.length || news.gone.length || news.settingsChanged) {
      this.dispatchEvent(new CustomEvent('news', { detail: news }));
    }
    this.changed();
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
   * Makes a change. Other updates of the page are stopped meanwhile. Changes are made one after
   * another, each based on the commit of the previous one, so that moving a card twice in a row
   * does not cause a conflict.
   *
   * The answer contains the board's changes. They are shown unless updates are stopped, or the page
   * shows another query or plan now. In these cases `settle` requests them again.
   * @param {string} command the command
   * @param {object} body its values
   * @returns {Promise<ChangeDocument>}
   */
  async make(command, body) {
    const decided = this.commit;
    /** @type {NewsRequest} */
    let request;
    this.hold();
    this.#epoch += 1;
    let basis;
    const turn = this.#ownTurn.then(() => {
      request = this.#newsRequest();
      basis = this.#ownCommit ?? decided;
      return this.api.post(command, { commit: basis, ...body, news: request.asked });
    });
    this.#ownTurn = turn.catch(() => {});
    /** @type {ChangeDocument} */
    let answer;
    try { answer = await turn; } finally {
      this.#epoch += 1;
      this.#unhold();
    }
    this.#ownCommit = this.#lastOwnCommit = answer.commit;
    this.own.note(answer);
    for (const commit of [request.asked.from, basis]) this.#outdated.add(commit);
    this.#outdated.delete(answer.commit);
    this.#takeAnswer(answer.news, request);
    return answer;
  }

  /**
   * @param {NewsDocument & {error?: object}} news the changes in the answer
   * @param {NewsRequest} request
   */
  #takeAnswer(news, request) {
    const now = this.#newsRequest().asked;
    const fits = !news.error && !this.#held && this.at == null
      && JSON.stringify(now) === JSON.stringify(request.asked);
    // An event about an earlier change of this page contains nothing newer.
    const told = this.#outdated.has(this.#told?.commit) ? this.#told : request.told;
    if (fits) this.#take(news, { ...request, told });
    this.#waiting = !fits || !this.#isCurrent;
  }

  /** Whether a commit is that of this page's last change. */
  isOwn(commit) { return commit === this.#lastOwnCommit; }

  release() {
    this.#unhold();
    return this.settle();
  }

  #unhold() {
    this.#held -= 1;
    if (this.#held === 0) for (const resolve of this.#waiters.splice(0)) resolve();
  }

  /** Waits until updates of the page are not stopped. */
  async #untilReleased() {
    while (this.#held) {
      await new Promise(resolve => this.#waiters.push(() => resolve(undefined)));
    }
  }

  /** Requests changes that were not shown yet, unless updates are stopped. */
  settle() { return this.#waiting && !this.#held ? this.catchUp() : Promise.resolve(); }

  // Showing

  /** @param {string} query */
  async ask(query) {
    this.query = query;
    await this.#inTurn(async () => {
      let epoch;
      let found;
      // If a change of this page is made meanwhile, the matches may be outdated, so the request is
      // repeated.
      do {
        epoch = this.#epoch;
        found = await this.#find();
      } while (epoch !== this.#epoch);
      this.#match(found);
    });
    this.changed();
  }

  /**
   * Shows a commit or a moment of the past; for null, the present. If it is called several times,
   * only the last call has an effect.
   * @param {?string} at
   */
  async goTo(at) {
    this.wished = at;
    this.forgetDifferences();
    try {
      await this.#inTurn(() => this.wished === at && this.#load(at));
    } catch (problem) {
      if (this.wished === at) this.wished = this.at;
      throw problem;
    }
  }
}
