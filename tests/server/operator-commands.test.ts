import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { readPolicyPdf } from '#demo/policies.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import { DIALECTS } from '#tests/support/server/operated-site.ts';
import { runOperator, PRODUCTION } from '#tests/support/server/run-operator.ts';
import { originOf, databaseAddress } from '#tests/support/server/server-process.ts';

import { shareServer } from './running-server.ts';

// Operator commands show on the running server within a second (docs/decisions/0041-many-servers.md), or later
// on a busy machine. Without the invalidation a page is cached for a minute.
const SHOWN = { timeout: 10_000, interval: 50 };

describe.each(DIALECTS)('on %s', (kind) => {
  const instance = shareServer(PRODUCTION, kind);
  const read = async (path: string) => (await fetch(originOf(instance()) + path)).text();
  const explore = () => read('/forums/explore');

  test('notify accepts the URLs of a member’s page and of a post', async () => {
    const database = openDatabase(databaseAddress(instance()));
    onTestFinished(() => database.close());
    const { id } = await addMember(database.db, { password_hash: 'none' });
    const post = newId();
    const [to, link] = [`/forums/profile/${id}`, `/forums/posts/${post}`].map(
      (path) => originOf(instance()) + path,
    );
    const options = ['--type', 'forum', '--title', 'x', '--content', 'y', '--link', link as string];
    expect(await runOperator(instance(), ['notify', to as string, ...options])).toMatchObject({
      code: 0,
    });
    const rows = database.db
      .selectFrom('member_notifications')
      .where('member_id', '=', id)
      .selectAll();
    expect(await rows.executeTakeFirst()).toMatchObject({ type: 'forum', link_data: post });
  });

  test('a replaced policy shows within seconds', async () => {
    const path = '/legal-agreements/data-privacy';
    expect(await read(path)).not.toContain('Kept for one harvest.');
    const [pdf, text] = ['new.pdf', 'new.txt'].map((name) => join(instance().dataDir, name));
    await writeFile(pdf as string, await readPolicyPdf('licensing_terms'));
    await writeFile(text as string, 'Kept for one harvest.');
    const args = ['replace-policy', 'data-privacy', pdf as string, '--text', text as string];
    expect(await runOperator(instance(), args)).toMatchObject({ code: 0, err: '' });
    await vi.waitFor(
      async () => expect(await read(path)).toContain('Kept for one harvest.'),
      SHOWN,
    );
  });

  test('moderation shows on the running server: reports, a removed post, a disabled member', async () => {
    const database = openDatabase(databaseAddress(instance()));
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
      comment_id: null,
      member_id: null,
      reporter_id: reporter.id,
      reason: 'Spam\u001b[2J\nby Jun',
      dismissed_at: null,
    };
    await db
      .insertInto('reports')
      .values({ id: newId(), ...report, created_at: Date.now() })
      .execute();
    expect(await explore()).toContain(bad.title);
    const listed = (await runOperator(instance(), ['reports'])).out;
    expect(listed).toContain('“Sells phones” by Maria Santos');
    expect(listed).toMatch(/Ana Santos <.*>: Spam \[2J by Jun$/m);
    const link = `${originOf(instance())}/forums/posts/${bad.id}`;
    const removed = await runOperator(instance(), [
      'remove-post',
      link,
      '--reason',
      'It is no farm waste.',
    ]);
    expect(removed).toEqual({ code: 0, out: '“Sells phones” was removed.\n', err: '' });
    await vi.waitFor(async () => expect(await explore()).not.toContain('Sells phones'), SHOWN);
    expect(await explore()).toContain(good.title);
    expect((await runOperator(instance(), ['reports'])).out).toBe('There are no open reports.\n');
    await runOperator(instance(), ['disable-member', author.email, '--reason', 'Sells phones']);
    await vi.waitFor(async () => expect(await explore()).not.toContain(good.title), SHOWN);
    await runOperator(instance(), ['enable-member', author.id]);
    await vi.waitFor(async () => expect(await explore()).toContain(good.title), SHOWN);
    const about = db.selectFrom('audit_log').where('member_id', '=', author.id).orderBy('id');
    expect(await about.select(['actor_id', 'act', 'reason']).execute()).toEqual([
      { actor_id: null, act: 'post.removed', reason: 'It is no farm waste.' },
      { actor_id: null, act: 'member.disabled', reason: 'Sells phones' },
      { actor_id: null, act: 'member.enabled', reason: null },
    ]);
  });

  test('the running server sends the email to an added member', async () => {
    const names = ['--first', 'Lea', '--last', 'Manalo'];
    const args = ['add-member', 'lea@glean.example', ...names, '--role', 'gleaner'];
    const { out } = await runOperator(instance(), args);
    expect(out).toMatch(/^Lea Manalo is a member now/);
    const path = /\/join\/password\/\S+/.exec(out)?.[0] ?? '';
    const page = await fetch(originOf(instance()) + path);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('Welcome, Lea Manalo'),
    ]);
    const again = await runOperator(instance(), ['password-link', 'lea@glean.example']);
    expect(again.out).toMatch(/\/join\/password\/\S+\n$/);
    expect((await runOperator(instance(), args)).err).toMatch(
      /^There’s already a member with the email/,
    );
    const deliveredEmails = join(instance().dataDir, 'mail');
    const emailFile = expect.stringMatching(/\.eml$/);
    await vi.waitFor(
      async () => expect(await readdir(deliveredEmails)).toContainEqual(emailFile),
      SHOWN,
    );
  });

  test('a resource is added from a file, published, read and replaced', async () => {
    const file = join(instance().dataDir, 'compost.md');
    const writeResource = async (title: string) => {
      await writeFile(file, `# ${title}\n\n![](cover.png)\n\nStraw and manure.`);
    };
    await writeFile(
      join(instance().dataDir, 'cover.png'),
      await redBlueImage(80, 40).png().toBuffer(),
    );
    await writeResource('A heap that heats');
    const id =
      /[\da-f-]{36}/.exec((await runOperator(instance(), ['add-resource', file])).out)?.[0] ?? '';
    expect(await read('/eduhub')).not.toContain('A heap that heats');
    expect(await runOperator(instance(), ['publish-resource', id])).toMatchObject({
      code: 0,
      err: '',
    });
    await vi.waitFor(
      async () => expect(await read('/eduhub')).toContain('A heap that heats'),
      SHOWN,
    );
    await writeResource('A heap that heats more');
    await runOperator(instance(), ['replace-resource', `/eduhub/${id}`, file]);
    await vi.waitFor(async () => expect(await read('/eduhub')).toContain('heats more'), SHOWN);
  });
});
