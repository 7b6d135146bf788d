// Following the board: the server says when it has moved, and this page reads what is new. Where no answer comes it
// asks again and again, and what somebody writes meanwhile is kept.
import { secret } from './api.js';
import { dismiss } from './toast.js';

/** The longest pause between two tries, in milliseconds. */
const LONGEST = 5000;

export class Follower {
  isLost = false;
  #shared = null;

  /** @param {(line: string) => void} tell shows how it stands; an empty line where all is well */
  constructor(state, tell) { Object.assign(this, { state, tell }); }

  /** Follows as long as the page is open. */
  async run() {
    for (let failures = 0; ; failures += 1) {
      const used = secret();
      try {
        await this.state.api.events(event => {
          failures = 0;
          this.#take(event);
        });
      } catch (problem) {
        if (problem.code === 'forbidden') {
          // Another page may have got the secret of the new run while this one was refused.
          if (secret() === used) await this.#waitForSecret();
          continue;
        }
      }
      this.isLost = true;
      this.tell('No answer from the server. Is ‘pmgit web’ still running? What you write is kept.');
      await new Promise(resolve => setTimeout(resolve, Math.min(LONGEST, 300 * 2 ** failures)));
    }
  }

  async #waitForSecret() {
    this.isLost = true;
    this.tell('The server was started anew. Open the address that it prints, and this page goes on; what you write is kept.');
    await new Promise(resolve => addEventListener('pmgit-bearer', resolve, { once: true }));
  }

  async #take(event) {
    if (event.error) { this.isLost = true; return this.tell(event.error.message); }
    if (this.isLost) { this.isLost = false; this.tell(''); dismiss('offline'); }
    if (event.sync?.error) this.tell(`The last sync failed: ${event.sync.error.message}`);
    const isNew = event.commit !== this.state.commit || event.shared !== this.#shared;
    this.#shared = event.shared;
    if (!isNew) return undefined;
    try { await this.state.catchUp(); } catch (problem) { this.tell(problem.message); }
    return undefined;
  }
}
