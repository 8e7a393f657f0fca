// The pages of staff on the built server, which look like missing pages to all others.
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { addMember } from '#demo/factories.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { MemberTable } from '#lib/server/platform/db/schema.ts';
import { newInstance, shareServer, startOwnServer } from '#tests/server/running-server.ts';
import { findHtmlErrors } from '#tests/support/browser/valid-html.ts';
import { GUIDES } from '#tests/support/nouns/guides.ts';
import { makePdf } from '#tests/support/nouns/pdf.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import {
  databaseAddress,
  killServer,
  originOf,
  startServer,
} from '#tests/support/server/server-process.ts';

const shared = shareServer();
const SOME_ID = '0198c0de-0000-7000-8000-000000000000';
const root = resolve(import.meta.dirname, '../../../src/pages');

const paths = globSync('staff/**/*.{astro,ts}', { cwd: root }).map((file) =>
  `/${file.replace(/\.(astro|ts)$/, '').replace(/\/index$/, '')}`.replaceAll(/\[\w+\]/g, SOME_ID),
);

/** @returns a new member, and their cookie */
async function signIn(
  role: MemberTable['role'],
  instance = shared(),
): Promise<{ id: string; cookie: string }> {
  const database = openDatabase(databaseAddress(instance));
  const { id } = await addMember(database.db, { password_hash: 'none', role });
  const cookie = `session=${await insertSession(database.db, id)}`;
  await database.close();
  return { id, cookie };
}

/** @returns the cookie of a former member of staff */
async function cookieOfFormer(change: Partial<MemberTable>): Promise<string> {
  const { id, cookie } = await signIn('staff');
  const database = openDatabase(databaseAddress(shared()));
  await database.db.updateTable('members').set(change).where('id', '=', id).execute();
  await database.close();
  return cookie;
}

const cookieOf = async (role: MemberTable['role']): Promise<string> => (await signIn(role)).cookie;

/** @returns the response to a browser, without the parts that differ each time */
async function fetchPage(path: string, cookie = '', method = 'GET') {
  const headers = { accept: 'text/html', 'accept-encoding': 'identity', cookie };
  const response = await fetch(originOf(shared()) + path, { headers, method, redirect: 'manual' });
  const all = { ...Object.fromEntries(response.headers), date: '' };
  return { status: response.status, headers: all, body: await response.text() };
}

test('the pages of staff are found', () => expect(paths.length).toBeGreaterThan(10));

test.each(['/staff', '/staff/', '/%73taff', '/staff/nothing', ...paths])(
  '%s is a missing page to guests, members, and former staff',
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

/** Signs in a member of staff. @returns functions that read and send pages of an instance like their browser */
async function openOffice(instance = shared()) {
  const { cookie } = await signIn('staff', instance);
  const client = new ServerClient(instance, cookie.replace('session=', ''));
  const read = async (path: string) =>
    (await (await client.get(path)).text()).replaceAll(/\s+/g, ' ');
  return { client, read };
}

test('the overview reports a clock that may be wrong', async () => {
  const sentence = 'For now nothing is deleted or ended.';
  expect(await (await openOffice()).read('/staff')).not.toContain(sentence);
  const instance = await newInstance();
  const database = openDatabase(databaseAddress(instance));
  await migrate(database);
  const mark_at = Date.now() - 3 * 86_400_000;
  const marks = (['ends', 'erases'] as const).map((effect) => ({ effect, mark_at }));
  await database.db.insertInto('clock_marks').values(marks).execute();
  await database.close();
  const server = await startServer(instance, {}, { readyPath: '/healthz' });
  onTestFinished(() => killServer(server));
  expect(await (await openOffice(instance)).read('/staff')).toContain(sentence);
});

/** Creates an empty guide. @returns the path of its page */
async function createGuide(client: ServerClient): Promise<string> {
  const { data } = (await (await client.post(GUIDES)).json()) as { data: { guide_id: string } };
  return `/staff/guides/${data.guide_id}`;
}

test('a draft of a guide is not deleted with one press', async () => {
  const { client, read } = await openOffice();
  const page = await read(await createGuide(client));
  const deletes = 'name="action" value="delete"';
  const folds = page.match(/<details.*?<\/details>/g)?.filter((each) => each.includes(deletes));
  expect(folds).toHaveLength(1);
  expect(folds?.[0]).not.toMatch(/^<details[^>]* open/);
  expect(folds?.[0]).toContain('You can put it back for 30 days');
  expect(page.replaceAll(/<details.*?<\/details>/g, '')).not.toContain(deletes);
});

test('a guide without a cover is not published, and the button explains it', async () => {
  const { client } = await openOffice();
  const path = await createGuide(client);
  const { 'x-csrf-token': token = '', ...headers } = await client.headers();
  const body = new FormData();
  for (const [name, value] of Object.entries({
    action: 'publish',
    version: '1',
    csrf_token: token,
  }))
    body.append(name, value);
  const sent = await fetch(originOf(shared()) + path, {
    method: 'POST',
    headers: { ...headers, accept: 'text/html' },
    body,
  });
  expect(await sent.text()).toMatch(
    /<p class="[^"]*wrong[^>]*>To publish it, choose a cover first\.<\/p>\s*<p class="row[^>]*>\s*<button[^>]*value="publish"/,
  );
});

test('staff who publish new terms read how many must agree again, and then who has not yet', async () => {
  const { instance } = await startOwnServer();
  const { client, read } = await openOffice(instance);
  const database = openDatabase(databaseAddress(instance));
  const names = { password_hash: 'none', last_name: 'Zqmember' };
  for (const first_name of ['Ana', 'Jun']) await addMember(database.db, { ...names, first_name });
  await addMember(database.db, { ...names, first_name: 'Lito', disabled_at: 1 });
  // The factory’s members have agreed to the first version.
  await database.db.deleteFrom('consents').execute();
  await database.close();
  const terms = '/api/admin/policies/terms_and_conditions';
  const form = new FormData();
  form.append(
    'pdf',
    new File([new Uint8Array(makePdf())], 'terms.pdf', { type: 'application/pdf' }),
  );
  for (const [name, value] of [
    ['title', 'Terms'],
    ['text', 'One.'],
  ] as const)
    form.append(name, value);
  const { data } = (await (await client.change('PUT', `${terms}/draft`, form)).json()) as {
    data: { content: string };
  };
  expect(await read('/staff/policies/terms-and-conditions')).toContain(
    '2 other members have to agree to the new version',
  );
  const published = await client.post(`${terms}/publish`, { content: data.content });
  expect(published.status).toBe(200);
  const list = await read('/staff/policies');
  expect(list).toContain('2 members have not agreed to the present versions.');
  expect(list.match(/\w+ Zqmember/g)?.toSorted()).toEqual(['Ana Zqmember', 'Jun Zqmember']);
});
