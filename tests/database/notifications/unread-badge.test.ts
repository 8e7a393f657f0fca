import { expect, test } from 'vitest';

import { addFollow } from '#demo/factories.ts';
import {
  insertNotification,
  bearer,
  getNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const JOINED = Date.UTC(2026, 0, 1);
const SECOND = 1000;

/** A member with a page of four read notifications, and nine older unread ones of every audience. */
async function withOlder() {
  const site = await openSite();
  const reader = await site.signedIn(await site.member({ joined_at: JOINED }));
  const { id: audience_member_id } = reader.member;
  const author = await site.member({ joined_at: JOINED });
  await addFollow(site.services.db, audience_member_id, author.id, JOINED);
  const kinds = [
    { audience_member_id },
    {},
    { audience_member_id: author.id, audience: 'followers' as const },
  ];
  const older: string[] = [];
  for (let nth = 0; nth < 9; nth += 1) {
    const created_at = JOINED + (nth + 1) * SECOND;
    older.push((await insertNotification(site, { ...kinds[nth % 3], created_at })).id);
  }
  for (let nth = 0; nth < 4; nth += 1) {
    const { id } = await insertNotification(site, {
      audience_member_id,
      created_at: JOINED + 60 * SECOND,
    });
    await read(reader, id);
  }
  return { site, reader, older };
}

const read = async (browser: Browser, id: string) =>
  expect(
    await browser.change('PATCH', `${NOTIFICATIONS}/${id}/read`, {}, await bearer(browser)),
  ).toMatchObject({ status: 200 });

const badge = async (browser: Browser): Promise<boolean> =>
  (await getNotifications(browser)).body['data'].has_unread;

test.each([
  ['the oldest first', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ['the newest first', [8, 7, 6, 5, 4, 3, 2, 1, 0]],
  ['one audience after the other', [1, 4, 7, 2, 5, 8, 0, 3, 6]],
])('reading %s clears the badge with the last one', async (_, order) => {
  const { reader, older } = await withOlder();
  for (const nth of order) {
    expect(await badge(reader)).toBe(true);
    await read(reader, older[nth] ?? '');
  }
  expect(await badge(reader)).toBe(false);
});

test('a notification committed late is unread, although newer ones were read', async () => {
  const { site, reader, older } = await withOlder();
  for (const id of older) await read(reader, id);
  const now = Date.now();
  const audience_member_id = reader.member.id;
  const newer = [];
  for (let nth = 0; nth < 4; nth += 1)
    newer.push(await insertNotification(site, { audience_member_id, created_at: now }));
  for (const { id } of newer) await read(reader, id);
  expect(await badge(reader)).toBe(false);
  await insertNotification(site, { audience_member_id, created_at: now - 30 * SECOND });
  expect(await badge(reader)).toBe(true);
});
