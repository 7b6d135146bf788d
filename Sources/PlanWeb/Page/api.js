// @ts-check
// The interface of the server. See docs/web.md.
import { Problem } from './problem.js';

const KEY = 'pmgit.key';
const channel = new BroadcastChannel('pmgit');

const offline = () => new Problem({
  code: 'offline', message: 'the server does not answer',
  hints: ["is 'pmgit web' still running? What you write here is kept"],
});

/** How long an answer may take, in milliseconds: a server that stalls looks like one that is gone. */
const PATIENCE = 60_000;
/** The same for what waits for a remote. */
const LONG_PATIENCE = 600_000;

/** How long a proof counts for what is only asked, in milliseconds. */
const PROOF = 1000;

/** @typedef {{bearer: string, question: string, answer: string}} Key */

/** A signal that ends what takes longer than so many milliseconds. The types of TypeScript 4.8 lack it. */
const within = milliseconds => /** @type {any} */ (AbortSignal).timeout(milliseconds);

/**
 * @type {?Key} What the run of the server gave this page: the bearer of its requests, and a question with its answer.
 */
let key = JSON.parse(sessionStorage.getItem(KEY));
/** Whether the server that runs now has proved that it is the run of the key. */
let isKnown = false;
/**
 * The last proof: of which key, and when it was asked for; null where nothing is known of the server.
 * @type {?{of: Key, at: number}}
 */
let proof = null;
/** @type {?{of: Key, done: Promise<void>}} The proof that is asked for at this moment. */
let proving = null;

// Pages of the same address give each other the key: one that was opened by a link, or one that was open before
// the server was started anew. One that works is not given up for another, which may be of a former run.
channel.onmessage = ({ data }) => {
  // Another program that took the port since can ask in a window of this address.
  if (data.ask && isKnown) proven(0).then(used => channel.postMessage({ key: used }), () => {});
  if (data.key && data.key.bearer !== key?.bearer && !isKnown) remember(data.key);
};

function remember({ bearer, question, answer }) {
  key = { bearer, question, answer };
  sessionStorage.setItem(KEY, JSON.stringify(key));
  dispatchEvent(new Event('pmgit-key'));
}

/** The secret of the run that this page knows, to see whether it got another one meanwhile. */
export const secret = () => key?.bearer;

/** Waits until another page gives this one a secret, for so many milliseconds. */
export function askOthers(time) {
  const end = new AbortController();
  const given = new Promise(resolve => {
    addEventListener('pmgit-key', resolve, { signal: end.signal });
    setTimeout(resolve, time);
  });
  channel.postMessage({ ask: true });
  return given.finally(() => end.abort());
}

/**
 * Takes the token out of the address, or asks the other pages for the secret.
 * @returns {Promise<?ServerDocument>} what the server says about itself; null if this page has no secret for it
 */
export async function enter() {
  const token = /^#([0-9a-f]{64})$/.exec(location.hash)?.[1];
  if (token) {
    history.replaceState(null, '', location.pathname + location.search);
    // A token counts once: a page that is loaded again has the secret already.
    const answer = await ifAllowed(redeem(token));
    if (answer) {
      remember(answer);
      channel.postMessage({ key });
    }
  }
  const server = () => ifAllowed(request('GET', '/api/server'));
  const found = key && await server();
  if (found) return found;
  await askOthers(400);
  return key ? server() : null;
}

/** An answer; null where the server does not know who asks. */
async function ifAllowed(answer) {
  try { return await answer; } catch (problem) {
    if (problem.code === 'forbidden') return null;
    throw problem;
  }
}

/** Gives the token of the address for the key; this page has just come from whoever gets it. */
async function redeem(token) {
  const { response, document } = await exchange('POST', '/api/session', { body: { token } });
  if (!response.ok) throw new Problem(document.error);
  return document;
}

