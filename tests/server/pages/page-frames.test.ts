// The frame of a page depends on its viewer and its path.
import { expect, test } from 'vitest';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { shareServer } from '#tests/server/running-server.ts';
import {
  addSignedInMembers,
  databaseAddress,
  originOf,
} from '#tests/support/server/server-process.ts';

const shared = shareServer();

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(originOf(shared()) + path, { headers, redirect: 'manual' });
const textOf = async (path: string) => (await get(path)).text();

test('/thank-you has the header of its viewer', async () => {
  const database = openDatabase(databaseAddress(shared()));
  const [token = ''] = await addSignedInMembers(database, 1);
  await database.close();
  const member = await (await get('/thank-you', { cookie: `session=${token}` })).text();
  // Rendered as an island of Astro, as the client ordered.
  const [header] = /<header.*?<\/header>/s.exec(member) ?? [];
  expect(header).toMatch(
    /<astro-island [^>]*component-url="\/_astro\/Bell\.[^>]*><button [^>]*data-bell/,
  );
  expect(member).toContain('href="/profile"');
  const guest = await textOf('/thank-you');
  expect(guest).not.toContain('data-bell');
  expect(guest).toContain('href="/login"');
});

test('the legal links are hidden on every path that contains login or forgot-password', async () => {
  const terms = 'href="/legal-agreements/terms-and-conditions"';
  for (const path of ['/about', '/nothing']) expect(await textOf(path)).toContain(terms);
  for (const path of ['/login', '/forgot-password', '/nothing/login', '/my-forgot-passwords'])
    expect(await textOf(path)).not.toContain(terms);
});

test('guests have the Login button on every page, which keeps the page to return to', async () => {
  expect(await textOf('/about')).toContain('href="/login?redirect=%2Fabout"');
  const path = '/login?redirect=%2Feduhub';
  expect(await textOf(path)).toMatch(
    new RegExp(`<a [^>]*href="${path.replace('?', '\\?')}"[^>]*aria-current="page"`),
  );
});

test('a page has no second address with a slash', async () => {
  for (const path of ['/about', '/goodbye', '/offline', '/thank-you']) {
    const { status, headers } = await get(`${path}/`);
    expect([status, headers.get('location')]).toEqual([301, path]);
  }
});
