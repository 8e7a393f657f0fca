// Records the error codes of responses in tests. An undeclared code fails its test. Declared codes that no test meets
// are in `unseen-errors.txt`, which must only shrink.
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ErrorBody } from '#lib/contract/error-codes.ts';
import { ALL_CALLS } from '#lib/server/app/calls.ts';
import { errorCodes } from '#lib/server/app/openapi/build-operation.ts';

/** The folder where `npm test` collects the codes of all processes; empty for a run of single files, and for walks. */
const folderOfCodes = () => process.env['SEEN_ERRORS'] ?? '';

const ROUTES = Object.entries(ALL_CALLS).map(([name, call]) => {
  const [method = '', path = ''] = name.split(' ');
  const pattern = new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`);
  return { name, method, pattern, call };
});

const declared = new Map<string, ReadonlySet<string>>();

/** The codes that a call may respond with. */
function codesOf({ name, call }: (typeof ROUTES)[number]): ReadonlySet<string> {
  let codes = declared.get(name);
  if (!codes) declared.set(name, (codes = new Set(errorCodes(name, call))));
  return codes;
}

/** The codes of an unknown path or method. */
const OF_NO_CALL = new Set(['endpoint_not_found', 'method_not_allowed']);

/**
 * Records how a request was rejected.
 * @param url path and query
 * @throws Error for a code that its call does not declare
 */
export function noteErrors(method: string, url: string, body: ErrorBody): void {
  const [path = ''] = url.split('?');
  const route = ROUTES.find((each) => each.method === method && each.pattern.test(path));
  const codes = [body.code, ...Object.values(body.field_codes ?? {})];
  if (!route || codes.some((code) => OF_NO_CALL.has(code))) return;
  const undeclared = codes.find((code) => !codesOf(route).has(code));
  if (undeclared) throw new Error(`${route.name} does not declare the error ${undeclared}`);
  const folder = folderOfCodes();
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const lines = codes.map((code) => `${route.name} ${code}\n`).join('');
  appendFileSync(join(folder, String(process.pid)), lines);
}

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split('\n').filter(Boolean);

/**
 * Compares the recorded codes with the list.
 * @param seenIn the folder of a run of all tests
 * @returns `unlisted`: declared codes that no test met and the list lacks; `outdated`: listed codes that were met, or
 *   are no longer declared
 */
export function compareWithUnseen(seenIn: string): { unlisted: string[]; outdated: string[] } {
  const seen = new Set(readdirSync(seenIn).flatMap((name) => linesOf(join(seenIn, name))));
  const listed = new Set(linesOf(join(import.meta.dirname, 'unseen-errors.txt')));
  const all = Object.entries(ALL_CALLS).flatMap(([name, { errors = [] }]) =>
    errors.map((code) => `${name} ${code}`),
  );
  return {
    unlisted: all.filter((each) => !seen.has(each) && !listed.has(each)),
    outdated: [...listed].filter((each) => seen.has(each) || !all.includes(each)),
  };
}
