import { expect, test } from 'vitest';

import { addFollow } from '#demo/factories.ts';
import { NOTIFICATION_TYPES } from '#lib/contract/notifications/notifications.ts';
import {
  insertNotification,
  getAllNotifications,
  bearer,
  getNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const JOINED = Date.UTC(2026, 0, 1);

test('notifications need an access token besides the session', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  expect((await browser.get(NOTIFICATIONS)).status).toBe(401);
  expect((await getNotifications(browser)).status).toBe(200);
  const other = await site.signedIn();
  expect((await browser.get(NOTIFICATIONS, await bearer(other))).status).toBe(401);
  expect((await site.guest().get(NOTIFICATIONS, await bearer(browser))).status).toBe(401);
});

test('the list is paged by four, newest first, across all audiences, without gaps', async () => {
  const site = await openSite();
  const reader = await site.signedIn(await site.member({ joined_at: JOINED }));
  const authors = [await site.member(), await site.member(), await site.member()];
  for (const { id } of authors.slice(0, 2))
    await addFollow(site.services.db, reader.member.id, id, JOINED);
  const expected = [];
  for (let nth = 0; nth < 40; nth += 1) {
    const created_at = JOINED + 1000 + nth;
    const author = authors[nth % 3]?.id ?? null;
    const given = [
      { audience_member_id: reader.member.id },
      {},
      { audience_member_id: author, audience: 'followers' as const },
      { audience_member_id: author, audience: 'member' as const },
    ][nth % 4];
    const row = await insertNotification(site, { ...given, created_at });
    const isVisible = nth % 4 < 2 || (nth % 4 === 2 && nth % 3 < 2);
    if (isVisible) expected.unshift(row.id);
  }
  const { body } = await getNotifications(reader);
  expect(body['data'].notifications).toHaveLength(4);
  expect((await getAllNotifications(reader)).map(({ id }) => id)).toEqual(expected);
  const ten = await getNotifications(reader, '?limit=10');
  expect(ten.body['data'].notifications.map(({ id }: { id: string }) => id)).toEqual(
    expected.slice(0, 10),
  );
});

test('every notification type is listed', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  for (const type of NOTIFICATION_TYPES)
    await insertNotification(site, { type, audience_member_id: reader.member.id });
  const types = (await getAllNotifications(reader)).map(({ type }) => type);
  expect(new Set(types)).toEqual(new Set(NOTIFICATION_TYPES));
  expect(types).toHaveLength(NOTIFICATION_TYPES.length);
});

const read = async (browser: Browser, id: string) =>
  browser.change('PATCH', `${NOTIFICATIONS}/${id}/read`, {}, await bearer(browser));

test('a notification is marked read for one member only, and the last one clears the badge', async () => {
  const site = await openSite();
  const [reader, other] = [await site.signedIn(), await site.signedIn()];
  const own = await insertNotification(site, { audience_member_id: reader.member.id });
  const all = await insertNotification(site, {});
  const { status, body } = await read(reader, own.id);
  expect(status).toBe(200);
  expect(body['data']).toMatchObject({ id: own.id, is_read: true });
  expect((await read(reader, own.id)).body).toEqual(body);
  expect((await getNotifications(reader)).body['data'].has_unread).toBe(true);
  await read(reader, all.id);
  expect((await getNotifications(reader)).body['data']).toMatchObject({
    notifications: [{ is_read: true }, { is_read: true }],
    has_unread: false,
  });
  expect((await getNotifications(other)).body['data']).toMatchObject({
    notifications: [{ id: all.id, is_read: false }],
    has_unread: true,
  });
});

test('the badge counts notifications beyond the first page', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  const author = await site.member();
  await addFollow(site.services.db, reader.member.id, author.id, reader.member.joined_at);
  const later = reader.member.joined_at + 1;
  const kinds = [
    { audience_member_id: reader.member.id },
    {},
    { audience_member_id: author.id, audience: 'followers' as const },
  ];
  for (const kind of kinds) {
    const hidden = await insertNotification(site, { ...kind, created_at: later });
    const between = await insertNotification(site, { ...kind, created_at: later + 1 });
    await read(reader, between.id);
    for (let nth = 0; nth < 4; nth += 1) {
      const recent = await insertNotification(site, {
        audience_member_id: reader.member.id,
        created_at: later + 2,
      });
      await read(reader, recent.id);
    }
    const { notifications, has_unread } = (await getNotifications(reader)).body['data'];
    expect(notifications.map(({ is_read }: { is_read: boolean }) => is_read)).toEqual(
      Array(4).fill(true),
    );
    expect(has_unread).toBe(true);
    await read(reader, hidden.id);
    expect((await getNotifications(reader)).body['data'].has_unread).toBe(false);
  }
});

test('a member cannot read or mark another member’s notification (ASVS 8.2.2)', async () => {
  const site = await openSite();
  const [reader, outsider] = [await site.signedIn(), await site.signedIn()];
  const own = await insertNotification(site, { audience_member_id: reader.member.id });
  const followers = await insertNotification(site, {
    audience_member_id: reader.member.id,
    audience: 'followers',
  });
  const missing = await read(outsider, '0198c0de-0000-7000-8000-000000000000');
  expect(missing.status).toBe(404);
  for (const { id } of [own, followers])
    expect((await read(outsider, id)).body).toEqual(missing.body);
  expect((await read(outsider, 'x')).status).toBe(404);
  const rows = site.services.db.selectFrom('member_notifications').where('read_at', 'is not', null);
  expect(await rows.selectAll().execute()).toEqual([]);
});

test('an unchanged list gets 304, a changed one 200', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  const { id } = await insertNotification(site, { audience_member_id: reader.member.id });
  const etag = (await getNotifications(reader)).headers.get('etag') ?? '';
  const same = await getNotifications(reader, '', { 'if-none-match': etag });
  expect(same).toMatchObject({ status: 304, body: { text: '' } });
  expect(same.headers.get('etag')).toBe(etag);
  expect(same.headers.get('cache-control')).toBe('no-store');
  await read(reader, id);
  const other = await getNotifications(reader, '', { 'if-none-match': etag });
  expect(other.status).toBe(200);
  expect(other.body['data'].notifications).toMatchObject([{ id, is_read: true }]);
});
