// @ts-check
// A published board: the data of files beside the page replace a server. 'pmgit export --site'
// replaces api.js and follow.js by this file. No requests are sent. Data are loaded as scripts,
// because a page that was opened as a file can't load anything else.
import { Problem } from '../state/problem.js';
import { PublishedPast } from './published-past.js';
import { PublishedQuery } from './published-query.js';
import { age } from '../state/days.js';
import { dueWords, localToday } from './published-time.js';

/** @type {any} The functions that the scripts with data call. */
const scope = window;

/**
 * @type {any} The data that every view needs: the cards, the settings, and the answers to fixed
 * questions.
 */
let board = null;

/** @type {Map<string, (found: any) => void>} The functions that wait for a script, by its name. */
const waiting = new Map();
/** @type {Map<string, Promise<any>>} The data of scripts, by name. */
const scripts = new Map();

scope.pmgitData = (name, text) => waiting.get(name)?.(JSON.parse(text));

const policy = scope.trustedTypes?.createPolicy('pmgit', { createScriptURL: path => path })
  ?? { createScriptURL: path => path };

/**
 * Loads the data of a script, once.
 * @param {string} name lower-case letters and digits, with one slash at most
 */
function data(name) {
  const known = scripts.get(name);
  if (known) return known;
  const found = new Promise((resolve, reject) => {
    if (!/^[a-z0-9-]+(\/[a-z0-9]+)?$/.test(name)) {
      throw new Error(`there are no data called ${name}`);
    }
    const script = document.createElement('script');
    const fail = () => {
      scripts.delete(name);
      reject(new Problem({
        message: 'a file of this page is missing',
        hints: [`${name}.js should be beside index.html`],
      }));
    };
    waiting.set(name, resolve);
    script.addEventListener('load', () => { script.remove(); fail(); });
    script.addEventListener('error', () => { script.remove(); fail(); });
    script.src = policy.createScriptURL(`data/${name}.js`);
    document.head.append(script);
  });
  scripts.set(name, found);
  return found;
}

/** Returns what the page needs before it shows a board. @returns {Promise<ServerDocument>} */
export async function enter() {
  board = await data('board');
  return { ...board.server, boards: [], readOnly: true, me: null, remote: null, syncs: false };
}

/** Whether a query can be answered without pmgit. @param {string} query */
export const isKnown = query => new PublishedQuery(board, localToday()).isKnown(query);

export const keyId = () => undefined;
export const askOthers = () => Promise.resolve();

/** A published board does not change, so there is nothing to follow. */
export class Follower {
  run() {}
}

/**
 * The defaults of members that are left out of the data if they are null or empty: of cards, of
 * plans, and of the documents of plans.
 */
const CARD = {
  assignees: [], labels: [], fields: [], blockers: [], parents: [], checklist: null, children: null,
  created: null, updated: null,
};
const PLAN = {
  assignees: [], labels: [], aliases: [], checklist: [], comments: [], files: [], custom: {},
  created: null, updated: null,
};
const DETAIL = {
  body: [], comments: [], files: [], links: [], blocks: [], relating: [], children: [], commits: [],
  problems: [], created: null, updated: null,
};

/** Returns an object in which all properties of plans are null. */
const unset = () => Object.fromEntries(board.cards.properties.map(({ name }) => [name, null]));

/**
 * Returns a card with its words for the current day.
 * @param {any} card @param {string} today @param {number} now in milliseconds
 */
const aged = (card, today, now) => ({
  ...unset(),
  ...CARD,
  ...card,
  conflicts: [],
  unshared: null,
  age: age(card.since, now),
  stale: now - Date.parse(card.since ?? '') >= 14 * 86_400_000,
  dueWords: card.due && dueWords(card.due, today, card.done),
  overdue: Boolean(card.due && card.due < today && !card.done),
});

/** @type {?Promise<PublishedPast>} The past of the board; null until it is first needed. */
let read = null;

const past = () => read ??= data('past')
  .then(({ moments }) => new PublishedPast(moments, board.cards), problem => {
    read = null;
    throw problem;
  });

/**
 * Returns the cards at a commit or a time of the past; null for the present.
 * @param {?string} at
 */
async function cards(at) {
  const found = at ? (await past()).cards(at) : { ...board.cards, today: localToday() };
  const now = found.past ? Date.parse(found.past.at) : Date.now();
  return { ...found, plans: found.plans.map(card => aged(card, found.today, now)) };
}

/**
 * Returns the query engine for a moment. In the past there are no saved views, and only those
 * special terms that the cards of that time can answer.
 * @param {?string} at
 */
async function queryAt(at) {
  if (!at) return new PublishedQuery(board, localToday());
  const found = (await past()).cards(at);
  const places = fits => found.plans.flatMap((card, index) => fits(card) ? [index] : []);
  const terms = {
    'is:open': places(card => !card.done),
    'is:closed': places(card => card.done),
    'is:unassigned': places(card => !card.assignees?.length),
    'is:blocked': places(card => !card.done && card.blockers?.length > 0),
  };
  return new PublishedQuery({ cards: found, terms, views: [] }, found.today);
}

