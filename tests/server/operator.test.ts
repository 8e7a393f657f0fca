import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { createDiskStore } from '#lib/server/platform/storage/disk-store.ts';
import { listBackups } from '#tests/support/server/backups.ts';
import { runOperator, PRODUCTION } from '#tests/support/server/run-operator.ts';
import { databaseAddress } from '#tests/support/server/server-process.ts';

import { startOwnServer, shareServer } from './running-server.ts';

const instance = shareServer(PRODUCTION);
const keyOf = (character: string) => `${character.repeat(22)}-9x9/9.webp`;

test('without arguments the operator lists its commands; --help explains one', async () => {
  const { code, out } = await runOperator(instance(), []);
  expect(code).toBe(0);
  expect(out).toContain('notify  ');
  expect((await runOperator(instance(), ['--help'])).out).toBe(out);
  expect((await runOperator(instance(), ['notify', '--help'])).out).toContain('[--title "…"]');
});

test.each([
  [['frob'], /Unknown command “frob”/],
  [['constructor'], /Unknown command “constructor”/],
  [['notify'], /notify <member, or everyone>/],
  [['notify', 'everyone', '--tittle', 'x'], /--tittle/],
  [['remove-post', 'nothing'], /nothing is not an id/],
  [['remove-post', '0198c6e0-0000-7000-8000-000000000000'], /This post no longer exists/],
  [['add-member', 'lea'], /Please enter a valid email|complete name/],
  [['replace-policy', 'data-privacy', 'none.pdf'], /none\.pdf cannot be read/],
])('the wrong arguments %j get an error that explains the right ones', async (args, message) => {
  const { code, out, err } = await runOperator(instance(), args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(message);
  expect(err).not.toMatch(/^ +at /m);
});

test('it needs the same settings as production', async () => {
  const { instance: own } = await startOwnServer(PRODUCTION);
  const args = ['notify', 'everyone', '--type', 'forum', '--title', 'x', '--content', 'y'];
  expect((await runOperator(own, args, { PUBLIC_URL: '' })).err).toMatch(/^PUBLIC_URL is missing/);
  expect((await runOperator(own, args, { SECRET: '' })).err).toMatch(/^SECRET is missing/);
  expect(await runOperator(own, args)).toEqual({ code: 0, out: 'Notified everyone.\n', err: '' });
});

test('control characters in member content do not reach the terminal', async () => {
  const database = openDatabase(databaseAddress(instance()));
  onTestFinished(() => database.close());
  const one = { password_hash: 'none', posts_count: 1 };
  const { id: author_id } = await addMember(database.db, one);
  const title = 'Evil\u001b]0;name\u0007\u202eeslaf';
  const { id } = await addPost(database.db, { author_id, title });
  const { out } = await runOperator(instance(), ['remove-post', id, '--reason', 'It is spam.']);
  expect(out).toBe('“Evil ]0;name eslaf” was removed.\n');
  const { err } = await runOperator(instance(), [
    'replace-policy',
    'data-privacy',
    'a\u001b[2J\u009b.pdf',
  ]);
  expect(err).toBe('a [2J .pdf cannot be read (ENOENT).\n');
});

test('a backup of a site in use is a complete site with its images', async () => {
  const { instance: own } = await startOwnServer(PRODUCTION);
  const database = openDatabase(databaseAddress(own));
  onTestFinished(() => database.close());
  const author = await addMember(database.db, { password_hash: 'none' });
  const files = await createDiskStore(join(own.dataDir, 'media'));
  const addPostWithImage = async (character: string) => {
    await addPost(database.db, { author_id: author.id });
    await files.put(keyOf(character), Buffer.from(character), 'image/webp');
  };
  const folder = join(own.dataDir, 'copy');
  await addPostWithImage('A');
  expect(await runOperator(own, ['backup', '--new-folder', folder])).toMatchObject({
    code: 0,
    err: '',
  });
  await addPostWithImage('B');
  const [name = ''] = listBackups(folder);
  const copy = openDatabase(join(folder, name));
  onTestFinished(() => copy.close());
  expect(await copy.db.selectFrom('posts').select('id').execute()).toHaveLength(1);
  const copies = await createDiskStore(join(folder, 'media'));
  expect(await copies.get(keyOf('A'))).toMatchObject({ body: Buffer.from('A') });
  expect(await copies.get(keyOf('B'))).toBeNull();
  expect((await runOperator(own, ['backup', folder])).out).toContain(' 1 new file');
  expect(await copies.get(keyOf('B'))).toMatchObject({ body: Buffer.from('B') });
});

test('a backup creates no folder without --new-folder', async () => {
  const { instance: own } = await startOwnServer(PRODUCTION);
  const folder = join(own.dataDir, 'disk/glean');
  const missing = { code: 1, out: '', err: expect.stringMatching(/^There is no folder .+: mount/) };
  expect(await runOperator(own, ['backup'], { BACKUP_URL: folder })).toEqual(missing);
  expect(await runOperator(own, ['backup', folder])).toEqual(missing);
  expect(existsSync(dirname(folder))).toBe(false);
  const { code, out } = await runOperator(own, ['backup', '--new-folder', folder]);
  expect(code).toBe(0);
  expect(out).toMatch(/ It is on the disk of the site’s data, .+\.\n$/);
  expect(listBackups(folder)).toHaveLength(1);
  const { err } = await runOperator(own, ['backup', folder, '--new-folder', folder]);
  expect(err).toBe('Give one folder, with or without --new-folder.\n');
});
