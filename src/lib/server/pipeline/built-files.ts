import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Serve } from './ahead.ts';
import { INERT_CSP, securityHeaders, WORKER_CSP } from './headers.ts';
import { loadStaticFiles, serveStaticFile } from './static-files.ts';

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
 * @param https whether the site is served over https
 */
export function builtFiles(dist: string, https: boolean): Serve {
  const policies = readPolicies(dist);
  const common = securityHeaders(https);
  // A part of a page has no features of its own to give: 75 bytes less for each script, sheet and font.
  const { 'permissions-policy': _, ...ofParts } = common;
  const inert = { 'content-security-policy': INERT_CSP };
  // A script takes its policy from the page, but a worker from its own file.
  const policyOf = (path: string) => {
    if (path === '/worker.js') return { 'content-security-policy': WORKER_CSP };
    return policies.get(path) ?? (/\.m?js$/.test(path) ? {} : inert);
  };
  const headersOf = (path: string) => ({
    ...(path.startsWith('/_astro/') ? ofParts : common),
    ...policyOf(path),
  });
  const files = loadStaticFiles(join(dist, 'client'), headersOf);
  return (request, response) => (serveStaticFile(files, request, response) ? {} : null);
}
