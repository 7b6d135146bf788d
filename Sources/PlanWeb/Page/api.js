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

let bearer = sessionStorage.getItem(KEY);

// Pages of the same address give each other the secret: one that was opened by a link, or one that
// was open before the server was started anew.
channel.onmessage = ({ data }) => {
  if (data.ask && bearer) channel.postMessage({ bearer });
  if (data.bearer && data.bearer !== bearer) remember(data.bearer);
};

function remember(secret) {
  bearer = secret;
  sessionStorage.setItem(KEY, secret);
  dispatchEvent(new Event('pmgit-bearer'));
}

/** The secret of the run that this page knows, to see whether it got another one meanwhile. */
export const secret = () => bearer;

/** Takes the token out of the address, or asks the other pages for the secret. */
export async function enter() {
  const token = /^#([0-9a-f]{64})$/.exec(location.hash)?.[1];
  if (token) {
    history.replaceState(null, '', location.pathname + location.search);
    try {
      const answer = await request('POST', '/api/session', { token });
      remember(answer.bearer);
      channel.postMessage({ bearer });
      return true;
    } catch (problem) {
      // A token counts once: a page that is loaded again has the secret already.
      if (problem.code !== 'forbidden') throw problem;
    }
  }
  if (bearer) return true;
  channel.postMessage({ ask: true });
  await new Promise(resolve => {
    addEventListener('pmgit-bearer', resolve, { once: true });
    setTimeout(resolve, 400);
  });
  return bearer != null;
}

async function request(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
  } catch {
    throw offline();
  }
  const document = await response.json();
  if (!response.ok) throw new Problem(document.error);
  return document;
}

export const server = () => request('GET', '/api/server');

/** The interface of one board. */
export class BoardAPI {
  constructor(name) { this.path = `/api/boards/${encodeURIComponent(name)}/`; }

  get(question, values = {}) {
    const query = new URLSearchParams(
      Object.entries(values).filter(([, value]) => value != null && value !== ''));
    return request('GET', this.path + question + (query.size ? '?' + query : ''));
  }

  post(deed, body = {}) { return request('POST', this.path + deed, body); }

  /** Calls `tell` with each event of the board until `signal` ends it; returns when the connection ends. */
  async events(tell, signal) {
    const response = await fetch(this.path + 'events', {
      headers: { Authorization: `Bearer ${bearer}` }, signal,
    }).catch(() => { throw offline(); });
    if (!response.ok) throw new Problem((await response.json()).error);
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
