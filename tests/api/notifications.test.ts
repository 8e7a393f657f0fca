import { expect, test } from 'vitest';

import { addFollow } from '#demo/factories.ts';
import { NOTIFICATION_TYPES } from '#lib/contract/notifications.ts';
import { openSite } from '#tests/support/api.ts';
import type { Browser } from '#tests/support/http-browser.ts';
import { addNotification, allNews, bearer, news, NOTIFICATIONS } from '#tests/support/notices.ts';

const JOINED = Date.UTC(2026, 0, 1);

test('notifications need the access token besides the session', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  expect((await browser.get(NOTIFICATIONS)).status).toBe(401);
  expect((await news(browser)).status).toBe(200);
  const other = await site.signedIn();
  expect((await browser.get(NOTIFICATIONS, await bearer(other))).status).toBe(401);
  expect((await site.guest().get(NOTIFICATIONS, await bearer(browser))).status).toBe(401);
});

test('the list is paged by four, newest first, over all audiences without gaps', async () => {
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
    const row = await addNotification(site, { ...given, created_at });
    const isTold = nth % 4 < 2 || (nth % 4 === 2 && nth % 3 < 2);
    if (isTold) expected.unshift(row.id);
  }
  const { body } = await news(reader);
  expect(body['data'].notifications).toHaveLength(4);
  expect((await allNews(reader)).map(({ id }) => id)).toEqual(expected);
  const ten = await news(reader, '?limit=10');
  expect(ten.body['data'].notifications.map(({ id }: { id: string }) => id)).toEqual(
    expected.slice(0, 10),
  );
});

test('every type of the sister systems is passed on', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  for (const type of NOTIFICATION_TYPES)
    await addNotification(site, { type, audience_member_id: reader.member.id });
  const types = (await allNews(reader)).map(({ type }) => type);
  expect(new Set(types)).toEqual(new Set(NOTIFICATION_TYPES));
  expect(types).toHaveLength(NOTIFICATION_TYPES.length);
});

const read = async (browser: Browser, id: string) =>
  browser.change('PATCH', `${NOTIFICATIONS}/${id}/read`, {}, await bearer(browser));

test('what is marked read is read, for this member alone, and the badge goes out with the last', async () => {
  const site = await openSite();
  const [reader, other] = [await site.signedIn(), await site.signedIn()];
  const own = await addNotification(site, { audience_member_id: reader.member.id });
  const all = await addNotification(site, {});
  const { status, body } = await read(reader, own.id);
  expect(status).toBe(200);
  expect(body['data']).toMatchObject({ id: own.id, is_read: true });
  expect((await read(reader, own.id)).body).toEqual(body);
  expect((await news(reader)).body['data'].has_unread).toBe(true);
  await read(reader, all.id);
  expect((await news(reader)).body['data']).toMatchObject({
    notifications: [{ is_read: true }, { is_read: true }],
    has_unread: false,
  });
  expect((await news(other)).body['data']).toMatchObject({
    notifications: [{ id: all.id, is_read: false }],
    has_unread: true,
  });
});

test('the badge knows what lies beyond the first page', async () => {
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
    const hidden = await addNotification(site, { ...kind, created_at: later });
    const between = await addNotification(site, { ...kind, created_at: later + 1 });
    await read(reader, between.id);
    for (let nth = 0; nth < 4; nth += 1) {
      const shown = await addNotification(site, {
        audience_member_id: reader.member.id,
        created_at: later + 2,
      });
      await read(reader, shown.id);
    }
    const { notifications, has_unread } = (await news(reader)).body['data'];
    expect(notifications.map(({ is_read }: { is_read: boolean }) => is_read)).toEqual(
      Array(4).fill(true),
    );
    expect(has_unread).toBe(true);
    await read(reader, hidden.id);
    expect((await news(reader)).body['data'].has_unread).toBe(false);
  }
});

test('nobody marks read, or learns of, what is not for them (ASVS 8.2.2)', async () => {
  const site = await openSite();
  const [reader, stranger] = [await site.signedIn(), await site.signedIn()];
  const own = await addNotification(site, { audience_member_id: reader.member.id });
  const followers = await addNotification(site, {
    audience_member_id: reader.member.id,
    audience: 'followers',
  });
  const nobodys = await read(stranger, '0198c0de-0000-7000-8000-000000000000');
  expect(nobodys.status).toBe(404);
  for (const { id } of [own, followers])
    expect((await read(stranger, id)).body).toEqual(nobodys.body);
  expect((await read(stranger, 'x')).status).toBe(404);
  const rows = await site.services.db.selectFrom('notification_reads').selectAll().execute();
  expect(rows).toEqual([]);
});

test('an unchanged list is a 304, a changed one is not', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  const { id } = await addNotification(site, { audience_member_id: reader.member.id });
  const etag = (await news(reader)).headers.get('etag') ?? '';
  const same = await news(reader, '', { 'if-none-match': etag });
  expect(same).toMatchObject({ status: 304, body: { text: '' } });
  expect(same.headers.get('etag')).toBe(etag);
  expect(same.headers.get('cache-control')).toBe('no-store');
  await read(reader, id);
  const other = await news(reader, '', { 'if-none-match': etag });
  expect(other.status).toBe(200);
  expect(other.body['data'].notifications).toMatchObject([{ id, is_read: true }]);
});
