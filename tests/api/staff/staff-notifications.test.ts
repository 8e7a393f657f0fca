// Staff notify everyone, a role, or a town.
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { sendBroadcasts } from '#lib/server/notifications/deliver.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { GUIMBA } from '#tests/support/nouns/alerts.ts';
import { getAllNotifications, titlesOf } from '#tests/support/nouns/notification-requests.ts';
import { actsOf, signedInStaff, STALE_MS } from '#tests/support/nouns/staff.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const PATH = '/api/admin/notifications';
const MESSAGE = { title: 'Chipper on Friday', content: 'It stands at the hall from 8.' };

const send = (staff: Browser, fields: Record<string, unknown>) =>
  staff.post(PATH, { key: newId(), ...MESSAGE, ...fields });

test('a notification to a town goes to its enabled members', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const near = await site.signedIn(await site.member({ town: GUIMBA }));
  const far = await site.signedIn();
  await site.member({ town: GUIMBA, disabled_at: 1 });
  const audience = { to: 'town', town: GUIMBA };
  const count = await staff.get(`${PATH}/readers?${new URLSearchParams(audience)}`);
  expect(count.body['data']).toEqual({ readers: 1 });
  const { status, body } = await send(staff, audience);
  expect([status, body['data']]).toEqual([201, { readers: 1 }]);
  expect(await getAllNotifications(near)).toMatchObject([
    { type: 'forum', link_data: null, is_read: false, ...MESSAGE },
  ]);
  expect(await titlesOf(far)).toEqual([]);
  const [act] = await actsOf(site, 'notification.sent');
  expect(act).toMatchObject({ actor_id: staff.member.id });
  expect(JSON.parse(act?.details ?? '')).toMatchObject({ ...audience, readers: 1 });
  expect(JSON.stringify(act)).not.toContain('Chipper');
});

test('a notification to a role goes to all its members, however many', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  for (let count = 0; count < 201; count += 1) await site.member({ role: 'gleaner' });
  const last = await site.signedIn(await site.member({ role: 'gleaner' }));
  const other = await site.signedIn(await site.member({ role: 'farmer' }));
  expect((await send(staff, { to: 'role', role: 'gleaner' })).body['data']).toEqual({
    readers: 202,
  });
  await sendBroadcasts(site.services);
  expect(await titlesOf(last)).toEqual([MESSAGE.title]);
  expect(await titlesOf(other)).toEqual([]);
});

test('a repeated request with the same key changes nothing', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const reader = await site.signedIn(await site.member({ role: 'feed' }));
  const key = newId();
  const sent = await Promise.all(
    ['once', 'again'].map(() => send(staff, { key, to: 'role', role: 'feed' })),
  );
  expect(sent.map(({ status }) => status)).toEqual([201, 201]);
  await send(staff, { key, to: 'everyone' });
  expect(await titlesOf(reader)).toEqual([MESSAGE.title]);
  expect(await actsOf(site, 'notification.sent')).toHaveLength(1);
});

test('a notification to everyone needs a fresh confirmation, and is sent once', async () => {
  const site = await openSite();
  const [staff, reader] = [await signedInStaff(site), await site.signedIn()];
  site.advanceClock(STALE_MS);
  const stale = await send(staff, { to: 'everyone' });
  expect([stale.status, stale.body['code']]).toEqual([403, 'confirmation_required']);
  expect((await send(staff, { to: 'role', role: 'farmer' })).status).toBe(201);
  const fresh = await signedInStaff(site);
  await site.services.db
    .updateTable('sessions')
    .set({ confirmed_at: site.services.now() })
    .where('member_id', '=', fresh.member.id)
    .execute();
  expect((await send(fresh, { to: 'everyone' })).status).toBe(201);
  // The first went to farmers, and the reader is one.
  expect(await titlesOf(reader)).toEqual([MESSAGE.title, MESSAGE.title]);
});

test('a notification may link to an existing post or guide', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const reader = await site.signedIn(await site.member({ role: 'feed' }));
  const { id } = await addPost(site.services.db, { author_id: reader.member.id });
  const audience = { to: 'role', role: 'feed' };
  await send(staff, { ...audience, link: `https://glean.example/forums/posts/${id}?comment=1` });
  expect(await getAllNotifications(reader)).toMatchObject([
    { type: 'forum-new-post', link_data: id },
  ]);
  for (const [link, code] of [
    [`/eduhub/${id}`, 'resource_not_found'],
    [`/forums/posts/${newId()}`, 'post_not_found'],
    ['https://evil.example/', 'link_invalid'],
  ])
    expect((await send(staff, { ...audience, link })).body['field_codes']).toEqual({ link: code });
});

test.each([
  [{ to: 'nowhere' }, { to: 'audience_invalid' }],
  [{ to: 'role' }, { role: 'role_invalid' }],
  [{ to: 'role', role: 'king' }, { role: 'role_invalid' }],
  [{ to: 'town' }, { town: 'town_invalid' }],
  [{ to: 'town', town: '0000000000' }, { town: 'town_invalid' }],
  [{ to: 'role', role: 'feed', title: ' ' }, { title: 'title_required' }],
  [{ to: 'role', role: 'feed', key: 'x' }, { key: 'invalid_id' }],
])('%j is rejected with %j', async (fields, codes) => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { status, body } = await send(staff, fields);
  expect([status, body['field_codes']]).toEqual([400, codes]);
});

test('only staff send notifications and count recipients', async () => {
  const site = await openSite();
  for (const [browser, status] of [
    [site.guest(), 401],
    [await site.signedIn(), 403],
  ] as const) {
    expect((await send(browser, { to: 'everyone' })).status).toBe(status);
    expect((await browser.get(`${PATH}/readers?to=everyone`)).status).toBe(status);
  }
});
