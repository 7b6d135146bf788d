// @ts-check
// Files that are being attached to plans: chosen, dropped on the open plan, or pasted. A file whose
// upload failed stays, so that it can be tried again.
import { change } from '../commands/acts.js';
import { isolated } from '../controls/dom.js';
import { Problem } from '../state/problem.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/**
 * A file that is not attached yet, and the problem if its upload failed.
 * @typedef {{plan: string, file: File, name: string, problem: ?Problem}} Upload
 */

export class Uploads {
  /** @type {Upload[]} */
  #waiting = [];

  /** @param {PlanPanel} panel */
  constructor(panel) {
    this.panel = panel;
    const { side } = panel;
    const hasFiles = event => !panel.isFixed && panel.detail
      && event.dataTransfer?.types.includes('Files');
    side.addEventListener('dragover', event => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      side.classList.add('dropping');
    });
    side.addEventListener('dragleave', event => {
      if (!side.contains(/** @type {?Node} */ (event.relatedTarget))) {
        side.classList.remove('dropping');
      }
    });
    side.addEventListener('drop', event => {
      side.classList.remove('dropping');
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.add([...event.dataTransfer.files]);
    });
    // A file that is dropped beside the plan would otherwise replace the page.
    for (const kind of ['dragover', 'drop']) {
      addEventListener(kind, event => {
        const { dataTransfer } = /** @type {DragEvent} */ (event);
        if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        dataTransfer.dropEffect = 'none';
      });
    }
    side.addEventListener('paste', event => {
      const files = [...event.clipboardData?.files ?? []];
      if (!files.length || panel.isFixed || !panel.detail) return;
      // Programs copy a table as text and as a picture. Where text can be pasted, the text is used.
      const takesText = /** @type {Element} */ (event.target).matches('input, textarea');
      if (takesText && event.clipboardData.types.includes('text/plain')) return;
      event.preventDefault();
      this.add(files.map(file => file.name === 'image.png'
        ? new File([file], pastedName(new Date()), { type: file.type })
        : file));
    });
  }

  /** Returns the files of a plan that are not attached yet. @param {string} plan */
  of(plan) { return this.#waiting.filter(each => each.plan === plan); }

  /** Attaches files to the open plan. @param {File[]} files */
  async add(files) {
    const added =
      files.map(file => ({ plan: this.panel.id, file, name: file.name, problem: null }));
    this.#waiting.push(...added);
    this.#draw();
    for (const each of added) await this.send(each);
  }

  /** @param {Upload} upload */
  async send(upload) {
    const { plan, file, name } = upload;
    upload.problem = null;
    this.#draw();
    /** @type {?Problem} */
    let problem = null;
    try {
      const most = this.panel.state.server.uploadLimit;
      if (file.size > most) {
        throw new Problem({
          message: `it has more than ${most / 1_000_000} MB. Attach it with ‘pmgit attach’`,
        });
      }
      const content = await base64(file);
      await change(this.panel.state, 'attach', { plan, name, content }, {
        done: () => `Attached ${isolated(name)}`,
        again: null,
        fails: each => { problem = each; },
      });
    } catch (each) {
      problem = each instanceof Problem ? each : new Problem({ message: 'it can’t be read' });
    }
    upload.problem = problem;
    if (problem) this.#draw(); else this.drop(upload);
  }

  /** Removes a file that was not attached. @param {Upload} upload */
  drop(upload) {
    this.#waiting = this.#waiting.filter(each => each !== upload);
    this.#draw();
  }

  #draw() { if (this.panel.detail && this.panel.node('files')) this.panel.redraw('files'); }
}

/** Returns a name for a pasted picture: browsers name all of them alike. @param {Date} now */
const pastedName = now =>
  `pasted ${now.toISOString().slice(0, 19).replace('T', ' ').replace(/:/g, '.')}.png`;

/**
 * Returns the content of a file in base64.
 * @param {File} file @returns {Promise<string>}
 */
const base64 = file => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
});
