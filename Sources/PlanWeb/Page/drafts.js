// Texts that are being written, kept by this browser until they are saved: a page that is closed, a server that ends
// and a line that breaks lose none of them.

const key = (state, name) => `pmgit.draft/${state.server.repository}/${state.name}/${name}`;

export const draftOf = (state, name) => {
  try { return JSON.parse(localStorage.getItem(key(state, name))); } catch { return null; }
};

export const keepDraft = (state, name, text, commit) =>
  localStorage.setItem(key(state, name), JSON.stringify({ text, commit, at: Date.now() }));

export const dropDraft = (state, name) => localStorage.removeItem(key(state, name));

/** The names of all drafts of a board. */
export function drafts(state) {
  const start = key(state, '');
  return Object.keys(localStorage).filter(each => each.startsWith(start)).map(each => each.slice(start.length));
}

export const hasDraft = (state, name) => localStorage.getItem(key(state, name)) != null;

/**
 * Makes a field keep what is written in it, with the commit at which the writing began.
 * @returns what was kept from earlier, or null
 */
export function keeping(field, state, name) {
  const kept = draftOf(state, name);
  field.dataset.draft = name;
  if (kept) {
    field.value = kept.text;
    field.dataset.commit = kept.commit;
  }
  field.addEventListener('input', () => keepDraft(state, name, field.value, field.dataset.commit ??= state.commit));
  return kept;
}
