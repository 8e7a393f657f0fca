// PostgreSQL rejects `in ()`, and both databases reject an insert without rows.
import { expect, test } from 'vitest';

import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { findListQueries } from '#tests/support/site/list-queries.ts';
import { openSite } from '#tests/support/site/site.ts';

type Query = (...args: unknown[]) => unknown;

// They first insert a given row.
const NEED_A_ROW = ['insertPost', 'insertQuarantine'];

test('each query that takes a list answers an empty one', async () => {
  const { services } = await openSite();
  const queries = findListQueries();
  const failed: string[] = [];
  for (const { file, name, args } of queries) {
    const module = (await import(/* @vite-ignore */ `/${file}`)) as Record<string, Query>;
    try {
      await module[name]?.(services.db, ...args);
    } catch (error) {
      failed.push(NEED_A_ROW.includes(name) ? name : `${name} of ${file}: ${String(error)}`);
    }
  }
  expect(queries.length).toBeGreaterThan(60);
  expect(failed.toSorted()).toEqual(NEED_A_ROW);
});

test('an empty list is locked, contains nothing, and lacks everything', async () => {
  const { services, member } = await openSite();
  const { id } = await member();
  await transact(services, { invalidates: [] }, async (tx) => {
    await lockRows(tx, 'members', []);
    await lockRows(tx, 'posts', []);
    const members = tx.selectFrom('members').select('id');
    const among = (ids: string[]) => members.where('id', 'in', ids);
    expect(await among([]).execute()).toEqual([]);
    expect(await members.where('id', 'not in', []).execute()).toEqual([{ id }]);
    // In a subquery, too.
    expect(await members.where('id', 'not in', among([])).execute()).toEqual([{ id }]);
  });
});
