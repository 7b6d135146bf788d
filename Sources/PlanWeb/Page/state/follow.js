// @ts-check
// Follows the board: the server sends an event when the board has changed, and the page requests
// the changes. If the server does not answer, the page retries, and keeps unsaved texts meanwhile.
//
// Browsers limit the connections to a server. So only one page of a board listens, and it forwards
// the events to the others.
import { askOthers, keyId } from './api.js';
import { dismiss } from '../controls/toast.js';

/** The longest pause between two retries, in milliseconds. */
const LONGEST = 5000;
/**
 * The server sends an event each second. After this time in milliseconds without an event, the
 * connection counts as lost.
 */
const SILENCE = 8000;

const LOST = 'No answer from the server. Is ‘pmgit web’ still running? What you write is kept.';
const OTHER_KEY = 'Another server answers here, or one with a new key. '
  + 'Open the address that it prints to continue; what you write is kept.';

/** @typedef {import('./state.js').BoardState} BoardState */
/**
 * A message from the listening page to the others.
 * @typedef {{event?: BoardEvent, trouble?: string}} Word
 */

export class Follower {
  /** Whether the connection is lost, so that the board's state is unknown. */
  #isLost = false;
  #failures = 0;

  /** @type {number | undefined} */
  #timer;

  /**
   * @param {BoardState} state
   * @param {(about: string, text: string) => void} tell shows a problem of the connection; an empty
   * text removes it
   */
  constructor(state, tell) {
    this.state = state;
    this.tell = tell;
    this.name = `pmgit.events/${state.name}`;
    this.channel = new BroadcastChannel(this.name);
  }

  /** Follows as long as the page is open. */
  run() {
    this.channel.onmessage = ({ data }) => this.#hear(data);
    this.#expect(() => this.#lose(LOST));
    // The browser gives the lock to another page when this one is closed.
    return navigator.locks.request(this.name, () => this.#lead());
  }

  // Listening to the server, for all pages

  async #lead() {
    for (;;) {
      const used = keyId();
      let trouble = LOST;
      try {
        await this.#listen();
      } catch (problem) {
        if (problem.code === 'forbidden') {
          // Another page may have sent a new key meanwhile.
          if (keyId() === used) await this.#waitForKey();
          continue;
        }
        if (problem.code !== 'offline') trouble = `${problem.message}.`;
      }
      this.#pass({ trouble });
      await new Promise(resolve => setTimeout(resolve,
        Math.min(LONGEST, 300 * 2 ** this.#failures)));
      this.#failures += 1;
    }
  }

  /** Receives events until the connection ends or is silent for too long. */
  #listen() {
    const silence = new AbortController();
    this.#expect(() => silence.abort());
    return this.state.api.events(event => {
      this.#failures = 0;
      this.#expect(() => silence.abort());
      this.#pass({ event });
    }, silence.signal);
  }

  /**
   * Waits for a key of another page. The wait is short, because the server with the present key may
   * also come back.
   */
  #waitForKey() {
    this.#pass({ trouble: OTHER_KEY });
    return askOthers(1000);
  }

  /** @param {Word} word */
  #pass(word) {
    this.channel.postMessage(word);
    this.#take(word);
  }

  // Receiving events, on each page

  #hear(word) {
    this.#expect(() => this.#lose(LOST));
    this.#take(word);
  }

  /** Calls `otherwise` if no event comes for a while. */
  #expect(otherwise) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(otherwise, SILENCE);
  }

  #lose(trouble) {
    this.#isLost = true;
    this.tell('connection', trouble);
  }

  /** @param {Word} word */
  async #take({ event, trouble }) {
    if (trouble || event.error) return this.#lose(trouble ?? event.error.message);
    const wasLost = this.#isLost;
    this.tell('sync',
      event.sync?.error ? `The last sync failed: ${event.sync.error.message}.` : '');
    try {
      await this.state.hear(event, wasLost);
      this.#isLost = false;
      this.tell('connection', '');
      if (wasLost) dismiss('offline');
    } catch (problem) {
      this.tell('connection', `${problem.message}.`);
      // The listening page has the key of the present server.
      if (problem.code === 'forbidden') await askOthers(1000);
    }
    return undefined;
  }
}
