// How long notifications are stored (docs/operations.md, "Retention").
import { expect, onTestFinished, test } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import { deleteExpiredNotifications } from '#lib/server/notifications/inbox/retention.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import {
  bearer,
  getNotifications,
  insertNotification,
  NOTIFICATIONS,
  titlesOf,
} from '#tests/support/nouns/notification-requests.ts';
import { startSharedJob } from '#tests/support/site/shared-jobs.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const DAY = 86_400_000;

const unreadOf = async (browser: MemberBrowser) =>
  (await getNotifications(browser)).body['data'].unread_count;

/** A reader, and a function that adds a notification some days old. */
async function openOldInbox() {
  const site = await openSite();
  const reader = await site.signedIn(await site.member({ joined_at: Date.now() - 500 * DAY }));
  const notify = (title: string, madeDays: number, readDays?: number, given = {}) =>
    insertNotification(site, {
      audience_member_id: reader.member.id,
      title,
      created_at: Date.now() - madeDays * DAY,
      read_at: readDays === undefined ? null : Date.now() - readDays * DAY,
      ...given,
    });
  return { site, reader, notify };
}

test('notifications read 90 days ago, and all after a year, are deleted', async () => {
  const { site, reader, notify } = await openOldInbox();
  await notify('Read long ago', 100, 91);
  await notify('Read since', 100, 89);
  await notify('Old, and read now', 366, 1);
  await notify('Old', 366);
  await notify('Not so old', 364);
  const etag = (await getNotifications(reader)).headers.get('etag') ?? '';
  await deleteExpiredNotifications(site.services);
  expect(await titlesOf(reader)).toEqual(['Read since', 'Not so old']);
  expect((await getNotifications(reader, '', { 'if-none-match': etag })).status).toBe(200);
});

test('the 90 days start when a notification is read', async () => {
  const { site, reader, notify } = await openOldInbox();
  const { id } = await notify('Straw', 1);
  await reader.change('PATCH', `${NOTIFICATIONS}/${id}/read`, {}, await bearer(reader));
  const titlesAfter = async (days: number) => {
    site.advanceClock(days * DAY);
    await deleteExpiredNotifications(site.services);
    return titlesOf(await site.signedIn(reader.member));
  };
  expect(await titlesAfter(89)).toEqual(['Straw']);
  expect(await titlesAfter(2)).toEqual([]);
});

test('afterwards the unread count of each member is right, even with several batches', async () => {
  const { site, reader, notify } = await openOldInbox();
  const other = await site.signedIn();
  await insertNotification(site, { audience_member_id: other.member.id });
  const made = Date.now() - 400 * DAY;
  const row = { ...(await notify('Old', 400)), member_id: reader.member.id };
  const rows = Array.from({ length: 1200 }, (_, nth) => ({ ...row, id: idAt(made + nth) }));
  await site.services.db.insertInto('member_notifications').values(rows).execute();
  await notify('One', 2);
  await notify('Two', 1);
  expect(await unreadOf(reader)).toBe(10);
  await deleteExpiredNotifications(site.services);
  expect([await unreadOf(reader), await titlesOf(reader)]).toEqual([2, ['Two', 'One']]);
  expect(await unreadOf(other)).toBe(1);
});

test('an alert’s notification stays while its listing is active, so that the listing is not new again', async () => {
  const { site, reader, notify } = await openOldInbox();
  const { db } = site.services;
  const author = await site.member();
  const { id: link_data } = await addPost(db, { author_id: author.id });
  await addListing(db, { post_id: link_data });
  const alert = { kind: 'alert', link_data, dedupe_key: `alert ${link_data}` } as const;
  await notify('Husk', 400, 399, alert);
  await deleteExpiredNotifications(site.services);
  expect(await titlesOf(reader)).toEqual(['Husk']);
  await db.updateTable('listings').set({ status: 'gone' }).execute();
  await deleteExpiredNotifications(site.services);
  expect(await titlesOf(reader)).toEqual([]);
});

/** Runs the cleanup job to its end. */
async function cleanUp({ services }: Site): Promise<void> {
  await services.clock.check();
  await startSharedJob(services, 'cleanup')();
}

test('a clock in the future deletes nothing', async () => {
  const { site, reader, notify } = await openOldInbox();
  await notify('Straw', 1);
  await cleanUp(site);
  site.shiftClock(400 * DAY);
  await cleanUp(site);
  site.shiftClock(-400 * DAY);
  expect(await titlesOf(reader)).toEqual(['Straw']);
  await notify('Old', 400);
  site.advanceClock(DAY / 12);
  onTestFinished(startSharedJob(site.services, 'cleanup'));
  await expect.poll(() => titlesOf(reader)).toEqual(['Straw']);
});
