// Following the board: the server says when it has moved, and this page reads what is new. Where no answer comes it
// asks again and again, and what somebody writes meanwhile is kept.
import { askOthers, secret } from './api.js';
import { dismiss } from './toast.js';

/** The longest pause between two tries, in milliseconds. */
const LONGEST = 5000;
/** The server tells each second how it stands: a longer silence is a line that is broken, or a server that stands still. */
const SILENCE = 8000;

export class Follower {
  /** Whether nothing is known of the board at present. */
  isLost = false;
  #failures = 0;

  /** @param {(about: string, text: string) => void} tell shows how it stands; an empty text where all is well */
  constructor(state, tell) { Object.assign(this, { state, tell }); }

  /** Follows as long as the page is open. */
  async run() {
    for (;;) {
      const used = secret();
      try {
        await this.#listen();
      } catch (problem) {
        if (problem.code === 'forbidden') {
          // Another page may have got the secret of the new run while this one was refused.
          if (secret() === used) await this.#waitForSecret();
          continue;
        }
      }
      this.isLost = true;
      this.tell('connection', 'No answer from the server. Is ‘pmgit web’ still running? What you write is kept.');
      await new Promise(resolve => setTimeout(resolve, Math.min(LONGEST, 300 * 2 ** this.#failures)));
      this.#failures += 1;
    }
  }

  /** Takes events until the line is broken, or silent. */
  async #listen() {
    const silence = new AbortController();
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE);
    };
    wait();
    try {
      await this.state.api.events(event => { wait(); this.#take(event); }, silence.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  #waitForSecret() {
    this.isLost = true;
    this.tell('connection', 'The server was started anew. Open the address that it prints, and this page goes on; what you write is kept.');
    return askOthers();
  }

  async #take(event) {
    this.#failures = 0;
    if (event.error) { this.isLost = true; return this.tell('connection', event.error.message); }
    const wasLost = this.isLost;
    this.tell('sync', event.sync?.error ? `The last sync failed: ${event.sync.error.message}.` : '');
    try {
      await this.state.hear(event, wasLost);
      this.isLost = false;
      this.tell('connection', '');
      if (wasLost) dismiss('offline');
    } catch (problem) {
      this.tell('connection', `${problem.message}.`);
    }
    return undefined;
  }
}
