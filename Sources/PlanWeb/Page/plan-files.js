// @ts-check
// The files that are attached to a plan. Pictures are shown, and all files can be saved.
import { button, fill, h } from './dom.js';
import { toast } from './toast.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */

/** The types of pictures that can't run anything. The server decides by the bytes which files are of these types. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** @type {Part} */
export const files = {
  name: 'files',
  words: detail => detail.files.map(file => file.name).join(', '),
  draw,
};

/** @param {PlanPanel} panel */
function draw(panel) {
  const { files: attached } = panel.detail;
  if (attached.length === 0) return [];
  return [h('h3', null, 'Files'), h('ul.files', null, attached.map(file => h('li', null, one(panel, file))))];
}

/** @param {PlanPanel} panel @param {PlanFile} file */
function one(panel, file) {
  const place = h('span.picture');
  if (PICTURES.includes(file.type)) show(panel, file, place);
  const words = [file.size, file.by, file.when].filter(Boolean).join(', ');
  return [
    button(file.name, () => save(panel, file), { class: 'link', title: 'Save the file', dir: 'auto' }),
    h('span.hint', null, ` ${words}`), place,
  ];
}

/** @param {PlanPanel} panel @param {PlanFile} file @returns {Promise<Blob>} the content, with the type that the server gives it */
const content = (panel, file) => panel.state.api.file({ plan: panel.id, file: file.id, at: panel.state.at });

/** Shows a picture. A file that is no picture stays a link. */
async function show(panel, file, place) {
  let blob;
  try { blob = await content(panel, file); } catch { return; }
  if (!PICTURES.includes(blob.type)) return;
  const src = URL.createObjectURL(blob);
  const done = () => URL.revokeObjectURL(src);
  fill(place, h('img', { src, alt: file.name, onload: done, onerror: () => { done(); fill(place); } }));
}

/** Saves a file by the browser, under its name. */
async function save(panel, file) {
  let blob;
  try { blob = await content(panel, file); } catch (problem) { return toast(problem.message); }
  const href = URL.createObjectURL(blob);
  h('a', { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
