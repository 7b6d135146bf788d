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

/** What the server says about itself; null if this page has no secret for it. */
export const entered = enter();

/** @type {Promise<?CardsDocument>} The cards of the board and the moment that the URL names. */
export const firstCards = entered.then(server => {
  const { name, at, grouping, view } = readAddress();
  return server && new BoardAPI(name ?? server.current)
    .get('cards', cardsValues(at, showsAll(view, grouping)));
});

// The page reports a failure when it waits for these; here it must not count as unhandled.
for (const each of [entered, firstCards]) each.catch(() => {});
