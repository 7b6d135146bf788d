// @ts-check
// Calls the server's interface. See docs/web.md.
import { code, keepKey, keptKey, keyOf, random } from './key.js';
import { Problem } from './problem.js';

const channel = new BroadcastChannel('pmgit');

const offline = () => new Problem({
  code: 'offline', message: 'the server does not answer',
  hints: ["is 'pmgit web' still running? What you write here is kept"],
});

/** The timeout of a request in milliseconds. After that, the server counts as unreachable. */
const TIMEOUT = 60_000;
/** The timeout of changes, which wait for other programs. The server says how long it may wait. */
let changeTimeout = TIMEOUT;
/** The least timeout of requests that wait for a remote, or contain a file. */
const LONG_TIMEOUT = 600_000;
/** The slowest rate at which the server accepts a file, in bytes per millisecond. */
const LEAST_RATE = 8;

/** How long a proof is valid for read-only requests, in milliseconds. */
const PROOF = 1000;

/** @typedef {import('./key.js').Key} Key */
/**
 * A proof that the server has the key: when it was requested, and the bearer of requests to this
 * run of the server.
 * @typedef {{of: Key, at: number, bearer: string}} Proof
 */

/**
 * Returns a signal that aborts after a time. The types of TypeScript 4.8 lack
 * `AbortSignal.timeout`.
 */
const within = milliseconds => /** @type {any} */ (AbortSignal).timeout(milliseconds);

/** @type {?Key} */
let key = null;
/** Whether the present server has proved that it has the key. */
let isKnown = false;
/** @type {?Proof} The last proof; null if there is no valid one. */
let proof = null;
/** @type {?{of: Key, done: Promise<Proof>}} The proof that is being requested now. */
let proving = null;

// Pages of the same origin share the key. This helps a page that was open when the server was
// started with a new key. A working key is not replaced by another one, which may be older.
channel.onmessage = ({ data }) => {
  // The request may come from a page of another program that now uses the port, so the server must
  // prove itself.
  if (data.ask && isKnown) proven(0).then(({ of }) => channel.postMessage({ key: of }), () => {});
  if (data.key && data.key.id !== key?.id && !isKnown) remember(data.key);
};

/** @param {Key} found */
async function remember(found) {
  key = found;
  await keepKey(found);
  dispatchEvent(new Event('pmgit-key'));
}

/** Returns the id of this page's key, so that callers can detect a change of the key. */
export const keyId = () => key?.id;

/** Waits until another page sends a key, at most for `time` milliseconds. */
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
 * Exchanges the token in the URL for the key. Without a token, asks other pages for the key.
 * @param {() => void} ask sends requests that need only the key, beside the one about the server
 * @returns {Promise<?ServerDocument>} the server's description of itself; null if this page has no
 * key for it
 */
export async function enter(ask) {
  // For `localhost`, browsers may also try [::1], where another program may use the same port.
  if (location.hostname === 'localhost') {
    location.replace(location.href.replace('//localhost', '//127.0.0.1'));
    return new Promise(() => {});
  }
  const token = /^#([0-9a-f]{64})$/.exec(location.hash)?.[1];
  if (token) {
    history.replaceState(null, '', location.pathname + location.search);
    // A token is valid only once. A reloaded page already has the key.
    const given = await ifAllowed(redeem(token));
    if (given) {
      await remember(given);
      channel.postMessage({ key });
    }
  }
  key ??= await keptKey();
  const server = async () => {
    /** @type {?ServerDocument} */
    const about = await ifAllowed(request('GET', '/api/server'));
    if (about) changeTimeout = about.timeout * 1000;
    return about;
  };
  if (key) {
    ask();
    const found = await server();
    if (found) return found;
  }
  await askOthers(400);
  return key ? server() : null;
}

/** Returns the answer; null if the server rejects the key or the token. */
async function ifAllowed(answer) {
  try { return await answer; } catch (problem) {
    if (problem.code === 'forbidden') return null;
    throw problem;
  }
}

/**
 * Exchanges the token for the key. No proof is needed: the server has just sent this page.
 * @param {string} token
 */
