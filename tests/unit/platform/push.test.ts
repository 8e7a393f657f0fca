// Messages to browsers: their encryption and signature, where they may go, and what a push service's response means.
import { createECDH } from 'node:crypto';

import { expect, test } from 'vitest';

import { DeliveryRetryError } from '#lib/server/platform/deliveries/delivery-worker.ts';
import {
  isPublicAddress,
  PrivateHostError,
  resolvePublic,
} from '#lib/server/platform/push/public-address.ts';
import { openPush, type PushNetwork } from '#lib/server/platform/push/push-sender.ts';
import { Secrets } from '#lib/server/platform/secrets.ts';
import { site } from '#lib/site.ts';
import { newSubscription } from '#tests/support/nouns/push-devices.ts';
import { openPushService, openSilentHost } from '#tests/support/nouns/push-service.ts';
import { decrypt } from '#tests/support/server/push-server.ts';

const secrets = new Secrets('s'.repeat(32));
const MESSAGE = {
  text: '{"title":"Dayami"}',
  urgency: 'high',
  ttl: 600,
  topic: 'pickup 1',
} as const;

const open = async () => {
  const service = await openPushService();
  const push = openPush(secrets, service.network);
  const { endpoint, keys } = service.subscribe();
  return { ...service, push, device: { endpoint, ...keys } };
};

test('the receiver of these tests decrypts the example of RFC 8291', () => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  const message = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  );
  expect(decrypt(message, { keys, auth })).toBe('When I grow up, I want to be a watermelon');
});

test('a message arrives, encrypted for its browser and signed by the site', async () => {
  const { push, device, received, origin } = await open();
  expect(await push.send(device, MESSAGE)).toBe('sent');
  expect(received).toMatchObject([
    {
      text: MESSAGE.text,
      headers: { ttl: '600', urgency: 'high', 'content-encoding': 'aes128gcm' },
      vapid: { key: push.publicKey, aud: origin, sub: `mailto:${site.contactEmail}` },
    },
  ]);
});

test('a topic is the same for the same thing, and reveals nothing about it', async () => {
  const { push, device, received } = await open();
  for (const topic of ['pickup 1', 'pickup 1', 'pickup 2', null])
    await push.send(device, { ...MESSAGE, topic });
  const [first, again, other, none] = received.map(({ headers }) => headers['topic']);
  expect(first).toMatch(/^[\w-]{32}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(none).toBeUndefined();
});

test('the keys are derived from the secret', () => {
  const { publicKey } = openPush(secrets);
  expect(openPush(new Secrets('s'.repeat(32))).publicKey).toBe(publicKey);
  expect(openPush(new Secrets('t'.repeat(32))).publicKey).not.toBe(publicKey);
});

test.each([
  [200, 'sent'],
  [201, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [400, 'rejected'],
  [403, 'rejected'],
  [413, 'rejected'],
] as const)('%d means %s', async (status, result) => {
  const { push, device, respondWith } = await open();
  respondWith(status, {}, 'x'.repeat(100_000));
  expect(await push.send(device, MESSAGE)).toBe(result);
});

test.each([
  [429, '120', 120],
  [429, 'Fri, 27 Nov 2026 00:00:00 GMT', null],
  [500, '', null],
  [503, '7', 7],
] as const)('%d is tried again', async (status, retryAfter, seconds) => {
  const { push, device, respondWith } = await open();
  respondWith(status, { 'retry-after': retryAfter });
  const error: unknown = await push.send(device, MESSAGE).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DeliveryRetryError);
  expect(error).toMatchObject({ retryAfter: seconds });
});

test('a redirect is not followed', async () => {
  const { push, device, respondWith, received, subscribe } = await open();
  respondWith(307, { location: subscribe().endpoint });
  expect(await push.send(device, MESSAGE)).toBe('rejected');
  expect(received).toHaveLength(1);
});

test('an unreachable service, or one with another certificate, is tried again', async () => {
  const { network, device } = await open();
  const { ca: _, ...untrusted } = network;
  await expect(openPush(secrets, untrusted).send(device, MESSAGE)).rejects.toThrow(
    DeliveryRetryError,
  );
  const away = openPush(secrets, { ...network, port: 1 });
  await expect(away.send(device, MESSAGE)).rejects.toThrow(DeliveryRetryError);
});

const NEVER: [string, (network: PushNetwork) => PushNetwork][] = [
  ['takes the connection and says nothing', (network) => network],
  [
    'whose name servers are silent',
    (network) => ({ ...network, resolve: () => new Promise(() => {}) }),
  ],
];

test.each(NEVER)('the wait for a host that %s ends after 3 seconds', async (_, networkOf) => {
  const service = await openPushService();
  const { network } = await openSilentHost(service);
  const { endpoint, keys } = newSubscription('silent.example');
  const start = performance.now();
  await expect(
    openPush(secrets, networkOf(network)).send({ endpoint, ...keys }, MESSAGE),
  ).rejects.toThrow(DeliveryRetryError);
  const seconds = (performance.now() - start) / 1000;
  expect(seconds).toBeGreaterThan(2.9);
  expect(seconds).toBeLessThan(8);
});

test('nothing is sent into the server’s network', async () => {
  const { device, network, received } = await open();
  const push = openPush(secrets, { ...network, resolve: (name) => resolvePublic(name) });
  const sendTo = (host: string) =>
    push.send({ ...device, endpoint: device.endpoint.replace('push.example', host) }, MESSAGE);
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '127.1', '0x7f000001'])
    expect(await sendTo(host), host).toBe('rejected');
  // The DNS does not have this name.
  await expect(sendTo('localhost')).rejects.toThrow(DeliveryRetryError);
  expect(received).toEqual([]);
});

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%lo',
  'ff02::1',
  '2001:db8::1',
  '2002:a00:1::',
];
const PUBLIC = ['8.8.8.8', '100.128.0.1', '172.32.0.1', '223.255.255.1', '2a00:1450:4001::5e'];

const toAddress = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });

test.each(PRIVATE)('%s is not public', (address) => {
  expect(isPublicAddress(toAddress(address))).toBe(false);
});

test.each(PUBLIC)('%s is public', (address) => {
  expect(isPublicAddress(toAddress(address))).toBe(true);
});

const resolveTo = (addresses: string[]) =>
  resolvePublic('push.example', async () => addresses.map(toAddress));

test('a host is public if all of its addresses are', async () => {
  expect(await resolveTo(PUBLIC)).toHaveLength(PUBLIC.length);
  await expect(resolveTo(['8.8.8.8', '10.0.0.1'])).rejects.toThrow(PrivateHostError);
});
