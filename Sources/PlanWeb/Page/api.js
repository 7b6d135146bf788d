// @ts-check
// Calls the server's interface. See docs/web.md.
import { Problem } from './problem.js';

const KEY = 'pmgit.key';
const channel = new BroadcastChannel('pmgit');

const offline = () => new Problem({
  code: 'offline', message: 'the server does not answer',
  hints: ["is 'pmgit web' still running? What you write here is kept"],
});

/** How long an answer may take, in milliseconds. After that, the server counts as unreachable. */
const PATIENCE = 60_000;
/** The same for requests that wait for a remote. */
const LONG_PATIENCE = 600_000;

/** How long a proof is valid for requests that only read, in milliseconds. */
const PROOF = 1000;

/** @typedef {{bearer: string, question: string, answer: string}} Key */

/** Returns a signal that aborts after a time. The types of TypeScript 4.8 lack `AbortSignal.timeout`. */
const within = milliseconds => /** @type {any} */ (AbortSignal).timeout(milliseconds);

/**
 * @type {?Key} What the server's run gave this page: the secret for its requests, and a question with its answer.
 */
let key = JSON.parse(sessionStorage.getItem(KEY));
/** Whether the present server has proved that it is the run that gave the key. */
let isKnown = false;
/**
 * The last proof: for which key, and when it was requested; null if there is no valid proof.
 * @type {?{of: Key, at: number}}
 */
let proof = null;
/** @type {?{of: Key, done: Promise<void>}} The proof that is being requested now. */
let proving = null;

// Pages with the same origin give each other the key, for a page that was opened by a link, or was open when
// the server was restarted. A key that works is not replaced by another one, which may be from an older run.
channel.onmessage = ({ data }) => {
  // The request may come from a page of another program that has taken the port since, so the server must prove itself.
  if (data.ask && isKnown) proven(0).then(used => channel.postMessage({ key: used }), () => {});
  if (data.key && data.key.bearer !== key?.bearer && !isKnown) remember(data.key);
};

function remember({ bearer, question, answer }) {
  key = { bearer, question, answer };
  sessionStorage.setItem(KEY, JSON.stringify(key));
  dispatchEvent(new Event('pmgit-key'));
}

/** Returns the secret that this page has, so that callers can see whether it has changed. */
export const secret = () => key?.bearer;

/** Waits until another page gives this one a secret, at most for `time` milliseconds. */
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
 * Exchanges the token in the URL for the secret. Without a token, asks other pages for the secret.
 * @returns {Promise<?ServerDocument>} what the server says about itself; null if this page has no secret for it
 */
export async function enter() {
  const token = /^#([0-9a-f]{64})$/.exec(location.hash)?.[1];
  if (token) {
    history.replaceState(null, '', location.pathname + location.search);
    // A token can be used once. A reloaded page already has the secret.
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

/** Returns the answer; null if the server rejects the secret or the token. */
async function ifAllowed(answer) {
  try { return await answer; } catch (problem) {
    if (problem.code === 'forbidden') return null;
    throw problem;
  }
}

/** Exchanges the token for the key. No proof is needed: the server has just sent this page. */
async function redeem(token) {
  const { response, document } = await exchange('POST', '/api/session', { body: { token } });
  if (!response.ok) throw new Problem(document.error);
  return document;
}

/** @param {string} method @param {string} path @param {object} [body] @param {number} [patience] */
async function request(method, path, body, patience = PATIENCE) {
  // Each change needs a new proof, because it contains what a person wrote. Requests that only read share a proof.
  const used = await proven(method === 'GET' ? PROOF : 0);
  const { response, document } = await exchange(method, path, {
    used, body, signal: within(patience),
  });
  return answered(response, document, used);
}

/**
 * Sends a request and returns the answer with its JSON document.
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

/** Returns the document of an answer or throws its problem. Notes whether the key is valid. */
function answered(response, document, used) {
  const problem = response.ok ? null : new Problem(document.error);
  if (used && used === key) isKnown = problem?.code !== 'forbidden';
  if (problem) throw problem;
  return document;
}

// Proofs of the server: after it has ended, another program may listen on its port. So before the page sends its
// secret or a text, it sends only a question, which no other program can answer.

/**
 * Makes sure that the server is the run that gave this page its key.
 * @param {number} age the largest age of a proof that is still accepted, in milliseconds
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
   * @param {Record<string, any>} [values] null and empty values are left out
   * @returns {Promise<any>} the document of the answer
   */
  get(question, values = {}) {
    const query = new URLSearchParams(
      Object.entries(values).filter(([, value]) => value != null && value !== ''));
    return request('GET', this.path + question + (query.size ? '?' + query : ''));
  }

  /**
   * Reads an attached file.
   * @param {Record<string, any>} values null values are left out
   * @returns {Promise<Blob>} the content, with the type that the server gives it
   */
  async file(values) {
    const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value != null));
    const used = await proven(PROOF);
    try {
      const response = await fetch(`${this.path}file?${query}`, {
        headers: { Authorization: `Bearer ${used?.bearer}` }, redirect: 'error', signal: within(LONG_PATIENCE),
      });
      if (!response.ok) answered(response, await response.json(), used);
      return await response.blob();
    } catch (problem) {
      if (problem instanceof Problem) throw problem;
      throw offline();
    }
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