/** @type {Record<string, (values: any) => any>} The answers to the page's questions. */
const ANSWERS = {
  cards: ({ at }) => cards(at),
  matches: async ({ q, at }) => ({ plans: (await queryAt(at)).ids(q), deleted: 0 }),
  moments: async ({ n }) => ({ moments: (await past()).moments.slice(0, n) }),
  diff: async ({ from, to }) => ({ plans: (await past()).differences(from, to) }),
  plan: ({ id, at }) => {
    if (at) {
      throw new Problem({
        code: 'no-plan',
        message: 'a published page has the plans as they are now',
        hints: ['go back to now to open one; its history has what was changed'],
      });
    }
    return plan(id);
  },
  story: async ({ q }) => ({ entries: (await planData(q)).story }),
  settings: () => ({
    views: board.views.map(({ plans, ...view }) => ({ ...view, query: `view:${view.name}` })),
  }),
  people: () => board.people,
  labels: () => board.labels,
  milestones: async () => (await data('milestones')),
  roadmap: async ({ by, q }) => roadmap(await data('roadmap'), by, q),
  chart: async ({ kind, since }) => (await data('charts')).charts[`${kind}/${since ?? ''}`],
  stats: async ({ since }) => (await data('charts')).stats[since ?? ''],
  forecast: async () => {
    const { forecast } = await data('charts');
    if (forecast.error) throw new Problem(forecast.error);
    return forecast;
  },
};

/** Returns the data of a plan: its document and its history. @param {string} id */
async function planData(id) {
  const found = board.cards.plans.some(card => card.id === id)
    && (await data(`plans/${id.slice(0, board.prefix)}`))[id];
  if (!found) {
    throw new Problem({ code: 'unknown-plan', message: 'this plan is not published', hints: [] });
  }
  return found;
}

/** Returns the document of a plan, with times in words relative to now. @param {string} id */
async function plan(id) {
  const found = (await planData(id)).detail;
  const detail = {
    ...DETAIL,
    ...found,
    commit: board.cards.commit,
    plan: { ...unset(), ...PLAN, ...found.plan, body: '' },
  };
  const now = Date.now();
  const at = Object.fromEntries(detail.plan.comments.map(each => [each.id, each.at]));
  const files = Object.fromEntries(detail.plan.files.map(each => [each.id, each.at]));
  const words = time => time ? age(time, now, true) : 'at an unknown time';
  return {
    ...detail,
    conflicts: [],
    links: detail.links.map(each => ({ ...each, plan: each.plan ? related(each.plan) : null })),
    blocks: detail.blocks.map(related),
    relating: detail.relating.map(related),
    children: detail.children.map(related),
    created: detail.created && words(detail.plan.created?.at),
    updated: detail.updated && words(detail.plan.updated),
    comments: detail.comments.map(each => ({ ...each, when: words(at[each.id]) })),
    files: detail.files.map(each => ({ ...each, when: words(files[each.id]) })),
  };
}

/** Returns what a link shows of its plan. @param {string} id @returns {RelatedPlan} */
function related(id) {
  const { short, title, state, done } = board.cards.plans.find(card => card.id === id);
  return {
    id,
    short,
    title,
    column: board.cards.columns.find(each => each.id === state)?.title ?? state,
    done,
  };
}

/** Returns the roadmap with a grouping, restricted to the plans that a query finds. */
function roadmap(roads, by, query) {
  const { plans } = roads;
  const found = roads.roads[by] ?? roads.roads.usual;
  const road = {
    ...found,
    groups:
      found.groups.map(group => ({ ...group, plans: group.plans.map(index => plans[index]) })),
  };
  if (!query?.trim()) return road;
  const wanted = new Set(new PublishedQuery(board, localToday()).ids(query));
  const groups = road.groups.map(group => ({
    ...group,
    plans: group.plans.filter(each => wanted.has(each.plan)),
  }));
  return { ...road, groups: groups.filter(group => group.plans.length > 0) };
}

/** The interface of the board. */
export class BoardAPI {
  /**
   * @param {string} question @param {any} [values]
   * @returns {Promise<any>} the document of the answer
   */
  async get(question, values = {}) {
    const answer = ANSWERS[question];
    if (!answer) throw new Problem({ message: 'a published board can’t answer this', hints: [] });
    return answer(values);
  }

  /**
   * Returns the URL of an attached file, relative to the page.
   * @param {{file: string, plan: string}} values
   */
  address({ plan: id, file }) {
    const path = board.files[`${id}/${file}`];
    return path ? `files/${path}` : null;
  }

  /** Fails. It is called only for files without a URL, whose content is missing. */
  file() {
    return Promise.reject(new Problem({
      code: 'missing-content',
      message: 'the content of this file is not on the board',
      hints: [],
    }));
  }

  post() {
    return Promise.reject(
      new Problem({ code: 'read-only', message: 'a published board can’t be changed', hints: [] }));
  }
}
