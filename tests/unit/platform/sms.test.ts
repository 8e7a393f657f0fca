import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { verifyWebhook } from '#lib/server/notifications/channels/sms/webhook-routes.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import {
  DeliveryRejectedError,
  DeliveryRetryError,
} from '#lib/server/platform/deliveries/delivery-worker.ts';
import { openSms } from '#lib/server/platform/sms/sms-sender.ts';
import { openSmsGateway } from '#tests/support/nouns/sms-gateway.ts';

const SMS = { id: 'id-1', to: '+639171234567', text: 'Glean: Peña agreed.', ttl: 3600 };

async function open(kind: 'phone' | 'service') {
  const gateway = await openSmsGateway(kind);
  const sms = openSms(readConfig({ DEMO: '1', ...gateway.env }).sms);
  return { gateway, send: () => sms?.send(SMS) ?? Promise.reject(new Error('It is off.')) };
}

test('the app on a phone gets its form, name and password', async () => {
  const { gateway, send } = await open('phone');
  await send();
  expect(gateway.taken).toEqual([SMS]);
  const authorization = `Basic ${Buffer.from('sms:pass word').toString('base64')}`;
  expect(gateway.requests).toEqual([{ method: 'POST', path: '/message', authorization }]);
});

test('a service gets the site’s form, with its token', async () => {
  const { gateway, send } = await open('service');
  await send();
  await send();
  expect(gateway.taken).toEqual([SMS]);
  expect(gateway.requests[0]).toEqual({
    method: 'POST',
    path: '/send?from=glean',
    authorization: 'Bearer token-of-the-service',
  });
});

test('a message accepted by the phone before a lost response is not sent again', async () => {
  const { gateway, send } = await open('phone');
  gateway.loseResponse();
  await expect(send()).rejects.toThrow(DeliveryRetryError);
  await send();
  expect(gateway.taken).toEqual([SMS]);
});

test.each([
  [503, DeliveryRetryError],
  [401, DeliveryRetryError],
  [404, DeliveryRetryError],
  [400, DeliveryRejectedError],
  [422, DeliveryRejectedError],
])('after %i it throws the right error', async (status, error) => {
  const { gateway, send } = await open('phone');
  gateway.respondWith({ status, headers: { 'retry-after': '60' } });
  await expect(send()).rejects.toThrow(error);
});

test('no redirect is followed, and an unreachable gateway is tried again', async () => {
  const { gateway, send } = await open('service');
  const location = 'http://127.0.0.1:9/';
  gateway.respondWith({ status: 307, headers: { location } });
  await expect(send()).rejects.toThrow('responded with 307');
  const away = openSms(
    readConfig({ DEMO: '1', ...gateway.env, SMS_URL: 'http://127.0.0.1:9' }).sms,
  );
  await expect(away?.send(SMS)).rejects.toThrow(DeliveryRetryError);
});

const sign = (body: string, timestamp: string, key = 'key') =>
  createHmac('sha256', key).update(body).update(timestamp).digest('hex');

test('a webhook is verified by its body, its time and the key', () => {
  const now = 1_800_000_000_000;
  const timestamp = String(now / 1000);
  const signed = { body: '{}', timestamp, signature: sign('{}', timestamp) };
  const verify = (given: object, at = now) => verifyWebhook('key', { ...signed, ...given }, at);
  expect(verify({})).toBe(now);
  expect(verify({}, now + 300_000)).toBe(now);
  expect(verify({}, now - 300_000)).toBe(now);
  expect(verify({}, now + 301_000)).toBeNull();
  expect(verify({}, now - 301_000)).toBeNull();
  expect(verify({ body: '{ }' })).toBeNull();
  expect(verify({ timestamp: String(now / 1000 + 1) })).toBeNull();
  expect(verify({ signature: sign('{}', timestamp, 'other') })).toBeNull();
  for (const signature of ['', 'zz', signed.signature.slice(2)])
    expect(verify({ signature })).toBeNull();
  const soon = 'soon';
  expect(verify({ timestamp: soon, signature: sign('{}', soon) })).toBeNull();
});
