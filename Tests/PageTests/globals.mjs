// Features of browsers that the page's modules need and node lacks.
import { webcrypto } from 'node:crypto';

// Before version 20, node has it in a module only.
globalThis.crypto ??= /** @type {any} */ (webcrypto);
globalThis.addEventListener ??= () => {};

globalThis.CustomEvent ??= /** @type {any} */ (class extends Event {
  constructor(name, { detail }) {
    super(name);
    this.detail = detail;
  }
});

/** A storage, whose keys are its own properties as in a browser. */
class Stored {
  getItem(key) { return Object.hasOwn(this, key) ? this[key] : null; }
  setItem(key, value) { this[key] = String(value); }
  removeItem(key) { delete this[key]; }
}
Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: new Stored() });
