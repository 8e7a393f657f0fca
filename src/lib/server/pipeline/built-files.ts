import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import type { Services } from '#lib/server/domain/context.ts';
import { newId } from '#lib/server/ids.ts';

import { INERT_CSP, securityHeaders } from './headers.ts';
import { loadStaticFiles, serveStaticFile } from './static-files.ts';

/** Answers a request when it is for a built file. @returns whether it did */
export type ServeFile = (request: IncomingMessage, response: ServerResponse) => boolean;

interface PrerenderedHeaders {
  pathname: string;
  headers: { key: string; value: string }[];
}

/** What Astro notes of the policies of prerendered pages, which never pass the pipeline (design 3). */
function readPolicies(dist: string): Map<string, Record<string, string>> {
  const noted: PrerenderedHeaders[] = JSON.parse(readFileSync(join(dist, '_headers.json'), 'utf8'));
  const toRecord = ({ headers }: PrerenderedHeaders) =>
    Object.fromEntries(headers.map(({ key, value }) => [key.toLowerCase(), value]));
  return new Map(noted.map((page) => [page.pathname, toRecord(page)]));
}

/**
 * Serves what the build made: scripts, styles, fonts and prerendered pages.
 * @param dist the folder of the build
 */
export function builtFiles(dist: string, { config, log }: Services): ServeFile {
  const policies = readPolicies(dist);
  const common = securityHeaders(config.publicUrl.startsWith('https:'));
  // A script takes its policy from the page, but a worker from its own file.
  const policyOf = (path: string) =>
    policies.get(path) ?? (/\.m?js$/.test(path) ? {} : { 'content-security-policy': INERT_CSP });
  const files = loadStaticFiles(join(dist, 'client'), (path) => ({ ...common, ...policyOf(path) }));
  const host = new URL(config.publicUrl).host;
  return (request, response) => {
    if (!config.demo && request.headers.host !== host) return false;
    if (!serveStaticFile(files, request, response)) return false;
    const { method, url: path } = request;
    const { statusCode: status } = response;
    log.info({ event: 'request', requestId: newId(), method, path, status });
    return true;
  };
}
