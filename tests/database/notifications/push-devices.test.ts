// The devices with a member's push notifications, and what removes them.
import { expect, test } from 'vitest';

import { MAX_PUSH_DEVICES } from '#lib/contract/limits.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import {
  listPushDevices,
  newSubscription,
  PUSH_DEVICES,
} from '#tests/support/nouns/push-devices.ts';
import { openPushService } from '#tests/support/nouns/push-service.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, PASSWORD } from '#tests/support/site/site.ts';

const PAGE = '/profile/notifications';
const ANDROID = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};

/** A site that pushes to the test's push service. */
async function open() {
  const service = await openPushService();
  const site = await openSite({}, { pushNetwork: service.network });
  return { service, site, maria: await site.signedIn() };
}

const add = async (browser: MemberBrowser, subscription = newSubscription()): Promise<string> =>
  (await browser.post(PUSH_DEVICES, subscription)).body['data'].device_id;

const names = async (browser: MemberBrowser) =>
  (await listPushDevices(browser)).map(({ name }) => name);

test('a member adds a browser, sends a test to it, and removes it', async () => {
  const { service, site, maria } = await open();
  const { status, body } = await maria.post(PUSH_DEVICES, service.subscribe(), ANDROID);
  expect([status, body['data']]).toMatchObject([
    201,
    { name: 'Chrome on Android', last_used: null, current: true },
  ]);
  const list = await maria.get(PUSH_DEVICES);
  expect(list.body['data']).toEqual({
    devices: [body['data']],
    public_key: site.services.push.publicKey,
  });
  expect(JSON.stringify(list.body)).not.toContain('push.example');
  const path = `${PUSH_DEVICES}/${body['data'].device_id}`;
  expect((await maria.post(`${path}/test`)).status).toBe(200);
  expect(service.received).toMatchObject([
    { headers: { urgency: 'high' }, vapid: { key: site.services.push.publicKey } },
  ]);
  expect(JSON.parse(service.received[0]?.text ?? '')).toMatchObject({ url: PAGE, tag: 'test' });
  expect((await listPushDevices(maria))[0]?.last_used).not.toBeNull();
  expect((await maria.change('DELETE', path)).status).toBe(200);
  expect(await listPushDevices(maria)).toEqual([]);
  for (const again of [maria.change('DELETE', path), maria.post(`${path}/test`)])
    expect(await again).toMatchObject({ status: 404, body: { code: 'push_device_not_found' } });
});

test('adding a browser again returns the same device', async () => {
  const { maria } = await open();
  const subscription = newSubscription();
  const id = await add(maria, subscription);
  expect(await add(maria, subscription)).toBe(id);
  expect(await listPushDevices(maria)).toHaveLength(1);
});

test('a browser with a new subscription is the same device, which gets its waiting notifications', async () => {
  const { site, service, maria } = await open();
  const id = await add(maria);
  const jun = await site.signedIn();
  const subscription = service.subscribe();
  await add(jun, subscription);
  expect(await add(maria, subscription)).toBe(id);
  expect(await listPushDevices(maria)).toMatchObject([{ device_id: id, current: true }]);
  expect(await listPushDevices(jun)).toEqual([]);
  expect((await maria.post(`${PUSH_DEVICES}/${id}/test`)).status).toBe(200);
  expect(service.received).toHaveLength(1);
});

test('a browser becomes the device of the member who logs in to it', async () => {
  const { site, maria } = await open();
  const subscription = newSubscription();
  await add(maria, subscription);
  const jun = await site.signedIn();
  await add(jun, subscription);
  expect(await listPushDevices(maria)).toEqual([]);
  expect(await listPushDevices(jun)).toHaveLength(1);
});

test('others can neither see, test nor remove a member’s device', async () => {
  const { site, service, maria } = await open();
  const path = `${PUSH_DEVICES}/${await add(maria, service.subscribe())}`;
  const jun = await site.signedIn();
  expect(await listPushDevices(jun)).toEqual([]);
  expect((await jun.change('DELETE', path)).status).toBe(404);
  expect((await jun.post(`${path}/test`)).status).toBe(404);
  expect(service.received).toEqual([]);
  expect((await site.guest().get(PUSH_DEVICES)).status).toBe(401);
});

test(`a member has at most ${MAX_PUSH_DEVICES}`, async () => {
  const { site, maria } = await open();
  for (let nth = 0; nth < MAX_PUSH_DEVICES; nth += 1) await add(await site.signedIn(maria.member));
  const last = await maria.post(PUSH_DEVICES, newSubscription());
  expect(last).toMatchObject({ status: 409, body: { code: 'too_many_push_devices' } });
  expect(await listPushDevices(maria)).toHaveLength(MAX_PUSH_DEVICES);
});

