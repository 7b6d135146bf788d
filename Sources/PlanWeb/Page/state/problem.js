// @ts-check
// The error of a failed request, and the form of the messages on the page.
import { withDays } from './days.js';

/**
 * Returns a message of pmgit as the page shows it: it begins with a capital, has no stop at its
 * end, and its days have the form of the page. A command, an id or the name of a file at its
 * beginning stays as it is.
 * @param {string} text @param {(word: string) => boolean} [isID] whether a word is the id of a plan
 */
export function sentence(text, isID = () => false) {
  const [first] = text.split(' ', 1);
  const isWord = /^\p{Ll}[\p{L}’',;:]*$/u.test(first) && first !== 'pmgit' && !isID(first);
  const whole = withDays(/^[^.]*[^.]\.$/.test(text) ? text.slice(0, -1) : text);
  return isWord ? whole[0].toUpperCase() + whole.slice(1) : whole;
}

/** An error with the members of the server's error document. */
export class Problem extends Error {
  /** @param {{code?: string, message: string, hints?: string[], detail?: string[]}} document */
  constructor({ code, message, hints = [], detail = [] }) {
    super(sentence(message));
    /** The message as a part of a sentence. */
    this.words = message;
    this.code = code;
    this.hints = hints;
    this.detail = detail;
  }
}