async function redeem(token) {
  const { response, document } = await exchange('POST', '/api/session', { body: { token } });
  if (!response.ok) throw new Problem(document.error);
  return keyOf(document.key);
}

/** @param {string} method @param {string} path @param {object} [body] @param {number} [timeout] */
async function request(method, path, body, timeout = TIMEOUT) {
  // Each change needs a new proof, because it contains what a person wrote. Read-only requests
  // share a proof.
  const isReading = method === 'GET';
  let used = await proven(isReading ? PROOF : 0);
  let { response, document } = await exchange(method, path,
    { used, body, signal: within(timeout) });
  if (isReading && used && document?.error?.code === 'forbidden') {
    // The server may have been restarted since the last proof, and each run has another bearer.
    used = await proven(0);
    ({ response, document } = await exchange(method, path, { used, signal: within(timeout) }));
  }
  return answered(response, document, used);
}

/**
 * Sends a request and returns the answer with its JSON document.
 * @param {string} method @param {string} path
 * @param {{used?: ?Proof, body?: object, signal?: AbortSignal}} options the proof whose bearer is
 * sent, and the body to send
 */
async function exchange(method, path, { used, body, signal = within(TIMEOUT) }) {
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

/** Returns the document of an answer or throws its problem. Records whether the key is valid. */
function answered(response, document, used) {
  const problem = response.ok ? null : new Problem(document.error);
  if (used && used.of === key) isKnown = problem?.code !== 'forbidden';
  if (problem) throw problem;
  return document;
}

// Proofs of the server: after the server has ended, another program may use its port. So before the
// page sends its bearer or a text, it sends only a question, which no other program can answer.
// Each question is new, so that an old answer is useless.

/**
 * Ensures that the server has the key of this page.
 * @param {number} age the largest age of a proof that is still accepted, in milliseconds
 * @returns {Promise<?Proof>} null without a key
 */
async function proven(age) {
  const used = key;
  if (!used) return null;
  const since = proof?.of === used ? Date.now() - proof.at : Infinity;
  if (since >= 0 && since < age) return proof;
  if (proving?.of !== used) {
    const asked = {
      of: used,
      done: prove(used).finally(() => { if (proving === asked) proving = null; }),
    };
    proving = asked;
  }
  return proving.done;
}

/** @param {Key} used @param {AbortSignal} [signal] @returns {Promise<Proof>} */
async function prove(used, signal) {
  const at = Date.now();
  const question = random();
  proof = null;
  const { response, document } = await exchange('GET',
    `/api/proof?question=${question}`, { signal });
  if (!response.ok
      || document?.answer !== await code(used, `answer ${document?.run} ${question}`)) {
    if (used === key) isKnown = false;
    throw new Problem({ code: 'forbidden', message: 'another server answers at this address',
      hints: ["open the address that 'pmgit web' prints. What you write here is kept"] });
  }
  proof = { of: used, at, bearer: await code(used, `bearer ${document.run}`) };
  return proof;
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
        headers: { Authorization: `Bearer ${used?.bearer}` },
        redirect: 'error',
        signal: within(LONG_TIMEOUT),
      });
      if (!response.ok) answered(response, await response.json(), used);
      return await response.blob();
    } catch (problem) {
      if (problem instanceof Problem) throw problem;
      throw offline();
    }
  }

  /**
   * Returns the URL of an attached file; null if the file must be read with `file`.
   * @param {{plan: string, file: string}} _values @returns {?string}
   */
  address(_values) { return null; }

  /**
   * @param {string} command @param {object} [body] @returns {Promise<any>} the answer's document
   */
  post(command, body = {}) {
    const { content } = /** @type {{content?: string}} */ (body);
    const least = ['sync', 'take', 'attach'].includes(command) ? LONG_TIMEOUT : 0;
    const extra = (content?.length ?? 0) / LEAST_RATE;
    return request('POST', this.path + command, body, Math.max(least, changeTimeout) + extra);
  }

  /**
   * Calls `tell` with each event of the board. Ends when `signal` is aborted or the connection
   * ends.
   * @param {(event: BoardEvent) => void} tell @param {AbortSignal} signal
   */
  async events(tell, signal) {
    const used = await prove(key, signal);
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
