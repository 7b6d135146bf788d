// @ts-check
// The key of the page. It proves both sides to each other and outlives the runs of the server, so
// that an open page continues. Scripts can use it and can't read it: even a page of another program
// at this address could not take it away.

/**
 * @typedef {{id: string, secret: CryptoKey}} Key what the server gave for the token; the id tells
 * keys apart
 */

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' };

const hex = bytes => Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0'))
  .join('');

/** Returns 256 random bits in hexadecimal digits. */
export const random = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Returns the code of a message, in hexadecimal digits. Only who has the key can make it.
 * @param {Key} key @param {string} message
 */
export const code = async (key, message) =>
  hex(await crypto.subtle.sign('HMAC', key.secret, new TextEncoder().encode(message)));

/** @param {string} text what the server gave for the token @returns {Promise<Key>} */
export async function keyOf(text) {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(text), ALGORITHM,
    false, ['sign']);
  return { secret, id: await code({ secret, id: '' }, 'id') };
}

// The key is kept in the browser for this address. Cookies would be sent to every port of the
// machine, and texts in 'localStorage' could be read.

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
 * Returns the key that this browser keeps; null if there is none, or if it keeps nothing, as in
 * some private windows.
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
    /* The page has it as long as it is open. */
  }
}
