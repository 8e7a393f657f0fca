import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import {
  addressOf,
  databaseOf,
  killServer,
  logOf,
  startServer,
} from '#tests/support/built-server.ts';
import { freePort } from '#tests/support/port.ts';
import { findPostgres, startCluster } from '#tests/support/postgres-cluster.ts';

import { openBuilt } from './place.ts';

const PAGE = { accept: 'text/html,application/xhtml+xml' };
const COOKIE = { cookie: 'session=nobody-knows-this-one' };

async function expectPage(response: Response, status: number): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(await response.text()).toContain('Unexpected Application Error!');
}

async function expectJson(response: Response, status: number): Promise<void> {
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: expect.any(String) });
}

/** Takes a table away behind the server's back, and with it whatever reads it. */
function breakTable(path: string, table: string): void {
  const database = new DatabaseSync(path);
  database.exec(`alter table ${table} rename to ${table}_away`);
  database.close();
}

/** Opens a server that is listened to. `end` ends it: what its log told of faults, and what it said besides. */
async function openHeard() {
  const { place, server } = await openBuilt();
  const said = text(server.stderr as Readable);
  const end = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    const lines = (await readFile(logOf(place), 'utf8')).split('\n');
    return { faults: lines.filter((line) => line.includes('"event":"fault"')), said: await said };
  };
  return { place, origin: addressOf(place), end };
}

test('what a page throws is a page for a browser, JSON for the API and a line for the log', async () => {
  const { place, origin, end } = await openHeard();
  breakTable(databaseOf(place), 'resources');
  await expectPage(await fetch(`${origin}/eduhub`, { headers: PAGE }), 500);
  await expectJson(await fetch(`${origin}/api/web/eduhub`, { headers: PAGE }), 500);
  const { faults, said } = await end();
  expect(faults).toHaveLength(2);
  expect(said).toBe('');
});

test('who searches too much is told on the page when to come back, and it is no fault', async () => {
  const { origin, end } = await openHeard();
  const search = (nth: number) =>
    fetch(`${origin}/eduhub?search=straw&page=${nth}`, { headers: PAGE });
  for (let nth = 0; nth < 300; nth += 1) await (await search(nth)).text();
  const refused = await search(300);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectPage(refused, 429);
  expect(await end()).toEqual({ faults: [], said: '' });
});

test('what is thrown before a page is drawn is one as well', async () => {
  const { place } = await openBuilt();
  breakTable(databaseOf(place), 'sessions');
  const about = `${addressOf(place)}/about`;
  await expectPage(await fetch(about, { headers: { ...PAGE, ...COOKIE } }), 500);
  await expectJson(await fetch(about, { headers: COOKIE }), 500);
});

test.skipIf(!findPostgres())('a database that is away is a 503', async () => {
  const cluster = await startCluster(findPostgres() ?? '');
  onTestFinished(() => cluster.stop());
  const { place } = await openBuilt();
  const away = { ...place, databaseUrl: cluster.url, port: await freePort() };
  const server = await startServer(away);
  onTestFinished(() => killServer(server));
  expect((await fetch(`${addressOf(away)}/eduhub`)).status).toBe(200);
  await cluster.stop();
  await expectPage(await fetch(`${addressOf(away)}/eduhub?search=x`, { headers: PAGE }), 503);
  await expectPage(
    await fetch(`${addressOf(away)}/about`, { headers: { ...PAGE, ...COOKIE } }),
    503,
  );
  const api = await fetch(`${addressOf(away)}/api/web/eduhub`);
  expect(api.headers.get('retry-after')).toBe('5');
  await expectJson(api, 503);
  // What guests have seen is still there for them.
  expect((await fetch(`${addressOf(away)}/eduhub`)).status).toBe(200);
});
