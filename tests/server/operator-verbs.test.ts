import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { policies } from '#demo/policies.ts';
import { policyPdf } from '#demo/policies/pdf.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import { newId } from '#lib/server/new-id.ts';
import { addressOf, databaseOf } from '#tests/support/built-server.ts';
import { operate, PRODUCTION } from '#tests/support/operator.ts';
import { halves } from '#tests/support/pictures.ts';

import { shareBuilt } from './place.ts';

// What an operator does shows on the running server within a second (docs/decisions/0009-cache-invalidation.md), in
// which a busy machine may not get to it; a page that was not told of it is kept for a minute.
const SHOWN = { timeout: 10_000, interval: 50 };

const DATABASES = inject('postgres') ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

describe.each(DATABASES)('on %s', (kind) => {
  const place = shareBuilt(PRODUCTION, kind);
  const read = async (path: string) => (await fetch(addressOf(place()) + path)).text();
  const explore = () => read('/forums/explore');

  test('a member and a link are told by the addresses of their pages, too', async () => {
    const database = openDatabase(databaseOf(place()));
    onTestFinished(() => database.close());
    const { id } = await addMember(database.db, { password_hash: 'none' });
    const post = newId();
    const [to, link] = [`/forums/profile/${id}`, `/forums/posts/${post}`].map(
      (path) => addressOf(place()) + path,
    );
    const words = ['--type', 'forum', '--title', 'x', '--content', 'y', '--link', link as string];
    expect(await operate(place(), ['notify', to as string, ...words])).toMatchObject({ code: 0 });
    const told = database.db
      .selectFrom('notifications')
      .where('audience_member_id', '=', id)
      .selectAll();
    expect(await told.executeTakeFirst()).toMatchObject({ type: 'forum', link_data: post });
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
    await vi.waitFor(
      async () => expect(await read(path)).toContain('Kept for one harvest.'),
      SHOWN,
    );
  });

  test('what staff do shows on the running server: reports, a removed post, a disabled member', async () => {
    const database = openDatabase(databaseOf(place()));
    onTestFinished(() => database.close());
    const { db } = database;
    const author = await addMember(db, { password_hash: 'none', posts_count: 2 });
    const reporter = await addMember(db, { password_hash: 'none', first_name: 'Ana' });
    const [bad, good] = [
      await addPost(db, { author_id: author.id, title: 'Sells phones' }),
      await addPost(db, { author_id: author.id, title: 'Sells straw' }),
    ];
    const report = {
      post_id: bad.id,
      reporter_id: reporter.id,
      reason: 'Spam\u001b[2J\nby Jun',
      dismissed_at: null,
    };
    await db
      .insertInto('reports')
      .values({ id: newId(), ...report, created_at: Date.now() })
      .execute();
    expect(await explore()).toContain(bad.title);
    const listed = (await operate(place(), ['reports'])).out;
    expect(listed).toContain('“Sells phones” by Maria Santos');
    expect(listed).toMatch(/Ana Santos <.*>: Spam \[2J by Jun$/m);
    const link = `${addressOf(place())}/forums/posts/${bad.id}`;
    const removed = await operate(place(), [
      'remove-post',
      link,
      '--reason',
      'It is no farm waste.',
    ]);
    expect(removed).toEqual({ code: 0, out: '“Sells phones” was removed.\n', err: '' });
    await vi.waitFor(async () => expect(await explore()).not.toContain('Sells phones'), SHOWN);
    expect(await explore()).toContain(good.title);
    expect((await operate(place(), ['reports'])).out).toBe('There are no open reports.\n');
    await operate(place(), ['disable-member', author.email]);
    await vi.waitFor(async () => expect(await explore()).not.toContain(good.title), SHOWN);
    await operate(place(), ['enable-member', author.id]);
    await vi.waitFor(async () => expect(await explore()).toContain(good.title), SHOWN);
  });

  test('a member is taken in, and the running server sends the letter', async () => {
    const names = ['--first', 'Lea', '--last', 'Manalo'];
    const args = ['add-member', 'lea@glean.example', ...names, '--role', 'gleaner'];
    expect((await operate(place(), args)).out).toMatch(/^Lea Manalo is a member now/);
    expect((await operate(place(), args)).err).toMatch(/^There is a member with the address/);
    const outbox = join(place().dataDir, 'mail');
    const letter = expect.stringMatching(/\.eml$/);
    await vi.waitFor(async () => expect(await readdir(outbox)).toContainEqual(letter), SHOWN);
  });

  test('a resource comes from a file: published, read, and replaced', async () => {
    const file = join(place().dataDir, 'compost.md');
    const keep = async (title: string) => {
      await writeFile(file, `# ${title}\n\n![](cover.png)\n\nStraw and manure.`);
    };
    await writeFile(join(place().dataDir, 'cover.png'), await halves(80, 40).png().toBuffer());
    await keep('A heap that heats');
    const id = /[\da-f-]{36}/.exec((await operate(place(), ['add-resource', file])).out)?.[0] ?? '';
    expect(await read('/eduhub')).not.toContain('A heap that heats');
    expect(await operate(place(), ['publish-resource', id])).toMatchObject({ code: 0, err: '' });
    await vi.waitFor(
      async () => expect(await read('/eduhub')).toContain('A heap that heats'),
      SHOWN,
    );
    await keep('A heap that heats more');
    await operate(place(), ['replace-resource', `/eduhub/${id}`, file]);
    await vi.waitFor(async () => expect(await read('/eduhub')).toContain('heats more'), SHOWN);
  });
});
