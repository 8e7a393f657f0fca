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

// As `toTwoPartEtag` makes it.
const TWO_PARTS = /"([\w-]+)\.([\w-]+)"/g;

const toTwoPartEtag = (coarse: string, exact: string): string => `W/"${coarse}.${exact}"`;

/** Reads the version of a resource: a text that differs after every change. */
type ReadVersion = () => Promise<string>;

/**
 * Compares an ETag of two parts with the versions now. The exact version is read only when the other has changed.
 * @param condition If-None-Match
 * @param readCoarse also differs after changes of something else, but is cheap
 * @returns the ETag to send, and whether the client has the resource already
 */
export async function checkTwoPartEtag(
  condition: string | undefined,
  readCoarse: ReadVersion,
  readExact: ReadVersion,
): Promise<{ etag: string; isUnchanged: boolean }> {
  const sent = [...(condition ?? '').matchAll(TWO_PARTS)];
  const coarse = hashContent(await readCoarse());
  const [, , known] = sent.find((each) => each[1] === coarse) ?? [];
  if (known) return { etag: toTwoPartEtag(coarse, known), isUnchanged: true };
  const exact = hashContent(await readExact());
  return {
    etag: toTwoPartEtag(coarse, exact),
    isUnchanged: sent.some((each) => each[2] === exact),
  };
}
