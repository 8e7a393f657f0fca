// A small build, served as in production; requests for other files get 418.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { serveStaticFiles } from '#lib/server/platform/http/static-files.ts';
import { compressFiles } from '#scripts/build/compress.ts';

export const TEXT = 'Palay '.repeat(200);
export const FILM = randomBytes(2_000_000);
const CONTENTS: Record<string, string | Buffer> = {
  'licenses.txt': TEXT,
  '_astro/app.Ab12.js': 'export const a = 1;'.repeat(100),
  '_astro/noise.svg': randomBytes(1000),
  'tiny.css': 'a{}',
  'worker.js': 'self.a = 1;',
  'picture.webp': randomBytes(20_000),
  'film.mp4': FILM,
  'my file.txt': 'x',
  '.env': 'SECRET=1',
  '.git/config': 'x',
  '.well-known/security.txt': 'Contact: mailto:x@glean.example',
};

async function writeBuild(): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'glean-static-'));
  for (const [name, content] of Object.entries(CONTENTS)) {
    const path = join(dist, 'client', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  await compressFiles(join(dist, 'client'));
  return dist;
}

/** Serves the build. `get` requests a path verbatim, `close` deletes everything. */
export async function openStaticSite() {
  const dist = await writeBuild();
  const serve = serveStaticFiles(dist, true, () => {});
  const server = createServer(
    (req, res) => void serve(req, res, () => void res.writeHead(418).end('no file')),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    dist,
    async get(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
      const call = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
      const [response] = await once(call, 'response');
      const chunks: Buffer[] = await Array.fromAsync(response);
      return {
        status: response.statusCode,
        headers: response.headers,
        body: Buffer.concat(chunks),
      };
    },
    async close() {
      server.close();
      await rm(dist, { recursive: true });
    },
  };
}
