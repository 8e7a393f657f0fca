// Notifications between members who block each other.
import { expect, test } from 'vitest';

import { notifyOfNewListings } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import { removePost } from '#lib/server/moderation/service.ts';
import { acquaint, block, named, unblock } from '#tests/support/nouns/blocks.ts';
import { publishListing } from '#tests/support/nouns/listings.ts';
import {
  bearer,
  getAllNotifications,
  getNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;

const titles = async (browser: Browser) =>
  (await getAllNotifications(browser)).map(({ title }) => title);

test('a block stops new notifications, and hides the other member’s earlier ones until the unblock', async () => {
  const site = await openSite();
  const { ana, ben, host, posts } = await acquaint(site);
  expect(await titles(ana)).toContain('Benedicto Santos commented');
  await block(ana, ben);
  for (const browser of [ana, ben]) {
    await browser.post(`${POSTS}/${posts.host}/comments`, { comment: 'After the block' });
    await browser.post(POSTS, postForm([], { title: 'After it' }));
  }
  for (const [browser, other] of [
    [ana, ben],
    [ben, ana],
  ] as const)
    expect((await titles(browser)).join(' ')).not.toContain(other.member.first_name);
  expect((await titles(host)).join(' ')).toContain('commented');

  await unblock(ana, ben);
  expect(await titles(ana)).toContain('Benedicto Santos commented');
  expect(JSON.stringify(await getAllNotifications(ana))).not.toContain('After');
});

test('notifications that return are unread, however old', async () => {
  const site = await openSite();
  const { ana, ben, host, posts } = await acquaint(site);
  await block(ana, ben);
  await host.post(`${POSTS}/${posts.ana}/likes`);
  site.advanceClock(HOUR);
  const headers = await bearer(ana);
  for (const { id } of await getAllNotifications(ana))
    await ana.change('PATCH', `${NOTIFICATIONS}/${String(id)}/read`, {}, headers);
  const newest = async () => (await getNotifications(ana, '?limit=1')).body['data'];
  expect(await newest()).toMatchObject({ has_unread: false, nextCursor: null });
  await unblock(ana, ben);
  expect(await newest()).toMatchObject({ has_unread: true, notifications: [{ is_read: true }] });
});

test('polling browsers get a new list after a block and an unblock', async () => {
  const site = await openSite();
  const [ana, ben] = [await named(site, 'Ana'), await named(site, 'Ben')];
  const etags = await Promise.all(
    [ana, ben].map(async (each) => (await getNotifications(each)).headers.get('etag') ?? ''),
  );
  const poll = () =>
    Promise.all(
      [ana, ben].map(async (each, nth) => {
        const condition = { 'if-none-match': etags[nth] ?? '' };
        const { status, headers } = await getNotifications(each, '', condition);
        etags[nth] = headers.get('etag') ?? '';
        return status;
      }),
    );
  expect(await poll()).toEqual([304, 304]);
  await block(ana, ben);
  expect(await poll()).toEqual([200, 200]);
  await unblock(ana, ben);
  expect(await poll()).toEqual([200, 200]);
});

test('staff who blocked a member still see and reach their reported posts', async () => {
  const site = await openSite();
  const { ana, host, posts } = await acquaint(site);
  const staff = await site.signedIn(await site.member({ role: 'staff' }));
  await host.post(`${POSTS}/${posts.ana}/report`, { report_desc: 'Spam.' });
  await block(staff, ana);
  const { reports } = (await staff.get('/api/admin/reports')).body['data'];
  expect(reports).toMatchObject([{ kind: 'post', account: { name: 'Anastasia Santos' } }]);
  await removePost(site.services, posts.ana, 'Spam.');
  expect(await titles(ana)).toContain('Your post was removed');
});

test('an alert ignores listings of members who are blocked or have blocked', async () => {
  const site = await openSite();
  const [ana, ben] = [await named(site, 'Ana'), await named(site, 'Ben')];
  for (const each of [ana, ben]) await each.post('/api/web/alerts', {});
  await block(ana, ben);
  for (const each of [ana, ben]) await publishListing(each);
  await notifyOfNewListings(site.services);
  expect([await titles(ana), await titles(ben)]).toEqual([[], []]);
  await unblock(ana, ben);
  await publishListing(ben);
  await notifyOfNewListings(site.services);
  expect(await titles(ana)).toEqual([expect.stringContaining('New for your alert')]);
});
