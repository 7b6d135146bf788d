// @ts-check
// What is done first: this tab takes its lock, so that other tabs do not think that it has gone,
// gets its looks, and asks who serves the page and which cards it will show. The rest of the page
// is made meanwhile.
import { BoardAPI, enter } from './api.js';
import { cardsValues, showsAll } from './board-content.js';
import { readAddress } from './address.js';
import { LOOKS } from './look.js';
import { holdLock } from './tabs.js';

holdLock();
for (const look of LOOKS) look.show();

/**
 * @param {ReturnType<readAddress>} address @param {string} name
 * @returns {Promise<CardsDocument>}
 */
const cardsOf = ({ at, grouping, view }, name) =>
  new BoardAPI(name).get('cards', cardsValues(at, showsAll(view, grouping)));

/** @type {?Promise<?CardsDocument>} The cards, if they are requested as soon as there is a key. */
let early = null;

/** What the server says about itself; null if this page has no secret for it. */
export const entered = enter(() => {
  const address = readAddress();
  if (address.name) early = cardsOf(address, address.name).catch(() => null);
});

/** @type {Promise<?CardsDocument>} The cards of the board and the moment that the URL names. */
export const firstCards = entered.then(async server => {
  if (!server) return null;
  const address = readAddress();
  return await early ?? cardsOf(address, address.name ?? server.current);
});

// The page reports a failure when it waits for these; here it must not count as unhandled.
for (const each of [entered, firstCards]) each.catch(() => {});
