import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { newInstance, startOwnServer } from '#tests/server/running-server.ts';
import { freePort } from '#tests/support/server/port.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import { createDatabase } from '#tests/support/server/postgres.ts';
import {
  addSignedInMembers,
  originOf,
  databaseAddress,
  killServer,
  logPath,
  type ServerInstance,
  startServer,
} from '#tests/support/server/server-process.ts';

const PAGE = { accept: 'text/html,application/xhtml+xml' };
const COOKIE = { cookie: `session=${'nobody-knows-this-one'.padEnd(43, '-')}` };

async function expectPage(
  response: Response,
  status: number,
  heading = 'Unexpected Application Error!',
): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(await response.text()).toContain(heading);
}

async function expectJson(response: Response, status: number): Promise<void> {
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: expect.any(String) });
}

// The server's jobs write at the same time.
const BUSY_MS = 10_000;

/** Renames a table, so that queries on it fail. */
function breakTable(path: string, table: string): void {
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  database.exec(`alter table ${table} rename to ${table}_away`);
  database.close();
}

/** Starts a server. `end` stops it and returns the errors in its log, and what it wrote to stderr. */
async function startObservedServer() {
  const { instance, server } = await startOwnServer();
  const stderr = text(server.stderr as Readable);
  const end = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    const lines = (await readFile(logPath(instance), 'utf8')).split('\n');
    return {
      errors: lines.filter((line) => line.includes('"event":"unhandled_error"')),
      stderr: await stderr,
    };
  };
  return { instance, origin: originOf(instance), end };
}

/** @returns the headers that a new member's browser sends with each request for a page */
async function signIn(instance: ServerInstance) {
  const database = openDatabase(databaseAddress(instance));
  const [token] = await addSignedInMembers(database, 1);
  await database.close();
  return { ...PAGE, cookie: `session=${token}` };
}

test('a member’s error page does not query what has failed', async () => {
  const { instance, origin, end } = await startObservedServer();
  const headers = await signIn(instance);
  expect((await fetch(`${origin}/about`, { headers })).status).toBe(200);
  // Every page of a member counts appointments.
  breakTable(databaseAddress(instance), 'appointments');
  for (const path of ['/about', '/no-such-page']) {
    const response = await fetch(origin + path, { headers });
    await expectPage(response.clone(), 500);
    expect(await response.text()).not.toContain('no such table');
  }
  const { errors, stderr } = await end();
  expect(errors).toHaveLength(2);
  expect(stderr).toBe('');
});

test.skipIf(!findPostgres())(
  'a member gets a page when the database fails after their session was found',
  async () => {
    const databaseUrl = await createDatabase();
    const instance = { ...(await newInstance()), databaseUrl };
    const server = await startServer(instance);
    onTestFinished(() => killServer(server));
    const headers = await signIn(instance);
    const locker = new Client({ connectionString: databaseUrl });
    await locker.connect();
    onTestFinished(() => locker.end());
    await locker.query('begin; lock table appointments in access exclusive mode');
    const response = await fetch(`${originOf(instance)}/about`, { headers });
    expect(response.headers.get('retry-after')).toBe('5');
    await expectPage(response.clone(), 503);
    expect(await response.text()).toContain('Please try again in 5 seconds.');
  },
);

test('an exception in a page is a page in a browser, JSON in the API, and a log line', async () => {
  const { instance, origin, end } = await startObservedServer();
  breakTable(databaseAddress(instance), 'resources');
  await expectPage(await fetch(`${origin}/eduhub`, { headers: PAGE }), 500);
  await expectJson(await fetch(`${origin}/api/web/eduhub`, { headers: PAGE }), 500);
  const { errors, stderr } = await end();
  expect(errors).toHaveLength(2);
  expect(stderr).toBe('');
});

test('a rate limited search gets a page with Retry-After, and is not logged as an error', async () => {
  const { origin, end } = await startObservedServer();
  const search = (nth: number) => fetch(`${origin}/eduhub?search=straw+${nth}`, { headers: PAGE });
  for (let nth = 0; nth < 300; nth += 1) await (await search(nth)).text();
  const rejected = await search(300);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectPage(rejected, 429, 'Please wait a moment');
  expect(await end()).toEqual({ errors: [], stderr: '' });
});

test('an exception before rendering gets the same page', async () => {
  const { instance } = await startOwnServer();
  breakTable(databaseAddress(instance), 'sessions');
  const about = `${originOf(instance)}/about`;
  await expectPage(await fetch(about, { headers: { ...PAGE, ...COOKIE } }), 500);
  await expectJson(await fetch(about, { headers: COOKIE }), 500);
});

test.skipIf(!findPostgres())('a database outage gets 503', async () => {
  const cluster = await startCluster(findPostgres() ?? '');
  onTestFinished(() => cluster.stop());
  const { instance } = await startOwnServer();
  const away = { ...instance, databaseUrl: cluster.url, port: await freePort() };
  const server = await startServer(away);
  onTestFinished(() => killServer(server));
  expect((await fetch(`${originOf(away)}/eduhub`)).status).toBe(200);
  await cluster.stop();
  await expectPage(await fetch(`${originOf(away)}/eduhub?search=x`, { headers: PAGE }), 503);
  await expectPage(
    await fetch(`${originOf(away)}/about`, { headers: { ...PAGE, ...COOKIE } }),
    503,
  );
  const api = await fetch(`${originOf(away)}/api/web/eduhub`);
  expect(api.headers.get('retry-after')).toBe('5');
  await expectJson(api, 503);
  const health = () => fetch(`${originOf(away)}/readyz`, { headers: PAGE });
  await expect.poll(async () => (await health()).status).toBe(503);
  await expectJson(await health(), 503);
  // Guests still get the cached page.
  expect((await fetch(`${originOf(away)}/eduhub`)).status).toBe(200);
});
