import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import { createDiskStore } from '#lib/server/storage/disk-store.ts';
import { databaseOf } from '#tests/support/built-server.ts';
import { operate, PRODUCTION } from '#tests/support/operator.ts';

import { openBuilt, shareBuilt } from './place.ts';

const place = shareBuilt(PRODUCTION);
const keyOf = (letter: string) => `${letter.repeat(22)}-9x9/9.webp`;

test('asked for nothing, the command lists what it can do; of a verb it says how', async () => {
  const { code, out } = await operate(place(), []);
  expect(code).toBe(0);
  expect(out).toContain('notify  ');
  expect((await operate(place(), ['--help'])).out).toBe(out);
  expect((await operate(place(), ['notify', '--help'])).out).toContain('[--title "…"]');
});

test.each([
  [['frob'], /There is no verb “frob”/],
  [['constructor'], /There is no verb “constructor”/],
  [['notify'], /notify <member, or everyone>/],
  [['notify', 'everyone', '--tittle', 'x'], /--tittle/],
  [['remove-post', 'nothing'], /nothing is no id/],
  [['remove-post', '0198c6e0-0000-7000-8000-000000000000'], /This post is not here any more/],
  [['add-member', 'lea'], /Please enter a valid email|complete name/],
  [['replace-policy', 'data-privacy', 'none.pdf'], /none\.pdf cannot be read/],
])('%j is a mistake, and says how to do it right', async (args, message) => {
  const { code, out, err } = await operate(place(), args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(message);
  expect(err).not.toMatch(/^ +at /m);
});

test('it works with the settings of production, and asks for the same', async () => {
  const { place: own } = await openBuilt(PRODUCTION);
  const args = ['notify', 'everyone', '--type', 'forum', '--title', 'x', '--content', 'y'];
  expect((await operate(own, args, { PUBLIC_URL: '' })).err).toMatch(/^PUBLIC_URL is missing/);
  expect((await operate(own, args, { SECRET: '' })).err).toMatch(/^SECRET is missing/);
  expect(await operate(own, args)).toEqual({ code: 0, out: 'Told everyone.\n', err: '' });
});

test('what others wrote does not draw on the operator’s terminal', async () => {
  const database = openDatabase(databaseOf(place()));
  onTestFinished(() => database.close());
  const one = { password_hash: 'none', posts_count: 1 };
  const { id: author_id } = await addMember(database.db, one);
  const title = 'Evil\u001b]0;name\u0007\u202eeslaf';
  const { id } = await addPost(database.db, { author_id, title });
  const { out } = await operate(place(), ['remove-post', id, '--reason', 'It is spam.']);
  expect(out).toBe('“Evil ]0;name eslaf” was removed.\n');
  const { err } = await operate(place(), [
    'replace-policy',
    'data-privacy',
    'a\u001b[2J\u009b.pdf',
  ]);
  expect(err).toBe('a [2J .pdf cannot be read (ENOENT).\n');
});

test('a copy of a site that is written to is a site as it was, pictures and all', async () => {
  const { place: own } = await openBuilt(PRODUCTION);
  const database = openDatabase(databaseOf(own));
  onTestFinished(() => database.close());
  const author = await addMember(database.db, { password_hash: 'none' });
  const files = createDiskStore(join(own.dataDir, 'media'));
  const keep = async (letter: string) => {
    await addPost(database.db, { author_id: author.id });
    await files.put(keyOf(letter), Buffer.from(letter), 'image/webp');
  };
  const folder = join(own.dataDir, 'copy');
  await keep('A');
  expect(await operate(own, ['backup', folder])).toMatchObject({ code: 0, err: '' });
  await keep('B');
  const copy = openDatabase(join(folder, 'glean.sqlite'));
  onTestFinished(() => copy.close());
  expect(await copy.db.selectFrom('posts').select('id').execute()).toHaveLength(1);
  const copies = createDiskStore(join(folder, 'media'));
  expect(await copies.get(keyOf('A'))).toMatchObject({ body: Buffer.from('A') });
  expect(await copies.get(keyOf('B'))).toBeNull();
  expect((await operate(own, ['backup', folder])).out).toContain(' 1 new file');
  expect(await copies.get(keyOf('B'))).toMatchObject({ body: Buffer.from('B') });
});
