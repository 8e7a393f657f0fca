// Pages do not look at personal access tokens.
import { expect, test } from 'vitest';

import { addMember } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import { insertToken } from '#tests/support/insert-token.ts';
import { databaseAddress, originOf } from '#tests/support/server-process.ts';

import { shareServer } from './running-server.ts';

const getInstance = shareServer();

/** @returns a token of a new member of staff */
async function staffToken(): Promise<string> {
  const database = openDatabase(databaseAddress(getInstance()));
  const { id } = await addMember(database.db, { role: 'staff', password_hash: 'none' });
  const token = await insertToken(database.db, id);
  await database.close();
  return token;
}

test('to a token, pages respond as to a guest', async () => {
  const origin = originOf(getInstance());
  const authorization = `Bearer ${await staffToken()}`;
  const headers = { authorization, accept: 'text/html' };
  const open = (path: string) => fetch(origin + path, { headers, redirect: 'manual' });
  expect((await open('/api/web/forum')).status).toBe(200);
  for (const path of ['/forums/my-discussions', '/profile', '/profile/tokens']) {
    const { status, headers: sent } = await open(path);
    const location = `/login?redirect=${encodeURIComponent(path)}`;
    expect([path, status, sent.get('location')]).toEqual([path, 302, location]);
  }
  for (const path of ['/staff', '/staff/members']) expect((await open(path)).status).toBe(404);
  expect(await (await open('/exchange')).text()).toContain('href="/login');
});
