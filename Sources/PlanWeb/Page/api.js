// The interface of the server: the documents of `pmgit --json`. See docs/web.md.

const KEY = 'pmgit.bearer';
const channel = new BroadcastChannel('pmgit');

/** Why something could not be done, as the server tells it. */
export class Problem extends Error {
  constructor({ code, message, hints = [], detail = [] }) {
    super(message);
    Object.assign(this, { code, hints, detail });
  }
}

export const offline = () => new Problem({
  code: 'offline', message: 'the server does not answer',
  hints: ["is 'pmgit web' still running? What you write here is kept"],
});

/** How long an answer may take, in milliseconds: a server that stalls looks like one that is gone. */
const PATIENCE = 60_000;
/** The same for what waits for a remote. */
const LONG_PATIENCE = 600_000;

let bearer = sessionStorage.getItem(KEY);
/** Whether the server that runs now knows the secret of this page. */
let isKnown = false;

// Pages of the same address give each other the secret: one that was opened by a link, or one that was open before
// the server was started anew. One that works is not given up for another, which may be of a former run.
channel.onmessage = ({ data }) => {
  if (data.ask && isKnown) channel.postMessage({ bearer });
  if (data.bearer && data.bearer !== bearer && !isKnown) remember(data.bearer);
};

function remember(secret) {
  bearer = secret;
  sessionStorage.setItem(KEY, secret);
  dispatchEvent(new Event('pmgit-bearer'));
}

/** The secret of the run that this page knows, to see whether it got another one meanwhile. */
export const secret = () => bearer;

/** Waits until another page gives this one a secret, for so many milliseconds. */
export function askOthers(time = Infinity) {
  const given = new Promise(resolve => {
    addEventListener('pmgit-bearer', resolve, { once: true });
    if (time < Infinity) setTimeout(resolve, time);
  });
  channel.postMessage({ ask: true });
  return given;
}

/**
 * Takes the token out of the address, or asks the other pages for the secret.
 * @returns {Promise<?object>} what the server tells of itself; null where this page has no key to it
 */
export async function enter() {
  const token = /^#([0-9a-f]{64})$/.exec(location.hash)?.[1];
  if (token) {
    history.replaceState(null, '', location.pathname + location.search);
    // A token counts once: a page that is loaded again has the secret already.
    const answer = await ifAllowed(request('POST', '/api/session', { token }));
    if (answer) {
      remember(answer.bearer);
      channel.postMessage({ bearer });
    }
  }
  const server = () => ifAllowed(request('GET', '/api/server'));
  const found = bearer && await server();
  if (found) return found;
  await askOthers(400);
  return bearer ? server() : null;
}

/** An answer; null where the server does not know who asks. */
async function ifAllowed(answer) {
  try { return await answer; } catch (problem) {
    if (problem.code === 'forbidden') return null;
    throw problem;
  }
}

async function request(method, path, body, patience = PATIENCE) {
  const used = bearer;
  let response;
  let document;
  try {
    response = await fetch(path, {
      method, signal: AbortSignal.timeout(patience),
      headers: {
        ...(used ? { Authorization: `Bearer ${used}` } : {}),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    document = await response.json();
  } catch {
    throw offline();
  }
  return answered(response, document, used);
}

/** What an answer brought; notes whether the secret that was sent is known. */
function answered(response, document, used) {
  const problem = response.ok ? null : new Problem(document.error);
  if (used && used === bearer) isKnown = problem?.code !== 'forbidden';
  if (problem) throw problem;
  return document;
}

/** The interface of one board. */
export class BoardAPI {
  constructor(name) { this.path = `/api/boards/${encodeURIComponent(name)}/`; }

  get(question, values = {}) {
    const query = new URLSearchParams(
      Object.entries(values).filter(([, value]) => value != null && value !== ''));
    return request('GET', this.path + question + (query.size ? '?' + query : ''));
  }

  post(deed, body = {}) {
    return request('POST', this.path + deed, body, ['sync', 'take'].includes(deed) ? LONG_PATIENCE : PATIENCE);
  }

  /** Calls `tell` with each event of the board until `signal` ends it; returns when the connection ends. */
  async events(tell, signal) {
    const used = bearer;
    const response = await fetch(this.path + 'events', {
      headers: { Authorization: `Bearer ${used}` }, signal,
    }).catch(() => { throw offline(); });
    answered(response, response.ok ? null : await response.json(), used);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ done: true }));
      if (done) return;
      const parts = (rest + value).split('\n\n');
      rest = parts.pop();
      for (const part of parts) {
        if (part.startsWith('data: ')) tell(JSON.parse(part.slice(6)));
      }
    }
  }
}
