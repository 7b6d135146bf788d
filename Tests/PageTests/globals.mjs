// Features of browsers that the page's modules need and node lacks.
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
