import { AppError } from '#lib/server/errors.ts';

// More than any request needs. Thousands of levels take ten milliseconds to parse and to collect.
export const MAX_DEPTH = 16;

/** @returns the index behind a string of JSON */
function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** Whether arrays and objects are nested deeper than any request needs. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = skipString(text, at) - 1;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** @throws AppError malformed_json */
export function parseJsonText(text: string): unknown {
  if (isTooDeep(text)) throw new AppError('malformed_json');
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed_json');
  }
}
