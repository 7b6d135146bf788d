// What a person can do on the board, by whatever hand: a key, a menu, a drag, a button. Each act is the
// command of the same name, and names the commit on which it was decided.
import { say } from './dom.js';
import { toast } from './toast.js';

const titleOf = (state, id) => state.cards.get(id)?.title ?? id;

/** What was done to plans, in words: “Fix login”, or 3 plans. */
export const named = (state, ids) => ids.length === 1 ? `“${titleOf(state, ids[0])}”` : `${ids.length} plans`;

/** Makes a change and shows it; a failure is told, and nothing is left of it. */
export async function change(state, deed, body, { done, action, notes = true } = {}) {
  let answer;
  try {
    answer = await state.during(commit => state.api.post(deed, { commit, ...body }));
  } catch (problem) {
    await state.load().catch(() => {});
    toast(problem.message, null, [], problem);
    return null;
  }
  const text = answer.changed === false ? 'Nothing to change' : done(answer);
  say(text);
  const next = action === undefined ? { label: 'Undo', act: () => undo(state) } : action;
  toast(text, answer.changed === false ? null : next, notes ? answer.notices : answer.notices?.filter(notice => notice.warning));
  // It is done; that the connection broke behind it is told by what follows the board.
  await state.catchUp().catch(() => {});
  return answer;
}

/**
 * Moves plans to a column, which is shown at once.
 * @param {?{above: ?string, below: ?string}} between the neighbours on the page; null for the column's end
 */
export function move(state, ids, columnID, between = null) {
  const column = state.column(columnID);
  const isReversed = column.kind === 'done';
  const [prev, next] = isReversed ? [between?.below, between?.above] : [between?.above, between?.below];
  const place = next ? { before: next } : prev ? { after: prev } : {};
  state.place(ids, columnID, { prev, next });
  return change(state, 'move', { plans: ids, column: columnID, ...place }, {
    done: () => {
      const now = state.lanes().find(lane => lane.column.id === columnID)?.cards ?? [];
      const number = now.findIndex(card => card.id === ids[0]) + 1;
      return `Moved ${named(state, ids)} to ${column.title}` + (number ? `, ${number} of ${now.length}` : '');
    },
  });
}

export const edit = (state, ids, fields, words) =>
  change(state, 'edit', { plans: ids, ...fields }, { done: () => words ?? `Changed ${named(state, ids)}` });

export function remove(state, ids) {
  const name = named(state, ids);
  return change(state, 'delete', { plans: ids }, { done: () => `Deleted ${name}` });
}

export async function add(state, fields) {
  const answer = await change(state, 'add', fields, { done: () => `Added “${fields.title}”` });
  return answer?.plan?.id;
}

// An undo is of what was done last, wherever: it names no commit.
export const undo = state => change(state, 'undo', { commit: undefined }, {
  done: answer => answer.changes.map(each => `Undid: ${each.subject}`).join('; '), action: { label: 'Redo', act: () => redo(state) }, notes: false,
});

export const redo = state => change(state, 'redo', { commit: undefined }, {
  done: answer => answer.changes.map(each => `Did again: ${each.subject}`).join('; '), notes: false,
});

export function sync(state) {
  say('Synchronising');
  return change(state, 'sync', { commit: undefined }, { done: answer => answer.message, action: null });
}

export const take = (state, id) =>
  change(state, 'take', { plan: id }, { done: () => `Took ${named(state, [id])}` });
