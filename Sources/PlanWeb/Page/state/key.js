// @ts-check
// The key of the page. It proves the server and the page to each other, and outlives the runs of
// the server, so that an open page keeps working. Scripts can use the key but can't read it, so
// that even a page of another program at this address could not steal it.

/**
 * @typedef {{id: string, secret: CryptoKey}} Key from the text that the server sent for the token;
 * the id distinguishes keys
 */

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' };

const hex = bytes => Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0'))
  .join('');

/** Returns 256 random bits in hexadecimal. */
export const random = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Returns the authentication code of a message, in hexadecimal. Computing it requires the key.
 * @param {Key} key @param {string} message
 */
export const code = async (key, message) =>
  hex(await crypto.subtle.sign('HMAC', key.secret, new TextEncoder().encode(message)));

/** @param {string} text the server's answer to the token @returns {Promise<Key>} */
export async function keyOf(text) {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(text), ALGORITHM,
    false, ['sign']);
  return { secret, id: await code({ secret, id: '' }, 'id') };
}

// The key is stored in the browser for this origin. Cookies would be sent to every port of the
// machine, and scripts could read texts in 'localStorage'.

const STORE = 'keys';
const NAME = 'key';

/** @param {IDBRequest} request @returns {Promise<any>} */
const done = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} act */
async function inStore(mode, act) {
  const opening = indexedDB.open('pmgit', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  /** @type {IDBDatabase} */
  const base = await done(opening);
  try {
    return await done(act(base.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    base.close();
  }
}

/**
 * Returns the key that this browser has stored. Returns null if there is none, or if the browser
 * stores nothing, as in some private windows.
 */
export async function keptKey() {
  try {
    const { id, secret } = await inStore('readonly', store => store.get(NAME)) ?? {};
    return secret instanceof CryptoKey ? { id: String(id), secret } : null;
  } catch { return null; }
}

/** @param {Key} key */
export async function keepKey(key) {
  try {
    await inStore('readwrite', store => store.put(key, NAME));
  } catch {
    /* The page keeps the key while it is open. */
  }
}
