// @ts-check
// Plans of an inbox to which one commit did the same, such as an import or the renaming of a label.

/** The smallest number of plans of one commit that are shown together. */
const TOGETHER = 5;

/** The words of a change that has a comment. */
const COMMENT = /^((edited|removed|restored) )?comment\b/;

/**
 * Returns the plans of a section in groups: those that one commit added or changed in the same way,
 * at the place of the first one, and each other plan alone.
 * @param {string} reason @param {InboxItem[]} plans @returns {InboxItem[][]}
 */
export function grouped(reason, plans) {
  /** @type {Map<string, InboxItem[]>} */
  const groups = new Map();
  for (const plan of plans) {
    const key = common(reason, plan);
    if (key) groups.set(key, [...groups.get(key) ?? [], plan]);
  }
  return plans.flatMap(plan => {
    const group = groups.get(common(reason, plan)) ?? [];
    if (group.length < TOGETHER) return [[plan]];
    return group[0] === plan ? [group] : [];
  });
}

/**
 * Returns the changes in words that all plans of a group have, of the one commit, with an ellipsis
 * if some have more.
 * @param {InboxItem[]} group
 */
export function commonChanges(group) {
  const all = group.map(plan => plan.entries[0].changes);
  const found = all[0].filter(change => all.every(changes => changes.includes(change)));
  const hasMore = found.length > 0 && all.some(changes => changes.length > found.length);
  return hasMore ? [...found, '…'] : found;
}

/**
 * What a plan must have in common with others: the only commit that changed it, and what it did,
 * unless it added the plan. Empty for a plan that is shown alone, as every one that was deleted or
 * has a new comment.
 * @param {string} reason @param {InboxItem} plan
 */
function common(reason, { column, entries, earlier }) {
  if (column === null || entries.length !== 1 || earlier > 0) return '';
  const [{ commit, changes }] = entries;
  if (reason === 'added') return commit;
  if (reason !== 'changed' || changes.some(change => COMMENT.test(change))) return '';
  return JSON.stringify([commit, changes]);
}
