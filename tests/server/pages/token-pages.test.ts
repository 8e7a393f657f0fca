// Pages ignore personal access tokens.
import { expect, test } from 'vitest';

import { addMember } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { shareServer } from '#tests/server/running-server.ts';
import { findHtmlErrors } from '#tests/support/browser/valid-html.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { insertToken } from '#tests/support/server/insert-token.ts';
import { databaseAddress, originOf } from '#tests/support/server/server-process.ts';

const getInstance = shareServer();

/** @returns a token and a session of a new member of staff */
async function addStaff(): Promise<{ token: string; session: string }> {
  const database = openDatabase(databaseAddress(getInstance()));
  const { id } = await addMember(database.db, { role: 'staff', password_hash: 'none' });
  const token = await insertToken(database.db, id);
  const session = await insertSession(database.db, id);
  await database.close();
  return { token, session };
}

test('pages treat a token like a guest', async () => {
  const origin = originOf(getInstance());
  const authorization = `Bearer ${(await addStaff()).token}`;
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

test('the page of tokens is valid HTML, and is not stored', async () => {
  const { session } = await addStaff();
  const response = await fetch(`${originOf(getInstance())}/profile/tokens`, {
    headers: { cookie: `session=${session}`, accept: 'text/html' },
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
  const page = await response.text();
  expect(page).toContain('Your tokens');
  expect(await findHtmlErrors('/profile/tokens', page)).toEqual([]);
});
