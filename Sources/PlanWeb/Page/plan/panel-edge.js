// @ts-check
// The edge of the open plan, at which it is made wider and narrower: with the pointer, or with the
// arrow keys while the edge has the focus. This browser stores the width.
import { h } from '../controls/dom.js';

const KEY = 'pmgit.panel';
/** The width by which a key moves the edge, the least width, and that of the board, in pixels. */
const [STEP, LEAST, BOARD] = [32, 352, 320];

export class PanelEdge {
  /** @param {HTMLElement} side */
  constructor(side) {
    this.side = side;
    this.node = h('div.edge', {
      role: 'separator',
      tabindex: '0',
      'aria-label': 'Width of the open plan',
      'aria-controls': side.id,
      'aria-orientation': 'vertical',
      title: 'Drag to change the width, double-click to restore it',
      ondblclick: () => this.#choose(null),
      onkeydown: event => this.#key(event),
      onpointerdown: event => this.#drag(event),
    });
    side.before(this.node);
    addEventListener('resize', () => this.draw());
    addEventListener('storage', ({ key }) => { if (key === KEY) this.draw(); });
  }

  /** The stored width in pixels; null by default. */
  get #kept() {
    try { return Number(localStorage.getItem(KEY)) || null; } catch { return null; }
  }

  /** Shows a width, by default the stored one. */
  draw(width = this.#kept) {
    const { style } = document.documentElement;
    const most = Math.max(LEAST, innerWidth - BOARD);
    if (width) style.setProperty('--panel', `${within(width, most)}px`);
    else style.removeProperty('--panel');
    const values = { now: Math.round(this.side.offsetWidth), min: LEAST, max: most };
    for (const [name, value] of Object.entries(values)) {
      this.node.setAttribute(`aria-value${name}`, String(value));
    }
    this.node.setAttribute('aria-valuetext', `${values.now} pixels`);
  }

  /** Stores a width, and shows it. @param {?number} width null for the default */
  #choose(width) {
    const kept = width && within(width, Math.max(LEAST, innerWidth - BOARD));
    try {
      if (kept) localStorage.setItem(KEY, String(kept)); else localStorage.removeItem(KEY);
    } catch { /* The browser stores nothing. */ }
    this.draw(kept);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const width = this.side.offsetWidth;
    const wanted = {
      ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: LEAST, End: Infinity, Enter: null,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    // The arrows would also go to other cards.
    event.stopPropagation();
    this.#choose(wanted);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (event.button !== 0) return;
    const { node } = this;
    const end = this.side.getBoundingClientRect().right;
    // The press may be beside the edge itself.
    const apart = end - this.side.offsetWidth - event.clientX;
    const of = ({ clientX }) => end - clientX - apart;
    const dragged = new AbortController();
    const { signal } = dragged;
    node.setPointerCapture(event.pointerId);
    document.body.classList.add('resizing');
    node.addEventListener('pointermove', moved => this.draw(of(moved)), { signal });
    node.addEventListener('pointerup', up => {
      if (up.clientX !== event.clientX) this.#choose(of(up));
    }, { signal });
    // After 'pointerup', and also if the browser takes the pointer away.
    node.addEventListener('lostpointercapture', () => {
      dragged.abort();
      document.body.classList.remove('resizing');
      this.draw();
    }, { signal });
  }
}

/** @param {number} width @param {number} most */
const within = (width, most) => Math.round(Math.max(LEAST, Math.min(width, most)));
