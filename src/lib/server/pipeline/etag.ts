import { createHash } from 'node:crypto';

const LENGTH = 22;

/** @returns what an etag says of some content: 132 bits of its hash */
export const contentTag = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, LENGTH);

/** Whether If-None-Match names an etag, compared weakly (RFC 9110, 13.1.2). @param condition the header */
export function namesEtag(condition: string | undefined, etag: string): boolean {
  if (!condition) return false;
  const strong = etag.replace(/^W\//, '');
  return condition.trim() === '*' || (condition.match(/"[^"]*"/g)?.includes(strong) ?? false);
}
