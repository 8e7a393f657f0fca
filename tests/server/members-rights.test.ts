// Members' rights on a running site, and with the operator's commands, on both databases.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { createOperatedSite, DIALECTS } from '#tests/support/server/operated-site.ts';
import { PRODUCTION } from '#tests/support/server/run-operator.ts';
import { killServer, startServer } from '#tests/support/server/server-process.ts';
import { unzip } from '#tests/support/server/unzip.ts';

// Enough for a busy machine.
const SOON = { timeout: 30_000, interval: 50 };

describe.each(DIALECTS)('on %s', (dialect) => {
  test('export-member writes a zip, erase-member asks for the name, then erases', async () => {
    const site = await createOperatedSite(dialect);
    const file = join(site.folder, '..', 'jun.zip');
    await site.operate(['export-member', 'jun@glean.example', file]);
    const zip = unzip(await readFile(file));
    expect(zip.get('data/posts.json')?.toString()).toContain('Of Jun');
    expect(await site.fail(['export-member', 'jun@glean.example', file])).toContain(
      'give another name',
    );
    const question = await site.fail(['erase-member', 'jun@glean.example']);
    const [, name = ''] = /--name "([^"]+)"/.exec(question) ?? [];
    await site.operate(['erase-member', 'jun@glean.example', '--name', name]);
    expect(await site.titles()).toEqual(['First']);
    await site.onDatabase(async ({ db }) => {
      expect(await db.selectFrom('erased_members').selectAll().execute()).toHaveLength(1);
      expect(await db.selectFrom('leftovers').selectAll().execute()).toEqual([]);
      const acts = await db.selectFrom('audit_log').select('act').orderBy('id').execute();
      expect(acts.map(({ act }) => act)).toEqual(
        expect.arrayContaining(['member.exported', 'member.erased']),
      );
    });
  });

  test('a server erases due members when it starts', async () => {
    const site = await createOperatedSite(dialect);
    await site.onDatabase(async ({ db }) => {
      const jun = db.selectFrom('members').where('email', '=', 'jun@glean.example').select('id');
      const { id } = await jun.executeTakeFirstOrThrow();
      await db.updateTable('members').set({ disabled_at: 1 }).where('id', '=', id).execute();
      const times = { requested_at: 1, erase_at: 2 };
      await db
        .insertInto('deletions')
        .values({ member_id: id, ...times })
        .execute();
    });
    const server = await startServer(site.instance, PRODUCTION);
    onTestFinished(() => killServer(server));
    await vi.waitFor(async () => expect(await site.titles()).toEqual(['First']), SOON);
  });
});
