// The dropdown shows no more.
const MAX_CONTENT = 160;

/** @returns the beginning of a text, as a notification shows it */
export const excerpt = (text: string): string =>
  text.length <= MAX_CONTENT ? text : `${text.slice(0, MAX_CONTENT - 1).toWellFormed()}…`;
