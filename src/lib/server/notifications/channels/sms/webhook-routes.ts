import { createHmac, timingSafeEqual } from 'node:crypto';

import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { Services } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { clientIp } from '#lib/server/platform/http/client-ip.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { parse, parseJsonText } from '#lib/server/platform/http/parse-request.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';

import { GatewayEvent, LIMITS, receiveEvent } from './receive-webhook.ts';

/** The signature headers and the body of a webhook request. */
interface Signed {
  /** `X-Signature`: HMAC-SHA-256 of body and timestamp, in hexadecimal */
  signature: string;
  /** `X-Timestamp`: seconds since 1970 */
  timestamp: string;
  /** the raw body */
  body: string;
}

const MAX_AGE_MS = 300_000;

/**
 * Verifies a gateway's signature (https://docs.sms-gate.app/features/webhooks/#payload-signing) in constant time.
 * @param now milliseconds since 1970
 * @returns when it was signed, milliseconds since 1970; null when forged, or minutes away from now
 */
export function verifyWebhook(
  secret: string,
  { signature, timestamp, body }: Signed,
  now: number,
): number | null {
  const expected = createHmac('sha256', secret).update(body).update(timestamp).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const signedAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : 0;
  return Math.abs(now - signedAt) <= MAX_AGE_MS ? signedAt : null;
}

const limitBody = bodyLimit({
  maxSize: 16 * 1024,
  onError: () => {
    throw new AppError('body_too_large');
  },
});

/**
 * The webhook of the SMS gateway. Requests are signed: they need no session and no CSRF token, and no cookie is read
 * (docs/decisions/0077-sms.md).
 */
export const smsWebhook = (services: Services) =>
  new Hono<Env>().post('/', limitBody, async (c, next) => {
    const { config, limits, now } = services;
    if (!config.sms) return next();
    await limits.consume(LIMITS.smsWebhook, ipPrefix(clientIp(c, config.trustedProxies)));
    const body = await c.req.text();
    const signature = c.req.header('x-signature') ?? '';
    const timestamp = c.req.header('x-timestamp') ?? '';
    const signed = { signature, timestamp, body };
    const signedAt = verifyWebhook(config.sms.webhookSecret, signed, now());
    if (signedAt === null) return c.body(null, 401);
    await receiveEvent(services, parse(GatewayEvent, parseJsonText(body)), signedAt);
    return c.body(null, 204);
  });
