// An added page is closed to guests unless its frontmatter opens it.
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { freePort } from '#tests/support/server/port.ts';

const root = resolve(import.meta.dirname, '../..');
const COPIED = ['src', 'scripts', 'public', 'package.json', 'astro.config.mjs', 'tsconfig.json'];
const SECONDS = 240;

/** Starts the development server on a copy of the site with two more pages. @returns its origin */
async function serveWithPages(pages: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'glean-page-'));
  for (const path of COPIED) await cp(join(root, path), join(folder, path), { recursive: true });
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  // Without the packages of tools, which have a folder for each.
  for (const name of await readdir(join(root, 'node_modules')))
    if (!/^\.(?:vite|astro)/.test(name))
      await symlink(join(root, 'node_modules', name), join(modules, name));
  for (const [name, text] of Object.entries(pages))
    await writeFile(join(folder, 'src/pages', `${name}.astro`), text);
  const port = await freePort();
  // The test runner's variables would change what Astro serves.
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  const settings = { DEMO: '1', DATA_DIR: join(folder, 'data'), ASTRO_TELEMETRY_DISABLED: '1' };
  const env = { ...inherited, ...settings };
  const args = [join(root, 'node_modules/astro/bin/astro.mjs'), 'dev', '--port', String(port)];
  const server = spawn(process.execPath, args, { cwd: folder, env });
  const end = new Promise((done) => server.once('exit', done));
  onTestFinished(async () => {
    server.kill();
    await end;
    await rm(folder, { recursive: true });
  });
  let output = '';
  await new Promise<void>((started, failed) => {
    const read = (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes(`:${port}`)) started();
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('exit', () => failed(new Error(output)));
  });
  return `http://localhost:${port}`;
}

test(
  'guests of an added page are led to sign-in, unless the page is open to them',
  { timeout: SECONDS * 1000 },
  async () => {
    const origin = await serveWithPages({
      'added-closed': '---\n---\n<p>Closed</p>',
      'added-open': '---\nexport const isOpen = true;\n---\n<p>Open</p>',
    });
    const read = async (path: string) => {
      const response = await fetch(origin + path, { redirect: 'manual' });
      return [response.status, response.headers.get('location') ?? (await response.text())];
    };
    expect(await read('/added-closed?a=b')).toEqual([
      302,
      `/login?redirect=${encodeURIComponent('/added-closed?a=b')}`,
    ]);
    expect(await read('/added-open')).toEqual([200, expect.stringContaining('Open')]);
  },
);