const ENDS: [string, (browser: MemberBrowser, other: MemberBrowser) => Promise<unknown>][] = [
  ['signing out', (browser) => browser.post('/api/web/auth/logout')],
  ['signing in again', (browser) => signIn(browser, browser)],
  ['another member’s sign-in', (browser, other) => signIn(browser, other)],
];

const signIn = (browser: MemberBrowser, { member }: MemberBrowser) =>
  browser.post('/api/web/auth/login', { email: member.email, password: PASSWORD });

test.each(ENDS)('%s removes the device', async (_, end) => {
  const { site, maria } = await open();
  const elsewhere = await site.signedIn(maria.member);
  await add(maria);
  await end(maria, await site.signedIn());
  expect(await listPushDevices(elsewhere)).toEqual([]);
});

test('ending the other sessions, or a new password, removes their devices', async () => {
  const { site, maria } = await open();
  await add(maria);
  const ends = [
    () => maria.change('DELETE', '/api/web/account/sessions'),
    () =>
      maria.change('PATCH', '/api/web/account/password', {
        old_password: PASSWORD,
        new_password: 'Bagong-Bukid-7',
      }),
  ];
  for (const end of ends) {
    await add(await site.signedIn(maria.member));
    expect(await listPushDevices(maria)).toHaveLength(2);
    expect((await end()).status).toBe(200);
    expect(await listPushDevices(maria)).toMatchObject([{ current: true }]);
  }
});

test('disabling a member removes their devices', async () => {
  const { site, maria } = await open();
  await add(maria);
  await disableMember(site.services, maria.member.id, { actorId: null, reason: 'Spam' });
  const rows = await site.services.db.selectFrom('push_devices').select('id').execute();
  expect(rows).toEqual([]);
});

test.each([404, 410])('a test that finds %d removes the browser', async (status) => {
  const { service, maria } = await open();
  const id = await add(maria, service.subscribe());
  service.respondWith(status);
  const gone = await maria.post(`${PUSH_DEVICES}/${id}/test`);
  expect(gone).toMatchObject({ status: 409, body: { code: 'push_device_gone' } });
  expect(await listPushDevices(maria)).toEqual([]);
});

test.each([403, 429, 503])(
  'a test with the response %d reports it, and removes nothing',
  async (status) => {
    const { service, maria } = await open();
    const id = await add(maria, service.subscribe());
    service.respondWith(status);
    const failed = await maria.post(`${PUSH_DEVICES}/${id}/test`);
    expect(failed).toMatchObject({ status: 409, body: { code: 'push_failed' } });
    expect(await listPushDevices(maria)).toMatchObject([{ last_used: null }]);
  },
);

test('the number of tests is limited', async () => {
  const { service, maria } = await open();
  const id = await add(maria, service.subscribe());
  const statuses = [];
  for (let nth = 0; nth < 11; nth += 1)
    statuses.push((await maria.post(`${PUSH_DEVICES}/${id}/test`)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

const { endpoint, keys } = newSubscription();

test.each([
  ['http', { endpoint: endpoint.replace('https', 'http'), keys }],
  ['no URL', { endpoint: 'push', keys }],
  ['a password', { endpoint: endpoint.replace('push.', 'a:b@push.'), keys }],
  ['another port than 443', { endpoint: endpoint.replace('example', 'example:22'), keys }],
  ['a long endpoint', { endpoint: endpoint + 'x'.repeat(2048), keys }],
  ['no keys', { endpoint }],
  ['a short secret', { endpoint, keys: { ...keys, auth: 'short' } }],
  [
    'a point that is not of the curve',
    { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
  ],
])('a subscription with %s is rejected', async (_, given) => {
  const { maria } = await open();
  const { status, body } = await maria.post(PUSH_DEVICES, given);
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('push_subscription_invalid'),
  ]);
});

test('the forms of the settings test and remove a device', async () => {
  const { service, maria } = await open();
  const id = await add(maria, service.subscribe());
  const send = (action: string) => sendForm(maria, PAGE, { action, device_id: id });
  expect(redirectOf(await send('test-device'))).toEqual([303, `${PAGE}?done=tested#devices`]);
  expect(service.received).toHaveLength(1);
  expect(await names(maria)).toEqual(['Another device']);
  for (const _ of ['once', 'twice'])
    expect(redirectOf(await send('remove-device'))).toEqual([303, `${PAGE}?done=removed#devices`]);
  expect(await listPushDevices(maria)).toEqual([]);
  expect(await codeOf(await send('test-device'))).toEqual([404, 'push_device_not_found']);
});
