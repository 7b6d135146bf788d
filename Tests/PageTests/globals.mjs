// Features of browsers that the page's modules need and node lacks.
globalThis.addEventListener ??= () => {};

globalThis.CustomEvent ??= /** @type {any} */ (class extends Event {
  constructor(name, { detail }) {
    super(name);
    this.detail = detail;
  }
});

const stored = new Map();
Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: {
  getItem: key => stored.get(key) ?? null,
  setItem: (key, value) => stored.set(key, value),
  removeItem: key => stored.delete(key),
} });