/** @param {string} method @param {string} path @param {object} [body] @param {number} [patience] */
async function request(method, path, body, patience = PATIENCE) {
  // A change is preceded by a proof of its own, as it carries what somebody wrote; questions share one.
  const used = await proven(method === 'GET' ? PROOF : 0);
  const { response, document } = await exchange(method, path, {
    used, body, signal: within(patience),
  });
  return answered(response, document, used);
}

/**
 * Sends a request, and reads the document of its answer.
 * @param {string} method @param {string} path
 * @param {{used?: ?Key, body?: object, signal?: AbortSignal}} options the key to send, and what to send
 */
async function exchange(method, path, { used, body, signal = within(PATIENCE) }) {
  try {
    const response = await fetch(path, {
      method, signal, redirect: 'error',
      headers: {
        ...(used ? { Authorization: `Bearer ${used.bearer}` } : {}),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    return { response, document: await response.json() };
  } catch {
    proof = null;
    throw offline();
  }
}

/** What an answer brought; notes whether the key is that of the run. */
function answered(response, document, used) {
  const problem = response.ok ? null : new Problem(document.error);
  if (used && used === key) isKnown = problem?.code !== 'forbidden';
  if (problem) throw problem;
  return document;
}

// The proof of the server: when its run has ended, another program may listen on its port. The page asks it a question
// that only the run can answer, with nothing else in it, before it sends the bearer or a text.

/**
 * Makes sure that the run of this page's key answers.
 * @param {number} age how long ago its last proof may have been asked for, in milliseconds
 * @returns {Promise<?Key>} the key of that run
 */
async function proven(age) {
  const used = key;
  if (!used) return null;
  const since = proof?.of === used ? Date.now() - proof.at : Infinity;
  if (since >= 0 && since < age) return used;
  if (proving?.of !== used) {
    const asked = { of: used, done: prove(used).finally(() => { if (proving === asked) proving = null; }) };
    proving = asked;
  }
  await proving.done;
  return used;
}

/** @param {Key} used @param {AbortSignal} [signal] */
async function prove(used, signal) {
  const at = Date.now();
  proof = null;
  const { response, document } = await exchange('GET', `/api/proof?question=${used.question}`, { signal });
  if (!response.ok || document?.answer !== used.answer) {
    if (used === key) isKnown = false;
    throw new Problem({ code: 'forbidden', message: 'another server answers at this address',
      hints: ["open the address that 'pmgit web' prints. What you write here is kept"] });
  }
  proof = { of: used, at };
}

/** The interface of one board. */
export class BoardAPI {
  /** @param {string} name */
  constructor(name) { this.path = `/api/boards/${encodeURIComponent(name)}/`; }

  /**
   * @param {string} question
   * @param {Record<string, any>} [values] those that are null or empty are left out
   * @returns {Promise<any>} the document of the answer
   */
  get(question, values = {}) {
    const query = new URLSearchParams(
      Object.entries(values).filter(([, value]) => value != null && value !== ''));
    return request('GET', this.path + question + (query.size ? '?' + query : ''));
  }

  /** @param {string} deed @param {object} [body] @returns {Promise<any>} the document of the answer */
  post(deed, body = {}) {
    return request('POST', this.path + deed, body, ['sync', 'take'].includes(deed) ? LONG_PATIENCE : PATIENCE);
  }

  /**
   * Calls `tell` with each event of the board until `signal` ends it; returns when the connection ends.
   * @param {(event: BoardEvent) => void} tell @param {AbortSignal} signal
   */
  async events(tell, signal) {
    const used = key;
    await prove(used, signal);
    const response = await fetch(this.path + 'events', {
      headers: { Authorization: `Bearer ${used.bearer}` }, signal,
    }).catch(() => { throw offline(); });
    answered(response, response.ok ? null : await response.json(), used);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
      if (done) {
        proof = null;
        return;
      }
      const parts = (rest + value).split('\n\n');
      rest = parts.pop();
      for (const part of parts) {
        if (part.startsWith('data: ')) tell(JSON.parse(part.slice(6)));
      }
    }
  }
}
