// @ts-check
// The comments on a plan.
import { button, fill, h, shortName } from '../controls/dom.js';
import { face } from '../controls/chips.js';
import { formatBar } from '../controls/format-bar.js';
import { named } from '../commands/acts.js';
import { keyed } from '../commands/keys.js';
import { markdown } from '../controls/markdown.js';
import { mentioning } from './mentions.js';
import { sendBy } from '../controls/parts.js';
import { withMentions } from './mention-marks.js';
import { withPlanLinks } from './id-links.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */

/** @type {Part} */
export const comments = {
  name: 'comments',
  words: detail => detail.comments.map(comment => `${comment.by}: ${comment.text}`).join('\n'),
  draw,
};

/** @param {PlanPanel} panel */
function draw(panel) {
  const { comments: written } = panel.detail;
  return [
    h('h3', null, written.length ? `Comments (${written.length})` : 'Comments'),
    written.map(comment => one(panel, comment)),
  ];
}

/** @type {Part} */
export const newComment = {
  name: 'new-comment',
  draw: panel => panel.isFixed ? [] : commentForm(panel),
};

/** @param {PlanPanel} panel */
function commentForm(panel) {
  const field = h('textarea', {
    rows: '3',
    value: '',
    'aria-label': 'A new comment, in Markdown',
    placeholder: 'Write a comment',
    dir: 'auto',
    ...keyed('comment'),
  });
  const box = mentioning(field, panel.names, 'mentions');
  panel.texts.keep(field, 'comment');
  const send = () => field.value.trim() && panel.texts.save(field, commit =>
    panel.changes.post('comment', { plans: [panel.id], text: field.value, commit },
      `Commented on ${named(panel.state, [panel.id])}`),
  { clears: true });
  sendBy(field, send);
  return h('div.write-comment', null,
    box,
    h('div.buttons', null,
      formatBar(field),
      button('Send', send, { class: 'primary', title: 'Ctrl+Enter' })));
}

/** @param {PlanPanel} panel @param {PlanComment} comment */
function one(panel, comment) {
  const send = (values, words) =>
    panel.changes.post('comment', { plan: panel.id, ...values }, words);
  const text = withMentions(
    withPlanLinks(h('div.text', null, markdown(comment.blocks)), panel), panel.names);
  const write = () => {
    const field = h('textarea', {
      rows: '4',
      'aria-label': 'Comment, in Markdown',
      dir: 'auto',
      'data-editor': true,
      value: comment.text,
    });
    const box = mentioning(field, panel.names, `mentions-${comment.id}`);
    const kept = panel.texts.keep(field, `comment/${comment.id}`, { hasButtons: true });
    const save = () => panel.texts.save(field,
      commit => send({ edit: comment.id, text: field.value, commit }, 'Changed the comment'));
    sendBy(field, save);
    fill(text, box, kept, h('div.buttons', null,
      formatBar(field),
      button('Discard', () => panel.texts.giveUp(field)),
      button('Save', save, { class: 'primary' })));
    return field;
  };
  if (!panel.isFixed && panel.texts.hasDraft(`comment/${comment.id}`, comment.text)) write();
  return h('article.comment', null,
    face(comment.by),
    h('p.by', null,
      h('span', { dir: 'auto' }, shortName(comment.by)),
      h('small', null, comment.when),
      !panel.isFixed && [button('Edit', () => write().focus(), { class: 'quiet' }),
        button('Delete', () => send({ delete: comment.id }, 'Deleted the comment'),
          { class: 'quiet' })]),
    text);
}
