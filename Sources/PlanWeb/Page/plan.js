// One plan beside the board: all that it has, each part changed where it stands. A part that is being written is
// never replaced: what others change under it is shown beside it.
import { button, fill, h, isWriting, moment, shortName } from './dom.js';
import { change, edit, named, remove, take } from './acts.js';
import { conflictForm } from './conflicts.js';
import { dropDraft, keeping } from './drafts.js';
import { markdown } from './markdown.js';

const PRIORITIES = ['none', 'low', 'medium', 'high', 'urgent'];

export class PlanPanel {
  id = null;
  #detail = null;

  constructor(side, state, handlers) {
    Object.assign(this, { side, state, handlers });
    side.addEventListener('keydown', event => {
      if (event.key === 'Escape' && !event.defaultPrevented) { event.stopPropagation(); this.#escape(event.target); }
    });
  }

  async open(id) {
    this.id = id;
    this.#detail = null;
    this.side.hidden = false;
    document.body.classList.add('beside');
    fill(this.side, h('p.hint', null, 'Reading …'));
    await this.refresh();
    this.side.querySelector('.close')?.focus();
  }

  close() {
    if (this.side.hidden) return;
    const { id } = this;
    this.id = null;
    this.side.hidden = true;
    fill(this.side);
    document.body.classList.remove('beside');
    this.handlers.closed(id);
  }

  #escape(from) {
    if (isWriting(from)) from.blur(); else this.close();
  }

  /** Reads the plan again, and draws those parts that nobody writes in. */
  async refresh() {
    const { id, state } = this;
    if (!id) return;
    let detail;
    try {
      detail = await state.api.get('plan', { id, at: state.at });
    } catch (problem) {
      if (this.id === id) this.#gone(problem);
      return;
    }
    if (this.id !== id) return;
    const before = this.#detail;
    this.#detail = detail;
    if (before && JSON.stringify({ ...before, commit: 0 }) === JSON.stringify({ ...detail, commit: 0 })) return;
    const scroll = this.side.scrollTop;
    const active = this.side.contains(document.activeElement) ? document.activeElement : null;
    const isBusy = active && isWriting(active)
      && (active.matches('.body') || active.value !== (active.dataset.shown ?? ''));
    if (isBusy) this.#drawAround(active.closest('[data-part]'), before); else this.#drawKeepingFocus(active);
    this.side.scrollTop = scroll;
  }

