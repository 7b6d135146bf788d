// @ts-check
// The tabs of this browser that show pages of the same server. Each has a name, and holds a lock
// with that name until it is closed or crashes. So a tab can find out whether the tab that wrote a
// text is still open.

const NAME = 'pmgit.tab';
const LEFT = 'pmgit.left';
const LOCK = 'pmgit.tab/';
/** The key under which a tab records that it was left, so that the others learn of it. */
const LAST = 'pmgit.last-left';
/**
 * How long a tab that is loaded again may take until it holds its lock, in milliseconds. A closed
 * tab is usually noticed earlier: its neighbour gets the focus, and looks at once.
 */
const RELOAD = 10_000;

/** The name of this tab, which it keeps when it is loaded again. @type {string} */
export const ME = nameOfTab();

/** @type {Set<string>} The other tabs that are open, as of the last look. */
let others = new Set();

function nameOfTab() {
  const fresh = Math.random().toString(36).slice(2, 10).padEnd(8, '0');
  try {
    // A tab that was duplicated has the storage of the other one, which has not been left.
    const [kept, isLeft] = [sessionStorage.getItem(NAME), sessionStorage.getItem(LEFT)];
    sessionStorage.removeItem(LEFT);
    const name = isLeft && kept && /^[a-z0-9]{8}$/.test(kept) ? kept : fresh;
    sessionStorage.setItem(NAME, name);
    addEventListener('pagehide', () => {
      sessionStorage.setItem(LEFT, 'yes');
      try {
        localStorage.setItem(LAST, `${name} ${Date.now()}`);
      } catch {
        /* Others find out later. */
      }
    });
    addEventListener('pageshow', () => sessionStorage.removeItem(LEFT));
    return name;
  } catch { return fresh; }
}

/** Holds the lock of this tab, as long as it lives. */
export function holdLock() {
  try {
    navigator.locks.request(LOCK + ME, () => new Promise(() => {})).catch(() => {});
  } catch {
    /* Old browsers have no locks. */
  }
}

/** Whether another tab is open. @param {string} name */
export const isOpenElsewhere = name => others.has(name);

/**
 * Looks which other tabs are open. Without locks, none are known.
 * @param {boolean} [forgets] whether those that are not there any more are forgotten
 * @returns {Promise<boolean>} whether one was forgotten
 */
export async function lookForTabs(forgets = true) {
  const before = others;
  try {
    const { held = [] } = await navigator.locks.query();
    const open = held.filter(({ name }) => name.startsWith(LOCK))
      .map(({ name }) => name.slice(LOCK.length)).filter(name => name !== ME);
    others = new Set(forgets ? open : [...before, ...open]);
  } catch { others = new Set(); }
  return [...before].some(name => !others.has(name));
}

/**
 * Calls a function when another tab has gone.
 * @param {() => any} gone
 * @returns {Promise<any>} ends when the others are known
 */
export function joinTabs(gone) {
  const look = async () => { if (await lookForTabs()) gone(); };
  addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  // Another tab has begun to write, or was left.
  addEventListener('storage', () => {
    lookForTabs(false);
    setTimeout(look, RELOAD);
  });
  return lookForTabs();
}
