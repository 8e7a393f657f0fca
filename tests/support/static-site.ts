// Serves a small build folder as in production; any other path gets 418.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { loadStaticFiles, serveStaticFile } from '#lib/server/http/static-files.ts';
import { compressFiles } from '#scripts/compress.ts';

export const PAGE = `<!doctype html>${'<p>Palay</p>'.repeat(200)}`;
const PICTURE = randomBytes(20_000);
export const FILM = randomBytes(2_000_000);
export const WORKER = `export const words = ${JSON.stringify(Array.from({ length: 60_000 }, (_, at) => at * 7919))};`;
const CONTENTS: Record<string, string | Buffer> = {
  'index.html': PAGE,
  'about/index.html': PAGE.replace('Palay', 'About'),
  'thank-you.html': PAGE,
  '404.html': PAGE,
  '_astro/app.Ab12.js': 'export const a = 1;'.repeat(100),
  '_astro/app.Ab12.js.map': '{}',
  '_astro/worker.Cd34.mjs': WORKER,
  '_astro/noise.svg': randomBytes(1000),
  'tiny.css': 'a{}',
  'picture.webp': PICTURE,
  'film.bin': FILM,
  'terms.pdf': '%PDF-1.7',
  'manifest.webmanifest': '{}',
  'sitemap.xml': '<urlset/>',
  'my file.txt': 'x',
  '.env': 'SECRET=1',
  '.git/config': 'x',
  '.well-known/security.txt': 'Contact: mailto:x@glean.example',
};

async function writeSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'glean-static-'));
  for (const [name, content] of Object.entries(CONTENTS)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** Serves the folder. `get` fetches a raw path, and `close` deletes everything. */
export async function openStaticSite() {
  const folder = await writeSite();
  await compressFiles(folder);
  const files = loadStaticFiles(folder, (path) => ({ 'x-for': path }));
  const server = createServer((req, res) => {
    if (!serveStaticFile(files, req, res)) res.writeHead(418).end('no file');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    async get(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
      const call = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
      const [answer] = await once(call, 'response');
      const chunks: Buffer[] = await Array.fromAsync(answer);
      return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
    },
    async close() {
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
