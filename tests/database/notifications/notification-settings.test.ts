// Which kinds of notifications a member sees.
import { expect, test } from 'vitest';

import { notifyOfNewListings } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import { remindOwners } from '#lib/server/exchange/listings/remind-owners.ts';
import { removePost } from '#lib/server/moderation/service.ts';
import { saveAlert } from '#tests/support/nouns/alerts.ts';
import { dayAfter, publishListing } from '#tests/support/nouns/listings.ts';
import { join, like, publish, publishGuide } from '#tests/support/nouns/notification-groups.ts';
import {
  bearer,
  getAllNotifications,
  getNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import { agreeWith, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const SETTINGS = '/api/web/account/notifications';
const PAGE = '/profile/notifications';
const OPTIONAL = ['like', 'comment', 'post', 'alert', 'listing', 'saved', 'message', 'guide'];
const ESSENTIAL = ['pickup', 'moderation', 'staff', 'account'];

const hide = (browser: Browser, ...hidden: string[]) => browser.change('PUT', SETTINGS, { hidden });

const kinds = async (browser: Browser) =>
  (await getAllNotifications(browser)).map(({ kind }) => kind);

/** Adds a notification of each of these kinds. */
async function notifyOfAll(
  site: Awaited<ReturnType<typeof openSite>>,
  reader: MemberBrowser,
  author: MemberBrowser,
): Promise<void> {
  const id = await publish(reader);
  await like(author, id);
  await author.post(`${POSTS}/${id}/comments`, { comment: 'Mine?' });
  await publishListing(author, {});
  await notifyOfNewListings(site.services);
  await publishGuide(site, 'Compost');
}

/** A reader who is notified of everything an author does. */
async function openInbox() {
  const site = await openSite();
  const [reader, author] = [await join(site, 'Maria'), await withPhone(site)];
  await reader.post(`/api/web/forum/follow/account/${author.member.id}`);
  await saveAlert(reader);
  return { site, reader, author };
}

const MADE = ['guide', 'alert', 'post', 'comment', 'like'];

test('all kinds are shown until a member turns one off', async () => {
  const { site, reader, author } = await openInbox();
  await notifyOfAll(site, reader, author);
  expect(await kinds(reader)).toEqual(MADE);
});

for (const kind of MADE)
  test(`nothing of the kind ${kind} is listed or counted while it is turned off`, async () => {
    const { site, reader, author } = await openInbox();
    expect((await hide(reader, kind)).status).toBe(200);
    await notifyOfAll(site, reader, author);
    const shown = MADE.filter((each) => each !== kind);
    expect(await kinds(reader)).toEqual(shown);
    const { notifications, unread_count } = (await getNotifications(reader, '?limit=1')).body[
      'data'
    ];
    expect([notifications.length, unread_count]).toEqual([1, shown.length]);
    await hide(reader);
    await notifyOfAll(site, reader, author);
    expect(await kinds(reader)).toContain(kind);
  });

for (const kind of ['guide', 'post'])
  test(`what is unread of the kind ${kind} is counted again when it is turned on`, async () => {
    const { site, reader, author } = await openInbox();
    await notifyOfAll(site, reader, author);
    site.advanceClock(2 * DAY);
    await hide(reader, kind);
    for (const { id } of await getAllNotifications(reader))
      await reader.change('PATCH', `${NOTIFICATIONS}/${String(id)}/read`, {}, await bearer(reader));
    const unread = async () => (await getNotifications(reader, '?limit=1')).body['data'];
    expect(await unread()).toMatchObject({ unread_count: 0, has_unread: false });
    await hide(reader);
    expect(await unread()).toMatchObject({ unread_count: 1, has_unread: true });
  });

test('messages can be turned off, but the state of pickups is always shown', async () => {
  const stage = await openPickupStage(await openSite());
  const requester = await withPhone(stage.site);
  const path = await agreeWith(stage, requester);
  for (let nth = 0; nth < 3; nth += 1)
    await stage.owner.post(`${path}/messages`, { content: `At ${nth}` });
  expect(await kinds(requester)).toEqual(['message', 'pickup']);
  await hide(requester, ...OPTIONAL);
  await stage.owner.post(`${path}/messages`, { content: 'At 4' });
  await stage.owner.post(`${path}/call-off`, { reason: 'Rain' });
  expect(await kinds(requester)).toEqual(['pickup', 'message', 'pickup']);
});

test('decisions of staff are shown even with everything turned off', async () => {
  const site = await openSite();
  const reader = await join(site, 'Maria');
  await hide(reader, ...OPTIONAL);
  await removePost(site.services, await publish(reader), 'It sells nothing of a farm.');
  expect(await kinds(reader)).toEqual(['moderation']);
});

test('owners who turned reminders off are not reminded of listings', async () => {
  const site = await openSite();
  const [owner, other] = [await withPhone(site), await withPhone(site)];
  await hide(owner, 'listing');
  const until = dayAfter(site, 2);
  for (const each of [owner, other]) await publishListing(each, { until });
  site.advanceClock(2 * DAY);
  await remindOwners(site.services);
  expect([await kinds(owner), await kinds(other)]).toEqual([[], ['listing']]);
});

test('the settings list every kind, and reject turning off essential ones', async () => {
  const reader = await (await openSite()).signedIn();
  const saved = await hide(reader, 'like', 'guide', 'like');
  const { kinds: all } = saved.body['data'];
  expect(all.map(({ kind }: { kind: string }) => kind)).toEqual([...OPTIONAL, ...ESSENTIAL]);
  const where = (name: string, value: boolean) =>
    all
      .filter((each: Record<string, unknown>) => each[name] === value)
      .map(({ kind }: { kind: string }) => kind);
  expect(where('is_shown', false)).toEqual(['like', 'guide']);
  expect(where('is_essential', true)).toEqual(ESSENTIAL);
  for (const kind of [...ESSENTIAL, 'harvest'])
    expect(await hide(reader, kind)).toMatchObject({ status: 400 });
  expect((await reader.change('PUT', SETTINGS, {})).status).toBe(200);
  expect((await reader.get(SETTINGS)).body).toEqual(saved.body);
});

test('a guest has no settings', async () => {
  const guest = (await openSite()).guest();
  expect((await guest.get(SETTINGS)).status).toBe(401);
  expect((await hide(guest)).status).toBe(401);
});

test('the form turns off unticked kinds', async () => {
  const reader = await (await openSite()).signedIn();
  const shown = async () =>
    (await reader.get(SETTINGS)).body['data'].kinds
      .filter((each: Record<string, unknown>) => each['is_shown'])
      .map(({ kind }: { kind: string }) => kind);
  const sent = await sendForm(reader, PAGE, { action: 'kinds', shown: 'comment' });
  expect(redirectOf(sent)).toEqual([303, `${PAGE}?done=saved`]);
  expect(await shown()).toEqual(['comment', ...ESSENTIAL]);
  // A form without ticks, and one with an unknown name.
  await sendForm(reader, PAGE, { action: 'kinds', shown: 'moderation' });
  expect(await shown()).toEqual(ESSENTIAL);
});
