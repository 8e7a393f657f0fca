import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { addressOf, databaseOf, killServer, startServer } from '#tests/support/built-server.ts';
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

test('what a page throws is a page for a browser and JSON for the API', async () => {
  const { place } = await openBuilt();
  breakTable(databaseOf(place), 'resources');
  await expectPage(await fetch(`${addressOf(place)}/eduhub`, { headers: PAGE }), 500);
  await expectJson(await fetch(`${addressOf(place)}/api/web/eduhub`, { headers: PAGE }), 500);
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
