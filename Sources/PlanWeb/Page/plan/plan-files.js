// @ts-check
// The files that are attached to a plan. Pictures are shown, and all files can be saved and
// removed.
import { button, h } from '../controls/dom.js';
import { icon } from '../controls/icons.js';
import { PICTURES, keepPictures, picture } from './pictures.js';
import { toast } from '../controls/toast.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */

/** @type {Part} */
export const files = {
  name: 'files',
  words: detail => detail.files.map(file => file.name).join(', '),
  draw,
};

/** @param {PlanPanel} panel */
function draw(panel) {
  const { files: attached } = panel.detail;
  keepPictures(panel.id, attached);
  const waiting = panel.uploads.of(panel.id);
  if (panel.isFixed && attached.length + waiting.length === 0) return [];
  return [
    h('h3', null, 'Files', !panel.isFixed && button([icon('plus'), 'Attach'], () => choose(panel), {
      class: 'quiet',
      'aria-label': 'Attach files',
      title: 'Or drop them here, or paste a picture',
    })),
    h('ul.files', null,
      attached.map(file => h('li', null, one(panel, file))),
      waiting.map(each => h('li', null, pending(panel, each)))),
  ];
}

/** Asks for files of this machine. @param {PlanPanel} panel */
function choose(panel) {
  const field = h('input', {
    type: 'file',
    multiple: true,
    onchange: () => panel.uploads.add([...field.files]),
  });
  field.click();
}

/** @param {PlanPanel} panel @param {PlanFile} file */
function one(panel, file) {
  const words = [file.size, file.by, file.when].filter(Boolean).join(', ');
  const address = panel.state.api.address({ plan: panel.id, file: file.id });
  return [
    h('span.file', null,
      address
        ? h('a.link', { href: address, download: file.name, title: 'Save the file', dir: 'auto' },
          file.name)
        : button(file.name, () => save(panel, file),
          { class: 'link', title: 'Save the file', dir: 'auto' }),
      h('span.hint', null, words),
      !panel.isFixed && button(icon('x'),
        () => panel.changes.post('remove-file',
          { plan: panel.id, file: file.id }, `Removed ${file.name}`),
        { class: 'icon', 'aria-label': `Remove ${file.name}`, title: 'Remove the file' })),
    address && PICTURES.includes(file.type)
      ? h('span.picture', null, h('img', { src: address, alt: file.name, loading: 'lazy' }))
      : PICTURES.includes(file.type) && picture(panel, file, () => content(panel, file)),
  ];
}

/**
 * A file that is being attached, or whose upload failed.
 * @param {PlanPanel} panel @param {import('./uploads.js').Upload} upload
 */
const pending = (panel, upload) => upload.problem
  ? h('p.failed', { role: 'alert' },
    h('span', null, h('bdi', null, upload.name), ` is not attached: ${upload.problem.words}`),
    button('Try again', () => panel.uploads.send(upload)),
    button('Discard', () => panel.uploads.drop(upload)))
  : h('span.file', { role: 'status' },
    h('span', { dir: 'auto' }, upload.name),
    h('span.hint', null, 'Attaching …'));

/**
 * @param {PlanPanel} panel @param {PlanFile} file
 * @returns {Promise<Blob>} the content, with the type that the server gives it
 */
const content = (panel, file) =>
  panel.state.api.file({ plan: panel.id, file: file.id, at: panel.state.at });

/** Makes the browser save a file under its name. */
async function save(panel, file) {
  let blob;
  try { blob = await content(panel, file); } catch (problem) { return toast(problem.message); }
  const href = URL.createObjectURL(blob);
  h('a', { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
