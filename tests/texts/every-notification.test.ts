// Every email, push and notification is in the language of its reader, whole: in the language of tests no English word remains.
import type { Updateable } from 'kysely';
import { expect, test } from 'vitest';

import { SITE_CHECKS, type SiteCheckName } from '#lib/contract/app/site-checks.ts';
import { PSEUDO } from '#lib/messages/codes.ts';
import { runInLanguage } from '#lib/messages/t.ts';
import { composeDigest } from '#lib/server/notifications/channels/digest/compose-digest.ts';
import { queueDigests } from '#lib/server/notifications/channels/digest/queue-digests.ts';
import { changeSettings } from '#lib/server/notifications/channels/reach-queries.ts';
import { MESSAGES } from '#lib/server/notifications/news/messages.ts';
import { createAdminNotification } from '#lib/server/notifications/staff-messages.ts';
import { updateMember } from '#lib/server/people/members/queries.ts';
import type { Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import type {
  BookingNews,
  ListingHelp,
  NotificationEvent,
  PickupNews,
} from '#lib/server/platform/notification-events.ts';
import { regionClock } from '#lib/site.ts';
import { englishIn } from '#tests/support/browser/screens/english-words.ts';
import { englishInEmails, namesIn, speak, unusedKeys } from '#tests/support/nouns/english-texts.ts';
import { dayAfter, LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import { chooseEverything } from '#tests/support/nouns/notification-choices.ts';
import { join, publish, publishGuide } from '#tests/support/nouns/notification-groups.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { ask, openPickupStage, pathOf } from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { listPushDevices, PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import { openPushService } from '#tests/support/nouns/push-service.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

import { usedMessages } from './used-messages.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const TESTED = { TEST_LANGUAGES: PSEUDO };
const inTransaction = <T>({ services }: Site, work: (tx: Executor) => Promise<T>): Promise<T> =>
  transact(services, { invalidates: [] }, work);

async function send(site: Site, event: NotificationEvent): Promise<void> {
  await inTransaction(site, (tx) => site.services.notify(tx, event));
  // What waits for more of its kind, but not into the night.
  site.advanceClock(20 * MINUTE_MS);
  if (regionClock(site.services.now())[0] > 18) site.advanceTo(9);
  await sendPending(site.services);
}

const setListing = ({ services: { db } }: Site, postId: string, to: Updateable<ListingTable>) =>
  db.updateTable('listings').set(to).where('post_id', '=', postId).execute();

const STATUS: Partial<Record<PickupNews, 'agreed' | 'called_off' | 'done'>> = {
  agreed: 'agreed',
  placed: 'agreed',
  round: 'agreed',
  tomorrow: 'agreed',
  past: 'agreed',
  truckDay: 'agreed',
  ownDay: 'agreed',
};

/** A truck of the reader's that the other goes with: otherwise nothing is sent about it. */
async function shareTruck(
  { services: { db } }: Site,
  appointment_id: string,
  ids: [string, string],
) {
  const [driver_id, member_id] = ids;
  const way = { from_town: LISTING.town, to_town: LISTING.town };
  const trip = { id: newId(), appointment_id, driver_id, ...way, created_at: 0 };
  const room = { amount: 2, amount_left: 1, unit: 'sack' as const, ended_at: null };
  await db
    .insertInto('trips')
    .values({ ...trip, ...room })
    .execute();
  const stop = { appointment_id, member_id, trip_id: trip.id, amount: 1, ...way, created_at: 0 };
  await db.insertInto('trip_stops').values(stop).execute();
}

/** Everything that is heard of a pickup, also of one of which all is asked for. */
async function hearOfPickups(site: Site, reader: MemberBrowser, actorId: string, post_id: string) {
  const [{ id }] = (await site.services.db.selectFrom('appointments').select('id').execute()) as [
    { id: string },
  ];
  const all = Object.keys(MESSAGES).flatMap((name) =>
    name.startsWith('pickup_') ? [name.replace('pickup_', '') as PickupNews] : [],
  );
  await shareTruck(site, id, [reader.member.id, actorId]);
  const weekly = { repeat_weeks: 2, repeat_from: dayAfter(site, 2) } as const;
  const once = { repeat_weeks: null, repeat_from: null };
  for (const [amount, standing_id, heard] of [
    [30, null, all],
    [null, null, ['requested', 'waiting']],
    [30, newId(), ['agreed', 'requested']],
  ] as const) {
    await setListing(site, post_id, standing_id === null ? once : weekly);
    for (const news of heard) {
      const day = dayAfter(site, 2);
      const changes = { status: STATUS[news] ?? 'requested', day, amount } as const;
      await site.services.db
        .updateTable('appointments')
        .set(changes)
        .where('id', '=', id)
        .execute();
      const two = { owner_id: reader.member.id, requester_id: actorId };
      const facts = { material: LISTING.material, day, moved_to: null, standing_id };
      const pickup = { id, post_id, ...two, ...facts };
      const whose = { actorId, to: reader.member.id, link: news === 'left' ? null : post_id };
      await site.services.db
        .deleteFrom('member_notifications')
        .where('message', '=', `pickup_${news}`)
        .execute();
      await send(site, { event: 'pickup_changed', pickup, news, ...whose });
    }
  }
  await setListing(site, post_id, once);
}

/** Everything that is heard of listings. */
async function hearOfListings(
  site: Site,
  reader: MemberBrowser,
  other: MemberBrowser,
  postId: string,
) {
  const { id: authorId } = reader.member;
  const listing = { material: LISTING.material, town: LISTING.town };
  let nth = 0;
  for (const kind of ['offer', 'need', 'service'] as const)
    for (const when of ['half time', 'tomorrow', 'today'] as const) {
      // Of each last day there is one.
      const until = dayAfter(site, (nth += 1));
      await setListing(site, postId, { kind, until });
      await send(site, { event: 'listing_due', postId, authorId, kind, until, when, help: null });
    }
  for (const help of [
    { missing: ['photo', 'truck', 'price'], alerts: 2 },
    { missing: [], alerts: 0 },
  ] satisfies ListingHelp[]) {
    const { post } = await publishListing(reader);
    const until = dayAfter(site, 9);
    await setListing(site, post.post_id, { until });
    const due = { postId: post.post_id, authorId, kind: 'offer', until, help } as const;
    await send(site, { event: 'listing_due', when: 'half time', ...due });
  }
  const memberIds = [reader.member.id];
  for (let alerts = 0; alerts < 2; alerts += 1) {
    const { post } = await publishListing(other);
    const found = { listing, memberIds, postId: post.post_id, authorId: other.member.id };
    await inTransaction(site, (tx) =>
      site.services.notify(tx, { event: 'listing_found', ...found }),
    );
  }
  const week = { material: 'rice-straw', town: LISTING.town, memberIds };
  await send(site, { event: 'week_ahead', monday: dayAfter(site, 9), ...week });
  const until = dayAfter(site, 9);
  await setListing(site, postId, { until });
  const saved = { postId, authorId: other.member.id, until, memberIds };
  await send(site, { event: 'saved_ends', ...saved });
}

/** What a steward hears of whom they look after, and they of what was done in their place. */
async function hearOfPeople(
  site: Site,
  reader: MemberBrowser,
  other: MemberBrowser,
  post_id: string,
) {
  const nena = await join(site, 'Nena');
  await lookAfter(site, reader, nena);
  await lookAfter(site, other, reader);
  const { id } = await site.services.db
    .selectFrom('appointments')
    .select('id')
    .executeTakeFirstOrThrow();
  const two = { owner_id: reader.member.id, requester_id: other.member.id };
  const pickup = {
    id,
    post_id,
    ...two,
    standing_id: null,
    material: LISTING.material,
    day: dayAfter(site, 2),
    moved_to: null,
  };
  const about = {
    event: 'pickup_changed',
    pickup,
    actorId: other.member.id,
    link: post_id,
  } as const;
  await site.services.db
    .deleteFrom('member_notifications')
    .where('message', 'in', ['pickup_agreed', 'pickup_outcome'])
    .execute();
  await send(site, { ...about, news: 'outcome', to: nena.member.id });
  await send(site, { ...about, news: 'agreed', to: reader.member.id });
  const another = { ...pickup, id: newId() };
  await send(site, { ...about, pickup: another, news: 'requested', to: reader.member.id });
  const pair = { personId: reader.member.id, stewardId: other.member.id };
  await send(site, { event: 'stewardship_begun', ...pair });
  const mutual = { personId: other.member.id, stewardId: reader.member.id };
  await send(site, { event: 'stewardship_begun', ...mutual });
  for (const [isNameless, both] of [
    [false, pair],
    [false, mutual],
    [true, pair],
    [true, mutual],
  ] as const) {
    const actorId = isNameless ? other.member.id : nena.member.id;
    await send(site, { event: 'stewardship_ended', ...both, actorId, isNameless });
  }
}

/** Everything that is heard of a booking, which is as it has to be for it to go out. */
async function hearOfBookings(site: Site, reader: MemberBrowser, actorId: string, post_id: string) {
  const half = { day: dayAfter(site, 20), half: 'morning', machine: 'baler' } as const;
  const facts = { ...half, id: newId(), town: LISTING.town, whole_day: 0 };
  const what = { subject: 'half_day', kind: 'service', unit: 'trip', work: 100 } as const;
  const times = { created_at: 0, updated_at: 0 };
  const ids = { post_id, owner_id: reader.member.id, requester_id: actorId };
  await site.services.db
    .insertInto('appointments')
    .values({ ...facts, ...ids, ...what, ...times, status: 'requested' })
    .execute();
  const all = Object.keys(MESSAGES).flatMap((name) =>
    name.startsWith('booking_') ? [name.replace('booking_', '') as BookingNews] : [],
  );
  for (const news of all) {
    const status = news === 'agreed' ? 'agreed' : 'requested';
    await site.services.db
      .updateTable('appointments')
      .set({ status })
      .where('id', '=', facts.id)
      .execute();
    await send(site, {
      event: 'booking_changed',
      booking: { ...facts, ...ids },
      news,
      to: reader.member.id,
      actorId,
    });
  }
}

/** What is heard of the forum, of guides and of one's account. */
async function hearOfOthers(site: Site, reader: MemberBrowser, other: MemberBrowser) {
  const postId = await publish(reader, 'Dayami');
  requireOk(await other.post(`${POSTS}/${postId}/comments`, { comment: 'Kumusta' }));
  for (const liker of [other, await join(site, 'Lito')])
    requireOk(await liker.post(`${POSTS}/${postId}/likes`));
  requireOk(await reader.post(`/api/web/forum/follow/account/${other.member.id}`));
  // More than an email lists.
  for (let nth = 0; nth < 11; nth += 1) await publish(other, 'Palay');
  await publishGuide(site, 'Palay');
  for (const event of ['export_ready', 'email_rejected', 'phone_given'] as const)
    await send(site, { event, memberId: reader.member.id });
}

/** What staff hear of the server, by all channels. */
async function hearOfServer(site: Site, reader: MemberBrowser) {
  await updateMember(site.services.db, reader.member.id, { role: 'staff' });
  await chooseEverything(reader);
  for (const check of Object.keys(SITE_CHECKS) as SiteCheckName[])
    for (const phase of ['begins', 'lasts', 'ends'] as const)
      await send(site, { event: 'site_checked', check, phase });
}

/** @returns the words of a digest for who has opened no email for so long */
async function digestAfter(site: Site, { member }: MemberBrowser, days: number) {
  const { services } = site;
  const digest_since = services.now() - days * DAY_MS;
  await changeSettings(services.db, member.id, { digest_since, digest_sent_at: null });
  const email = await runInLanguage(PSEUDO, () => composeDigest(services, member.id));
  expect(email?.paragraphs).toHaveLength(3);
  return [email?.subject ?? '', ...(email?.paragraphs ?? [])];
}

async function open() {
  const service = await openPushService();
  const site = await openSite(TESTED, { pushNetwork: service.network, all: { language: PSEUDO } });
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  const reader = speak(stage.owner);
  const other = await join(site, 'Ana');
  await updateMember(site.services.db, other.member.id, { contact_phone: '09170000001' });
  requireOk(await reader.post(PUSH_DEVICES, service.subscribe()));
  await chooseEverything(reader);
  return { service, site, stage, reader, other };
}

test('of notifications, and of what goes out about them', async () => {
  const { service, site, stage, reader, other } = await open();
  const { post_id: postId } = stage.post;
  pathOf(await ask(stage, other, { amount: 30 }));
  await hearOfPickups(site, reader, other.member.id, postId);
  await hearOfListings(site, reader, other, postId);
  await hearOfBookings(site, reader, other.member.id, postId);
  await hearOfOthers(site, reader, other);
  await hearOfPeople(site, reader, other, postId);
  await hearOfServer(site, reader);
  const words = { type: 'forum', title: 'Palay', content: 'Dayami', link_data: null } as const;
  await createAdminNotification(site.services, reader.member.email, words);
  const [device] = await listPushDevices(reader);
  requireOk(await reader.post(`${PUSH_DEVICES}/${device?.device_id}/test`));
  site.advanceTo(17);
  await queueDigests(site.services);
  await sendPending(site.services);

  const rows = await site.services.db
    .selectFrom('member_notifications')
    .select('message')
    .execute();
  expect(
    Object.keys(MESSAGES).filter((name) => rows.every(({ message }) => message !== name)),
  ).toEqual([]);
  const names = await namesIn(site);
  const shown = (await getAllNotifications(reader)).flatMap(({ title, content }) => [
    String(title),
    String(content),
  ]);
  expect(shown.length).toBeGreaterThan(50);
  expect(englishIn(shown, names)).toEqual([]);
  const pushes = service.received.map(({ text }) => JSON.parse(text) as Record<string, string>);
  expect(pushes.length).toBeGreaterThan(25);
  expect(
    englishIn(
      pushes.flatMap(({ title = '', body = '' }) => [title, body]),
      names,
    ),
  ).toEqual([]);
  expect(await englishInEmails(site)).toEqual([]);
  // The next digest comes later, or not at all.
  for (const idleDays of [13.5, 119.5]) {
    const digest = await digestAfter(site, reader, idleDays);
    expect(englishIn(digest, names)).toEqual([]);
  }
  expect(
    unusedKeys(usedMessages, /^(?:notification|mail|digest|push\.test|email\.(?:more|settings))/),
  ).toEqual([]);
});