  /** Draws all parts, and gives the focus back to what it was on: to the field or button of the same name. */
  #drawKeepingFocus(active) {
    const nameOf = node => node.getAttribute('aria-label') ?? node.closest('label')?.textContent ?? node.textContent;
    const part = active?.closest('[data-part]')?.dataset.part;
    const [name, tag] = active ? [nameOf(active), active.tagName] : [];
    this.#draw();
    if (!part) return;
    [...this.side.querySelectorAll(`[data-part=${part}] ${tag}`)].find(node => nameOf(node) === name)?.focus();
  }

  #gone(problem) {
    const texts = [...this.side.querySelectorAll('textarea, input[type=text]')].map(field => field.value).filter(Boolean);
    fill(this.side, h('p', null, problem.message), problem.hints.map(hint => h('p.hint', null, hint)),
      texts.length > 0 && h('details', { open: true }, h('summary', null, 'What was being written'),
        texts.map(text => h('pre', null, text))),
      button('Close', () => this.close(), { class: 'close' }));
  }

  // Drawing

  #parts() {
    return [
      ['head', () => this.#head()], ['conflicts', () => this.#conflicts()], ['fields', () => this.#fields()],
      ['body', () => this.#body()], ['checklist', () => this.#checklist()], ['links', () => this.#links()],
      ['comments', () => this.#comments()], ['commits', () => this.#commits()], ['history', () => this.#history()],
    ];
  }

  #draw() {
    fill(this.side, ...this.#parts().map(([name, make]) =>
      h('section', { 'data-part': name }, make())));
  }

  /** Draws all parts but the one that is being written in, which is told what changed under it. */
  #drawAround(busy, before) {
    for (const [name, make] of this.#parts()) {
      const node = this.side.querySelector(`[data-part=${name}]`);
      if (node === busy) this.#note(node, name, before); else node?.replaceChildren(...[make()].flat(Infinity).filter(Boolean));
    }
  }

  #note(node, name, before) {
    const [old, now] = [before, this.#detail].map(detail => JSON.stringify(this.#content(name, detail)));
    if (old === now) return;
    node.querySelector('.meanwhile')?.remove();
    node.append(h('p.meanwhile', { role: 'status' }, 'Changed meanwhile. Now: ',
      h('span', { dir: 'auto' }, name === 'body' ? this.#detail.plan.body : JSON.stringify(this.#content(name, this.#detail))),
      ' What you save stands beside it, for a decision.'));
  }

  #content(name, detail) {
    const { plan } = detail;
    switch (name) {
      case 'head': return plan.title;
      case 'fields': return [plan.state, plan.due, plan.priority, plan.owner, plan.estimate, plan.assignees, plan.labels];
      case 'body': return plan.body;
      case 'comments': return detail.comments.length;
      default: return detail[name];
    }
  }

  /** Saves what a field says: from now on nobody writes in it. */
  #saveField(field, fields, words) {
    field.dataset.shown = field.value;
    return this.#save(fields, words);
  }

  #save(fields, words) { return edit(this.state, [this.id], { ...fields, commit: this.#detail.commit }, words); }

  get #fixed() { return this.state.isReadOnly; }

  #head() {
    const { plan, short, column, created, updated } = this.#detail;
    const title = h('textarea.title', { rows: '1', 'aria-label': 'Title', dir: 'auto', readonly: this.#fixed, value: plan.title });
    const kept = this.#keep(title, 'title', plan.title);
    title.addEventListener('keydown', event => {
      if (event.key === 'Enter') { event.preventDefault(); title.blur(); }
    });
    title.addEventListener('change', async () => {
      const text = title.value.replace(/\s+/g, ' ').trim();
      title.dataset.shown = title.value;
      if (text === this.#detail.plan.title) return dropDraft(this.state, `${this.id}/title`);
      if (await edit(this.state, [this.id], { title: text, commit: title.dataset.commit }, `Changed the title of ${short}`)) {
        dropDraft(this.state, `${this.id}/title`);
      }
    });
    return [
      h('p.top', null, h('span.id', { title: plan.id }, short), h('span', null, column),
        button('Link', () => this.handlers.copyLink(this.id), { title: 'Copy the address of this plan' }),
        !this.#fixed && button('Take', () => take(this.state, this.id), { title: 'Become its owner' }),
        !this.#fixed && button('Delete', () => { const { id } = this; this.close(); remove(this.state, [id]); }),
        button('×', () => this.close(), { class: 'close', 'aria-label': 'Close the plan' })),
      title, kept,
      h('p.hint', null, [created && `added ${created}`, plan.created?.by && `by ${shortName(plan.created.by)}`,
        updated && `changed ${updated}`].filter(Boolean).join(', ')),
      this.#detail.problems.map(problem => h('p.warning', null, problem)),
    ];
  }

  /** Keeps what is written in a field; tells of what was kept from earlier. */
  #keep(field, part, saved) {
    const name = `${this.id}/${part}`;
    const kept = keeping(field, this.state, name);
    if (!kept) { field.value = saved; return null; }
    if (kept.text === saved) { dropDraft(this.state, name); return null; }
    return h('p.meanwhile', null, 'Not saved yet, kept from ', moment(new Date(kept.at).toISOString()), '. ',
      button('Save', () => field.dispatchEvent(new Event('change'))),
      button('Discard', () => { dropDraft(this.state, name); field.value = saved; this.#draw(); }));
  }

  #conflicts() {
    return this.#detail.conflicts.map(field => conflictForm(this.state, this.id, field));
  }

  #fields() {
    const { plan } = this.#detail;
    const { state } = this;
    const row = (name, control) => h('label.field', null, h('span', null, name), control);
    const select = (name, field, values, now) => row(name, h('select', {
      disabled: this.#fixed, onchange: event => this.#saveField(event.target, { [field]: event.target.value }, `${name}: ${event.target.selectedOptions[0].text}`),
    }, values.map(([value, label]) => h('option', { value, selected: value === now }, label))));
    const text = (name, field, now, props = {}) => row(name, h('input', {
      type: 'text', value: now ?? '', readonly: this.#fixed, dir: 'auto', ...props,
      onchange: event => this.#saveField(event.target, { [field]: event.target.value.trim() || 'none' }, `${name}: ${event.target.value || 'none'}`),
    }));
    const members = (name, field, now, list) => row(name, h('input', {
      type: 'text', value: now.join(', '), readonly: this.#fixed, dir: 'auto', list, placeholder: 'separated by commas',
      onchange: event => this.#saveField(event.target, { [field]: event.target.value.split(',').map(each => each.trim()).filter(Boolean) },
        `${name}: ${event.target.value || 'none'}`),
    }));
    const columns = state.columns.map(column => [column.id, column.title]);
    return [
      select('Column', 'column', columns, plan.state),
      text('Due', 'due', plan.due, { placeholder: 'fri, 2w, 2026-12-24' }),
      select('Priority', 'priority', PRIORITIES.map(each => [each, each]), plan.priority ?? 'none'),
      text('Owner', 'owner', plan.owner, { list: 'people', placeholder: '@me' }),
      members('Assigned', 'assignees', plan.assignees, 'people'),
      members('Labels', 'labels', plan.labels, 'labels'),
      text('Estimate', 'estimate', plan.estimate == null ? '' : String(plan.estimate), { inputmode: 'numeric' }),
      plan.aliases.length > 0 && h('p.hint', null, 'Also called ' + plan.aliases.join(', ')),
    ];
  }

  #body() {
    const { plan, body } = this.#detail;
    const part = h('div', null, h('h3', null, 'Description',
      !this.#fixed && button(body.length ? 'Edit' : 'Write', () => write(), { class: 'quiet' })),
      body.length ? h('div.text', null, markdown(body)) : h('p.hint', null, 'None yet'));
    const write = () => {
      const field = h('textarea.body', { rows: '12', 'aria-label': 'Description, in Markdown', dir: 'auto', value: plan.body });
      const kept = this.#keep(field, 'body', plan.body);
      const name = `${this.id}/body`;
      const save = async () => {
        if (await edit(this.state, [this.id], { body: field.value, commit: field.dataset.commit }, 'Changed the description')) {
          dropDraft(this.state, name);
          this.#draw();
        }
      };
      field.addEventListener('keydown', event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); save(); }
      });
      field.addEventListener('change', () => {});
      fill(part, h('h3', null, 'Description'), kept ?? '', field, h('p.buttons', null,
        button('Discard', () => { dropDraft(this.state, name); this.#draw(); }),
        button('Save', save, { class: 'primary', title: 'Ctrl+Enter' })));
      if (document.activeElement !== field) field.focus();
    };
    if (!this.#fixed && localStorage.getItem(`pmgit.draft/${this.state.server.repository}/${this.state.name}/${this.id}/body`)) write();
    return part;
  }

  #checklist() {
    const { plan } = this.#detail;
    const field = h('input', { type: 'text', 'aria-label': 'A new line of the checklist', placeholder: 'A new line', dir: 'auto' });
    const check = (item, act) => change(this.state, 'check', {
      plans: [this.id], lines: [item.id], act, commit: this.#detail.commit,
    }, { done: () => ({ check: 'Ticked off', uncheck: 'Not done', remove: 'Removed' })[act] + ` “${item.text}”` });
    return [
      (plan.checklist.length > 0 || !this.#fixed) && h('h3', null, 'Checklist'),
      h('ul.checklist', null, plan.checklist.map(item => h('li', null,
        h('label', { dir: 'auto' }, h('input', {
          type: 'checkbox', checked: item.done, disabled: this.#fixed,
          onchange: event => check(item, event.target.checked ? 'check' : 'uncheck'),
        }), h('span', null, item.text)),
        !this.#fixed && button('×', () => check(item, 'remove'), { 'aria-label': `Remove “${item.text}”`, class: 'quiet' })))),
      !this.#fixed && h('form', {
        onsubmit: async event => {
          event.preventDefault();
          const text = field.value.trim();
          if (!text) return;
          field.value = '';
          if (!await this.#save({ check: [text] }, 'Added a line')) field.value = text;
        },
      }, field),
    ];
  }

  #links() {
    const { links, blocks, children, relating } = this.#detail;
    const plan = of => button(`${of.short} ${of.title}`, () => this.handlers.open(of.id), { class: 'link' + (of.done ? ' done' : ''), dir: 'auto' });
    const group = (name, plans) => plans.length > 0 && h('li', null, h('span', null, name), plans.map(plan));
    const field = h('input', { type: 'text', 'aria-label': 'A new link', placeholder: 'blocked-by:ID, parent:ID, relates:ID', list: 'link-kinds' });
    return [
      (links.length > 0 || blocks.length + children.length + relating.length > 0 || !this.#fixed) && h('h3', null, 'Links'),
      h('ul.links', null,
        links.map(link => h('li', null, h('span', null, link.kind), link.plan ? plan(link.plan) : h('span', null, link.link),
          !this.#fixed && button('×', () => this.#save({ noLink: [link.link] }, 'Took off a link'), { 'aria-label': `Take off ${link.link}`, class: 'quiet' }))),
        group('blocks', blocks), group('children', children), group('related', relating)),
      !this.#fixed && h('form', {
        onsubmit: event => {
          event.preventDefault();
          const text = field.value.trim();
          if (!text) return;
          field.value = '';
          this.#save({ link: [text] }, 'Linked').then(done => { if (!done) field.value = text; });
        },
      }, field, h('datalist', { id: 'link-kinds' }, ['blocked-by:', 'blocks:', 'parent:', 'child:', 'relates:', 'commit:'].map(value => h('option', { value })))),
    ];
  }

  #comments() {
    const { comments } = this.#detail;
    const field = h('textarea', { rows: '3', 'aria-label': 'A new comment, in Markdown', placeholder: 'Comment; Ctrl+Enter sends it', dir: 'auto' });
    const name = `${this.id}/comment`;
    if (!this.#fixed) keeping(field, this.state, name);
    const send = async () => {
      if (!field.value.trim()) return;
      const text = field.value;
      const sent = await change(this.state, 'comment', { plans: [this.id], text, commit: this.#detail.commit },
        { done: () => `Commented on ${named(this.state, [this.id])}` });
      if (!sent) return;
      field.value = '';
      dropDraft(this.state, name);
      this.#draw();
    };
    field.addEventListener('keydown', event => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); send(); }
    });
    return [
      h('h3', null, comments.length ? `Comments (${comments.length})` : 'Comments'),
      comments.map(comment => this.#comment(comment)),
      !this.#fixed && h('div', null, field, h('p.buttons', null, button('Comment', send))),
    ];
  }

  #comment(comment) {
    const text = h('div.text', null, markdown(comment.blocks));
    const send = (fields, words) => change(this.state, 'change-comment', {
      plan: this.id, comment: comment.id, commit: this.#detail.commit, ...fields,
    }, { done: () => words });
    const write = () => {
      const field = h('textarea', { rows: '4', 'aria-label': 'Comment, in Markdown', dir: 'auto', value: comment.text });
      const save = async () => { if (await send({ text: field.value }, 'Changed the comment')) { field.blur(); this.#draw(); } };
      fill(text, field, h('p.buttons', null, button('Discard', () => this.#draw()), button('Save', save, { class: 'primary' })));
      field.focus();
    };
    return h('article.comment', null,
      h('p.hint', null, `${comment.by}, ${comment.when} `,
        !this.#fixed && [button('Edit', write, { class: 'quiet' }),
          button('Delete', () => send({}, 'Deleted the comment'), { class: 'quiet' })]), text);
  }

  #commits() {
    const { commits } = this.#detail;
    return commits.length > 0 && [h('h3', null, 'Commits of the code'), h('ul', null, commits.map(commit =>
      h('li', null, h('code', null, commit.id.slice(0, 7)), ' ', commit.words ?? 'not in this clone')))];
  }

  #history() {
    const { id, state } = this;
    const list = (name, question, draw) => {
      const details = h('details', null, h('summary', null, name));
      details.addEventListener('toggle', async () => {
        if (!details.open || details.childElementCount > 1) return;
        try { details.append(draw(await state.api.get(question, question === 'blame' ? { id, at: state.at } : { q: id, n: 200 }))); }
        catch (problem) { details.append(h('p.hint', null, problem.message)); }
      });
      return details;
    };
    const words = value => value == null ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
    return [
      list('History', 'log', ({ events }) => h('ul.events', null, events.map(event => h('li', null,
        h('p.hint', null, `${moment(event.at)}, ${shortName(event.by)}`,
          button('the board then', () => this.handlers.goTo(event.commit), { class: 'quiet' })),
        h('p', { dir: 'auto' }, `${event.field}: `, h('del', null, words(event.old)), ' → ', h('ins', null, words(event.new))))))),
      list('Who wrote what', 'blame', ({ values }) => h('table', null, h('tbody', null, values.map(value => h('tr', null,
        h('th', { scope: 'row' }, value.line ? `line ${value.line}` : value.field),
        h('td', { dir: 'auto' }, words(value.value)),
        h('td', null, value.by ? shortName(value.by) : ''), h('td', null, moment(value.at))))))),
    ];
  }
}
