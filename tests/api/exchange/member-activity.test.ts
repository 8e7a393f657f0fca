import type { CompiledQuery } from 'kysely';
import { expect, test, vi } from 'vitest';

import { newId } from '#lib/server/platform/new-id.ts';
import { report } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import {
  agreeWith,
  openPickupStage,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;
const GUIMBA = LISTING.town;
const MUNOZ = '0304917000';
const pathOf = ({ member }: MemberBrowser) => `/api/web/forum/users/${member.id}/activity`;

const readActivity = async (reader: MemberBrowser, of: MemberBrowser) =>
  (await reader.get(pathOf(of))).body['data'];

/** Agrees to a pickup, and lets both members report its outcome on the day. */
async function finish(stage: PickupStage, requester: MemberBrowser, outcome: object) {
  const path = await agreeWith(stage, requester);
  stage.site.advanceClock(DAY_MS);
  for (const browser of [stage.owner, requester])
    expect((await report(browser, path, outcome)).status).toBe(200);
}

const ALL = { result: 'taken', kg: 50 };

async function openStages(site: Site, count: number, owner: MemberBrowser, listing: object = {}) {
  const stages: PickupStage[] = [];
  for (let nth = 0; nth < count; nth += 1)
    stages.push({ site, owner, ...(await publishListing(owner, listing)) });
  return stages;
}

test('a member’s open listings appear once per kind and material, newest first', async () => {
  const site = await openSite();
  const [owner, reader] = [await site.signedIn(), await site.signedIn()];
  await publishListing(owner, { town: MUNOZ });
  const straw = await publishListing(owner);
  const gone = await publishListing(owner, { material: 'corn-cobs' });
  const need = await publishListing(owner, { kind: 'need', material: 'chicken-manure' });
  await owner.post(`${gone.path}/status`, { status: 'gone' });
  const { listings } = await readActivity(reader, owner);
  expect(listings).toEqual([
    { kind: 'need', material: 'chicken-manure', town: GUIMBA, post_id: need.post.post_id },
    { kind: 'offer', material: 'rice-straw', town: GUIMBA, post_id: straw.post.post_id },
  ]);
});

test('a member’s joining month is that in the site’s region, without the day', async () => {
  const site = await openSite();
  // Still May in UTC.
  const owner = await site.signedIn(await site.member({ joined_at: Date.UTC(2026, 4, 31, 17) }));
  const activity = await readActivity(await site.signedIn(), owner);
  expect(activity).toEqual({
    member_since: '2026-06',
    listings: [],
    record: { handed_over: null, picked_up: null, appointments: null },
  });
});

test('a record needs three pickups, and shows no single one', async () => {
  const site = await openSite();
  const [owner, requester, reader] = [
    await withPhone(site),
    await withPhone(site),
    await site.signedIn(),
  ];
  const stages = await openStages(site, 4, owner);
  for (const stage of stages.slice(0, 2)) await finish(stage, requester, ALL);
  const none = { handed_over: null, picked_up: null, appointments: null };
  expect((await readActivity(reader, owner)).record).toEqual(none);
  const [, , third, fourth] = stages;
  if (!third || !fourth) throw new Error('Four listings are published.');
  await finish(third, requester, ALL);
  const appointments = { fulfilled: 3, agreed: 3 };
  expect((await readActivity(reader, owner)).record).toEqual({
    ...none,
    handed_over: 3,
    appointments,
  });
  expect((await readActivity(reader, requester)).record).toEqual({
    ...none,
    picked_up: 3,
    appointments,
  });
  // A pickup that did not take place does not count.
  await finish(fourth, requester, { result: 'not', kg: null, reason: 'other' });
  expect((await readActivity(reader, owner)).record).toMatchObject({
    handed_over: 3,
    appointments,
  });
  const text = JSON.stringify(await readActivity(reader, owner));
  expect(text).not.toContain(requester.member.id);
  expect(text).not.toMatch(/chapel|09\d{9}|"day"/);
});

test('a member who brings what a listing needs counts as the giver', async () => {
  const site = await openSite();
  const [owner, requester] = [await withPhone(site), await withPhone(site)];
  for (const stage of await openStages(site, 3, owner, { kind: 'need' }))
    await finish(stage, requester, ALL);
  expect((await readActivity(owner, requester)).record.handed_over).toBe(3);
  expect((await readActivity(requester, owner)).record.picked_up).toBe(3);
});

test('pickups more than a year ago do not count', async () => {
  const site = await openSite();
  const [owner, requester] = [await withPhone(site), await withPhone(site)];
  for (const stage of await openStages(site, 3, owner)) await finish(stage, requester, ALL);
  site.advanceClock(367 * DAY_MS);
  const reader = await site.signedIn();
  expect((await readActivity(reader, owner)).record.handed_over).toBeNull();
});

test('a member’s own town and a guest’s search stay private', async () => {
  const site = await openSite();
  const owner = await site.signedIn(await site.member({ town: MUNOZ }));
  expect(JSON.stringify(await readActivity(await site.signedIn(), owner))).not.toContain(MUNOZ);
  expect((await site.guest().get(pathOf(owner))).status).toBe(401);
});

test('a missing, disabled or blocked member has no activity', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const reader = await site.signedIn();
  await block(reader, stage.owner);
  const disabled = await site.member({ disabled_at: 1 });
  for (const id of [stage.owner.member.id, disabled.id, newId()])
    expect(await reader.get(`/api/web/forum/users/${id}/activity`)).toMatchObject({
      status: 404,
      body: { code: 'member_not_found' },
    });
});

test('a member’s open listings are found by their posts, not by scanning all open ones', async () => {
  const site = await openSite();
  const { db, dialect } = site.services;
  // Postgres scans small tables anyway.
  if (dialect !== 'sqlite') return;
  const reader = await site.signedIn();
  const queries = vi.spyOn(db, 'executeQuery');
  await readActivity(reader, reader);
  const all = queries.mock.calls.map(([query]) => query as CompiledQuery);
  queries.mockRestore();
  const [query, ...others] = all.filter(({ sql }) => sql.includes('from "listings"'));
  expect(others).toEqual([]);
  const explained = `explain query plan ${query?.sql}`;
  const { rows } = await db.executeQuery({ ...(query as CompiledQuery), sql: explained });
  expect(JSON.stringify(rows)).toMatch(/SEARCH l USING [^"]*post_id=\?/);
});
