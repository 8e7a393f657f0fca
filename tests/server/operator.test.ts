import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { policies } from '#demo/policies.ts';
import { policyPdf } from '#demo/policies/pdf.ts';
import { openDatabase } from '#lib/server/db/open.ts';
import { diskStore } from '#lib/server/storage/disk.ts';
import { addressOf, databaseOf } from '#tests/support/built-server.ts';
import { operate, PRODUCTION } from '#tests/support/operator.ts';

import { openBuilt, shareBuilt } from './place.ts';

// What an operator does shows on the running server within this time (docs/decisions/0009-guest-page-changes.md).
const SHOWN = { timeout: 1000, interval: 50 };

const place = shareBuilt(PRODUCTION);
const read = async (path: string) => (await fetch(addressOf(place()) + path)).text();
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
  [['notify'], /notify <email, or everyone>/],
  [['notify', 'everyone', '--tittle', 'x'], /--tittle/],
  [['notify', 'everyone', '--type', 'forum', '--title', 'x'], /Please give the content/],
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

test('a replaced legal document shows at once', async () => {
  const path = '/legal-agreements/data-privacy';
  expect(await read(path)).not.toContain('Kept for one harvest.');
  const [policy] = policies;
  const [pdf, text] = ['new.pdf', 'new.txt'].map((name) => join(place().dataDir, name));
  await writeFile(pdf as string, await policyPdf(policy as NonNullable<typeof policy>));
  await writeFile(text as string, 'Kept for one harvest.');
  const args = ['replace-policy', 'data-privacy', pdf as string, '--text', text as string];
  expect(await operate(place(), args)).toMatchObject({ code: 0, err: '' });
  await vi.waitFor(async () => expect(await read(path)).toContain('Kept for one harvest.'), SHOWN);
});

test('a copy of a site that is written to is a site as it was, pictures and all', async () => {
  const { place: own } = await openBuilt(PRODUCTION);
  const database = openDatabase(databaseOf(own));
  onTestFinished(() => database.close());
  const author = await addMember(database.db, { password_hash: 'none' });
  const files = diskStore(join(own.dataDir, 'media'));
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
  const copies = diskStore(join(folder, 'media'));
  expect(await copies.get(keyOf('A'))).toMatchObject({ body: Buffer.from('A') });
  expect(await copies.get(keyOf('B'))).toBeNull();
  expect((await operate(own, ['backup', folder])).out).toContain(' 1 new file');
  expect(await copies.get(keyOf('B'))).toMatchObject({ body: Buffer.from('B') });
});
