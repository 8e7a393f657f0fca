import { createHash } from 'node:crypto';

// Two versions of one address are told apart by far fewer, and each letter comes with every file.
const LENGTH = 16;

/** @returns what an etag says of some content: 96 bits of its hash */
export const hashContent = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, LENGTH);

/** Whether If-None-Match names an etag, compared weakly (RFC 9110, 13.1.2). @param condition the header */
export function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (!condition) return false;
  const strong = etag.replace(/^W\//, '');
  return condition.trim() === '*' || (condition.match(/"[^"]*"/g)?.includes(strong) ?? false);
}
