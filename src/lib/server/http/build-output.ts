import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Serve } from './fast-path.ts';
import { SANDBOX_CSP, ASSET_CSP, securityHeaders, WORKER_CSP } from './security-headers.ts';
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

const isPart = (path: string) => /^\/_astro\/.+\.(?:m?js|css|woff2)$/.test(path);

/** The headers of a part of a page, which is no document: 0.1 KB less for each sheet and font. */
function headersOfParts(common: Record<string, string>) {
  const ofParts: Record<string, string> = { ...common, 'content-security-policy': ASSET_CSP };
  for (const name of ['permissions-policy', 'x-frame-options', 'cross-origin-opener-policy'])
    delete ofParts[name];
  return ofParts;
}

/** The policy of what is neither page nor part: it does nothing, but for the service worker, which brings its own. */
const ownPolicy = (path: string) => ({
  'content-security-policy': path === '/worker.js' ? WORKER_CSP : SANDBOX_CSP,
});

/**
 * Serves what the build made: scripts, styles, fonts and prerendered pages.
 * @param dist the folder of the build
 * @param https whether the site is served over https
 */
export function builtFiles(dist: string, https: boolean): Serve {
  const policies = readPolicies(dist);
  const common = securityHeaders(https);
  const ofParts = headersOfParts(common);
  const headersOf = (path: string) =>
    isPart(path) ? ofParts : { ...common, ...(policies.get(path) ?? ownPolicy(path)) };
  const files = loadStaticFiles(join(dist, 'client'), headersOf);
  return (request, response) => (serveStaticFile(files, request, response) ? {} : null);
}
