import { hash } from 'node:crypto';

// 96 bits are enough for the versions of one URL, and the header stays short.
const LENGTH = 16;

/** @returns the content of an ETag */
export const hashContent = (content: string | Uint8Array): string =>
  hash('sha256', content, 'base64url').slice(0, LENGTH);

/** Whether If-None-Match matches an ETag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (!condition) return false;
  const strong = etag.replace(/^W\//, '');
  return condition.trim() === '*' || (condition.match(/"[^"]*"/g)?.includes(strong) ?? false);
}
