// @ts-check
// Following the board: the server says when it has moved, and this page reads what is new. Where no answer comes it
// asks again and again, and what somebody writes meanwhile is kept.
//
// Browsers keep few connections to one server. So of all pages of a board one listens, and passes on what it hears.
import { askOthers, secret } from './api.js';
import { dismiss } from './toast.js';

/** The longest pause between two tries, in milliseconds. */
const LONGEST = 5000;
/** The server tells each second how it stands: a longer silence is a line that is broken, or a server that stands still. */
const SILENCE = 8000;

const LOST = 'No answer from the server. Is ‘pmgit web’ still running? What you write is kept.';
const OTHER_RUN = 'The server was restarted. Open the address that it prints to continue; what you write is kept.';

/** @typedef {import('./state.js').BoardState} BoardState */
/**
 * What one page passes on to the others.
 * @typedef {{event?: BoardEvent, trouble?: string}} Word
 */

export class Follower {
  /** Whether nothing is known of the board at present. */
  #isLost = false;
  #failures = 0;

  /** @type {number | undefined} */
  #timer;

  /**
   * @param {BoardState} state
   * @param {(about: string, text: string) => void} tell shows how it stands; an empty text where all is well
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
    // The lock goes to another page as soon as this one is closed.
    return navigator.locks.request(this.name, () => this.#lead());
  }

  // Listening, for all pages

  async #lead() {
    for (;;) {
      const used = secret();
      try {
        await this.#listen();
      } catch (problem) {
        if (problem.code === 'forbidden') {
          // Another page may have got the secret of the new run while this one was refused.
          if (secret() === used) await this.#waitForSecret(used);
          continue;
        }
      }
      this.#pass({ trouble: LOST });
      await new Promise(resolve => setTimeout(resolve, Math.min(LONGEST, 300 * 2 ** this.#failures)));
      this.#failures += 1;
    }
  }

  /** Takes events until the line is broken, or silent. */
  #listen() {
    const silence = new AbortController();
    this.#expect(() => silence.abort());
    return this.state.api.events(event => {
      this.#failures = 0;
      this.#expect(() => silence.abort());
      this.#pass({ event });
    }, silence.signal);
  }

  async #waitForSecret(used) {
    this.#pass({ trouble: OTHER_RUN });
    // A page that has just been opened does not answer until the server has answered it.
    while (secret() === used) await askOthers(1000);
  }

  /** @param {Word} word */
  #pass(word) {
    this.channel.postMessage(word);
    this.#take(word);
  }

  // Hearing, on each page

  #hear(word) {
    this.#expect(() => this.#lose(LOST));
    this.#take(word);
  }

  /** Does something if no word comes for a while. */
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
    this.tell('sync', event.sync?.error ? `The last sync failed: ${event.sync.error.message}.` : '');
    try {
      await this.state.hear(event, wasLost);
      this.#isLost = false;
      this.tell('connection', '');
      if (wasLost) dismiss('offline');
    } catch (problem) {
      this.tell('connection', `${problem.message}.`);
      // The page that listens knows the run, so that it has the secret.
      if (problem.code === 'forbidden') await askOthers(1000);
    }
    return undefined;
  }
}
