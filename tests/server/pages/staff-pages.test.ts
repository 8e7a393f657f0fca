// The pages of staff on the built server: to all others they are like pages that do not exist.
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { addMember } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { MemberTable } from '#lib/server/platform/db/schema.ts';
import { shareServer } from '#tests/server/running-server.ts';
import { findHtmlErrors } from '#tests/support/browser/valid-html.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { databaseAddress, originOf } from '#tests/support/server/server-process.ts';

const shared = shareServer();
const SOME_ID = '0198c0de-0000-7000-8000-000000000000';
const root = resolve(import.meta.dirname, '../../../src/pages');

const paths = globSync('staff/**/*.{astro,ts}', { cwd: root }).map((file) =>
  `/${file.replace(/\.(astro|ts)$/, '').replace(/\/index$/, '')}`.replaceAll(/\[\w+\]/g, SOME_ID),
);

/** @returns a new member, and their cookie */
async function signIn(role: MemberTable['role']): Promise<{ id: string; cookie: string }> {
  const database = openDatabase(databaseAddress(shared()));
  const { id } = await addMember(database.db, { password_hash: 'none', role });
  const cookie = `session=${await insertSession(database.db, id)}`;
  await database.close();
  return { id, cookie };
}

/** @returns the cookie of one of staff who is so no more */
async function cookieOfFormer(change: Partial<MemberTable>): Promise<string> {
  const { id, cookie } = await signIn('staff');
  const database = openDatabase(databaseAddress(shared()));
  await database.db.updateTable('members').set(change).where('id', '=', id).execute();
  await database.close();
  return cookie;
}

const cookieOf = async (role: MemberTable['role']): Promise<string> => (await signIn(role)).cookie;

/** @returns what a browser gets, but for what differs in each response */
async function fetchPage(path: string, cookie = '', method = 'GET') {
  const headers = { accept: 'text/html', 'accept-encoding': 'identity', cookie };
  const response = await fetch(originOf(shared()) + path, { headers, method, redirect: 'manual' });
  const all = { ...Object.fromEntries(response.headers), date: '' };
  return { status: response.status, headers: all, body: await response.text() };
}

test('the pages of staff are found', () => expect(paths.length).toBeGreaterThan(10));

test.each(['/staff', '/staff/', '/%73taff', '/staff/nothing', ...paths])(
  '%s is a missing page to guests, members, and who was staff',
  async (path) => {
    const disabled = await cookieOfFormer({ disabled_at: 1 });
    const demoted = await cookieOfFormer({ role: 'feed' });
    for (const cookie of ['', await cookieOf('farmer'), disabled, demoted])
      for (const method of ['GET', 'HEAD']) {
        const missing = await fetchPage('/nothing', cookie, method);
        expect(missing.status).toBe(404);
        expect(await fetchPage(path, cookie, method)).toEqual(missing);
      }
  },
);

test.each(paths)('%s is open to staff, and not stored', async (path) => {
  const { status, headers } = await fetchPage(path, await cookieOf('staff'));
  expect(status).toBe(path.includes(SOME_ID) ? 302 : 200);
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
});

test('the pages of staff are valid HTML', async () => {
  const { cookie } = await signIn('staff');
  const { id } = await signIn('farmer');
  const open = paths.filter((path) => !path.includes(SOME_ID));
  const errors: string[] = [];
  for (const path of [...open, `/staff/members/${id}`, `/staff/members/${id}?contact=show`]) {
    const { status, body } = await fetchPage(path, cookie);
    expect(status).toBe(200);
    errors.push(...(await findHtmlErrors(path, body)));
  }
  expect(errors).toEqual([]);
});

test('only staff have the entry in the account menu', async () => {
  const link = 'href="/staff"';
  expect((await fetchPage('/forums/explore', await cookieOf('staff'))).body).toContain(link);
  expect((await fetchPage('/forums/explore', await cookieOf('farmer'))).body).not.toContain(link);
});
