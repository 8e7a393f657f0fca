// Opening the page of a thing reads the notifications about it; preloading or storing the page does not.
import { expect, test } from 'vitest';

import { addListing, addMember, addPost, addResource } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import { LOADED_AHEAD } from '#lib/contract/offline.ts';
import {
  BOOKINGS_PATH,
  listingPath,
  pickupPath,
  postPath,
  resourcePath,
  tripPath,
} from '#lib/contract/paths.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';
import { shareServer } from '#tests/server/running-server.ts';
import { insertNotification } from '#tests/support/nouns/notification-requests.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import { addPickup } from '#tests/support/server/add-pickup.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { databaseAddress, originOf } from '#tests/support/server/server-process.ts';

const shared = shareServer();
const TOWN = '0304911000';
// The evening before, the server reminds both by itself.
const day = addDays(regionDay(Date.now()), 3);

/** Adds everything that has notifications: a pickup with a truck, a half day of a machine, a listing and a guide. */
async function addAll(db: Executor, owner_id: string, requester_id: string) {
  const [pickup, halfDay, trip] = [newId(), newId(), newId()];
  const post = await addPost(db, { author_id: owner_id });
  await addListing(db, { post_id: post.id });
  await addPickup(db, {
    id: pickup,
    owner_id: requester_id,
    requester_id: owner_id,
    status: 'agreed',
    day,
  });
  const way = { from_town: TOWN, to_town: TOWN };
  const room = { amount: 1, amount_left: 1, unit: 'sack' } as const;
  const times = { created_at: Date.now(), ended_at: null };
  await db
    .insertInto('trips')
    .values({ id: trip, appointment_id: pickup, driver_id: owner_id, ...way, ...room, ...times })
    .execute();
  const machine = { machine: 'baler', unit: 'hectare', price_centavos: null } as const;
  const half = { day, half: 'morning', whole_day: 0, work: 100, town: TOWN } as const;
  const state = { status: 'requested', ended_by: null, reason: null, agreed_at: null } as const;
  const created = { note: null, created_at: Date.now(), updated_at: Date.now() };
  await db
    .insertInto('appointments')
    .values({
      id: halfDay,
      post_id: null,
      owner_id,
      requester_id,
      subject: 'half_day',
      kind: 'service',
      ...machine,
      ...half,
      ...state,
      ...created,
    })
    .execute();
  const { id: guide } = await addResource(db, { title: 'Straw for mushrooms' });
  return { pickup, halfDay, trip, post: post.id, guide };
}

async function open() {
  const database = openDatabase(databaseAddress(shared()));
  const { db } = database;
  const [member, other] = [
    await addMember(db, { password_hash: 'none' }),
    await addMember(db, { password_hash: 'none' }),
  ];
  const all = await addAll(db, member.id, other.id);
  const notify = (to: string, kind: NotificationKind, given: object) =>
    insertNotification({ services: { db } }, { audience_member_id: to, kind, ...given });
  const unread = async (id = member.id) => {
    const { unread_count } = await db
      .selectFrom('inboxes')
      .where('member_id', '=', id)
      .select('unread_count')
      .executeTakeFirstOrThrow();
    return unread_count;
  };
  /** @returns the path of the redirect */
  const load = async (
    path: string,
    options: { method?: string; headers?: Record<string, string> } = {},
    id = member.id,
  ) => {
    const cookie = `session=${await insertSession(db, id)}`;
    const headers = { cookie, ...options.headers };
    const { status, url } = await fetch(originOf(shared()) + path, { ...options, headers });
    expect([path, status]).toEqual([path, 200]);
    return new URL(url).pathname;
  };
  return { db, member, other, notify, unread, load, ...all, close: () => database.close() };
}

test('opening a page reads the notifications about it, and no others', async () => {
  const { member, notify, unread, load, pickup, halfDay, post, guide, close } = await open();
  const to = member.id;
  const other = newId();
  await notify(to, 'pickup', { dedupe_key: `pickup ${pickup} requested`, link_data: post });
  await notify(to, 'message', { dedupe_key: `pickup ${pickup} message`, link_data: post });
  await notify(to, 'pickup', { dedupe_key: `pickup ${pickup} tripJoined`, link_data: post });
  await notify(to, 'pickup', { dedupe_key: `pickup ${other} requested`, link_data: post });
  await notify(to, 'pickup', { dedupe_key: `booking ${halfDay} requested` });
  await notify(to, 'comment', { dedupe_key: `comments ${post}`, link_data: post });
  await notify(to, 'like', { dedupe_key: `likes ${post}`, link_data: post });
  await notify(to, 'guide', { dedupe_key: `published ${guide}`, link_data: guide });
  await notify(to, 'staff', { link_data: post });
  expect(await unread()).toBe(9);
  const left: number[] = [];
  for (const path of [
    pickupPath(pickup),
    pickupPath(halfDay),
    postPath(post),
    resourcePath(guide),
  ]) {
    await load(path);
    left.push(await unread());
  }
  // No page shows what staff wrote, and the other pickup was not opened.
  expect(left).toEqual([6, 5, 3, 2]);
  await close();
});

test('older addresses of a truck and of a half day lead to their page, and read the same', async () => {
  const { member, notify, unread, load, pickup, halfDay, trip, close } = await open();
  await notify(member.id, 'pickup', { dedupe_key: `pickup ${pickup} tripJoined` });
  await notify(member.id, 'pickup', { dedupe_key: `booking ${halfDay} requested` });
  expect(await load(tripPath(trip))).toBe(pickupPath(pickup));
  expect(await unread()).toBe(1);
  expect(await load(`${BOOKINGS_PATH}/${halfDay}`)).toBe(pickupPath(halfDay));
  expect(await unread()).toBe(0);
  await close();
});

test('the public page of a listing reads the notifications of its post', async () => {
  const { member, notify, unread, load, post, close } = await open();
  await notify(member.id, 'alert', { dedupe_key: `alert ${post}`, link_data: post });
  await load(listingPath(post));
  expect(await unread()).toBe(0);
  await close();
});

test.each([
  ['by HEAD', { method: 'HEAD' }],
  ['ahead, by a browser', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
  ['ahead, by an older browser', { headers: { 'x-moz': 'prefetch' } }],
  ['for reading offline', { headers: LOADED_AHEAD }],
])('a page that is loaded %s reads nothing', async (_, options) => {
  const { member, notify, unread, load, pickup, post, close } = await open();
  await notify(member.id, 'message', { dedupe_key: `pickup ${pickup} message` });
  await notify(member.id, 'comment', { dedupe_key: `comments ${post}`, link_data: post });
  for (const path of [pickupPath(pickup), postPath(post)]) await load(path, options);
  expect(await unread()).toBe(2);
  await close();
});

test('a steward’s visit reads for both, and the person’s visit for the person only', async () => {
  const { db, member, notify, unread, load, pickup, close } = await open();
  const steward = await addMember(db, { password_hash: 'none' });
  await lookAfter({ services: { db, now: Date.now } }, { member: steward }, { member });
  const notifyBoth = async (news: string) => {
    for (const to of [steward.id, member.id])
      await notify(to, 'pickup', { dedupe_key: `pickup ${pickup} ${news}` });
  };
  await notifyBoth('agreed');
  await load(pickupPath(pickup));
  expect([await unread(), await unread(steward.id)]).toEqual([0, 1]);
  await notifyBoth('placed');
  await load(pickupPath(pickup), {}, steward.id);
  expect([await unread(), await unread(steward.id)]).toEqual([0, 0]);
  await close();
});
