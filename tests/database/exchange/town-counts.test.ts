// The number of open listings per town on the map.
import type { CompiledQuery } from 'kysely';
import { expect, test, vi } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import { countByTown } from '#lib/server/exchange/listings/search-queries.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import type { ListingTable } from '#lib/server/platform/db/schema.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const [GUIMBA, CABANATUAN] = ['0304911000', '0304903000'] as const;
const ALL = { kind: null, material: null, isFree: false };

async function offer(
  { services: { db } }: Site,
  author: MemberBrowser,
  given: Partial<ListingTable>,
) {
  const { id: post_id } = await addPost(db, { author_id: author.member.id });
  await addListing(db, { ...given, post_id });
}

async function count(
  { services: { db } }: Site,
  viewerId: string | null,
  filter: { material?: string; isFree?: boolean; readyBy?: string } = {},
  towns: string[] | null = null,
): Promise<Record<string, number>> {
  const rows = await countByTown(db, { viewerId, filter: { ...ALL, ...filter }, towns });
  return Object.fromEntries(rows.map((row) => [row.town, row.count]));
}

test('open listings are counted, except those of disabled and blocked members', async () => {
  const site = await openSite();
  const [ana, ben, disabled, viewer] = [
    await site.signedIn(),
    await site.signedIn(),
    await site.signedIn(),
    await site.signedIn(),
  ];
  for (const author of [ana, ben, disabled]) await offer(site, author, { town: GUIMBA });
  await offer(site, ben, {
    town: CABANATUAN,
    material: 'corn-cobs',
    terms: 'trade',
    ready_on: '2099-01-01',
  });
  await offer(site, ana, { town: GUIMBA, status: 'gone' });
  await offer(site, disabled, { town: CABANATUAN });
  await disableMember(site.services, disabled.member.email);
  const everything = { [GUIMBA]: 2, [CABANATUAN]: 1 };
  expect(await count(site, null)).toEqual(everything);
  expect(await count(site, null, { material: 'corn-cobs' })).toEqual({ [CABANATUAN]: 1 });
  expect(await count(site, null, { isFree: true })).toEqual({ [GUIMBA]: 2 });
  expect(await count(site, null, {}, [CABANATUAN])).toEqual({ [CABANATUAN]: 1 });
  expect(await count(site, null, { readyBy: '2000-01-01' })).toEqual({ [GUIMBA]: 2 });
  expect(await count(site, viewer.member.id)).toEqual(everything);
  await block(viewer, ben);
  for (const { member } of [viewer, ben])
    expect(await count(site, member.id)).toEqual(
      member === viewer.member ? { [GUIMBA]: 1 } : everything,
    );
  expect(await count(site, ben.member.id, { material: 'corn-cobs' })).toEqual({ [CABANATUAN]: 1 });
});

test('counting does not read the post of each listing', async () => {
  const site = await openSite();
  const { db, dialect } = site.services;
  // On Postgres a table of few rows is scanned all the same.
  if (dialect !== 'sqlite') return;
  const queries = vi.spyOn(db, 'executeQuery');
  await count(site, null);
  await count(site, (await site.member()).id, { material: 'corn-cobs' }, [GUIMBA]);
  const counts = queries.mock.calls
    .map(([query]) => query as CompiledQuery)
    .filter(({ sql }) => sql.includes('count(*)') && sql.includes('listings'));
  queries.mockRestore();
  expect(counts).toHaveLength(2);
  for (const query of counts) {
    const { rows } = await db.executeQuery({ ...query, sql: `explain query plan ${query.sql}` });
    const plan = rows.map((row) => (row as { detail: string }).detail).join('; ');
    expect(plan).toContain('SEARCH l USING COVERING INDEX');
    expect(plan).toContain('SEARCH p USING COVERING INDEX posts_author_id_idx (author_id=?)');
    expect(plan).not.toMatch(/SEARCH p USING [^;]*\(id=\?\)/);
  }
});
