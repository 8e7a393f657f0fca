// The phones and browsers that show a member's notifications (docs/decisions/0073-web-push.md).
import { createPublicKey } from 'node:crypto';

import { MAX_PUSH_DEVICES } from '#lib/contract/limits.ts';
import type {
  PushDevice,
  PushDeviceList,
  PushSubscriptionInput,
} from '#lib/contract/notifications/push-devices.ts';
import type { PushPayload } from '#lib/contract/notifications/push-payload.ts';
import { NOTIFICATION_SETTINGS_PATH } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';
import { describeUserAgent } from '#lib/server/people/sessions/service.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor, PushDeviceTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { DeliveryRetryError } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireSessionId, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { site } from '#lib/site.ts';

import * as queries from './queries.ts';
import { sendToPushDevice } from './send-to-push-device.ts';

const toPushDevice = (row: PushDeviceTable, sessionId: string | null): PushDevice => ({
  device_id: row.id,
  name: row.name,
  added_at: new Date(row.created_at).toISOString(),
  last_used: row.used_at === null ? null : new Date(row.used_at).toISOString(),
  current: row.session_id === sessionId,
});

/** Lists the viewer's push devices, newest first. */
export async function listPushDevices(ctx: Ctx): Promise<PushDeviceList> {
  const { id, sessionId } = requireViewer(ctx);
  const rows = await queries.listPushDevices(ctx.db, id);
  return {
    devices: rows.map((row) => toPushDevice(row, sessionId)),
    public_key: ctx.push.publicKey,
  };
}

/** Runs a transaction that changes the viewer's push devices. */
async function changePushDevices<T>(
  ctx: Ctx,
  work: (tx: Executor, member_id: string) => Promise<T>,
): Promise<T> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.changePushDevices, id);
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    return work(tx, id);
  });
}

const COORDINATE_BYTES = 32;

/** Whether the key is a point of the curve: nothing can be encrypted for another. */
function isOnCurve(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  const [x, y] = [point.subarray(1, 1 + COORDINATE_BYTES), point.subarray(1 + COORDINATE_BYTES)];
  const key = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
  try {
    createPublicKey({ key, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Registers this browser for the viewer's notifications, as long as the session lasts. A subscription of another
 * member becomes the viewer's. A new subscription of the session replaces the old one; repeating changes nothing.
 */
export async function addPushDevice(
  ctx: Ctx,
  { endpoint, keys }: PushSubscriptionInput,
  userAgent: string,
): Promise<PushDevice> {
  const session_id = requireSessionId(ctx);
  if (!isOnCurve(keys.p256dh)) throw new AppError('push_subscription_invalid');
  return changePushDevices(ctx, async (tx, member_id) => {
    const of = { id: newId(), member_id, session_id, name: describeUserAgent(userAgent) };
    // Normalizes the URL.
    const { href } = new URL(endpoint);
    const row = { ...of, endpoint: href, ...keys, created_at: ctx.now(), used_at: null };
    await queries.deleteSubscriptionsOfOtherSessions(tx, row);
    const others = (await queries.listPushDevices(tx, member_id)).filter(
      (device) => device.session_id !== session_id,
    );
    if (others.length >= MAX_PUSH_DEVICES) throw new AppError('too_many_push_devices');
    return toPushDevice(await queries.upsertPushDevice(tx, row), session_id);
  });
}

/** Removes a push device of the viewer. */
export async function removePushDevice(ctx: Ctx, id: string): Promise<void> {
  await changePushDevices(ctx, async (tx, member_id) => {
    if (!(await queries.deletePushDevice(tx, { id, member_id }))) throw notFound('push_device');
  });
}

/** Sends a test message to a push device of the viewer at once. */
export async function testPushDevice(ctx: Ctx, id: string): Promise<void> {
  const { id: member_id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.testPush, member_id);
  const device = await queries.findPushDevice(ctx.db, { id, member_id });
  if (!device) throw notFound('push_device');
  await sendTest(ctx, device);
}

export const LIMITS = defineLimits({
  changePushDevices: {
    what: "a member's changes of the phones and browsers that show notifications",
    points: 60,
    seconds: 600,
  },
  testPush: { what: 'test notifications of a member', points: 10, seconds: 600 },
});

const TEST_SECONDS = 300;

const testPayload = (): PushPayload => ({
  title: t('push.test_title', { site: site.name }),
  body: t('push.test'),
  url: NOTIFICATION_SETTINGS_PATH,
  tag: 'test',
  unread: null,
});

async function sendTest(services: Services, device: PushDeviceTable): Promise<void> {
  const payload = testPayload();
  const message = { text: JSON.stringify(payload), urgency: 'high', ttl: TEST_SECONDS } as const;
  const result = await sendToPushDevice(services, device, { ...message, topic: payload.tag }).catch(
    (error: unknown) => {
      if (error instanceof DeliveryRetryError) return 'rejected' as const;
      throw error;
    },
  );
  if (result === 'gone') throw new AppError('push_device_gone');
  if (result === 'rejected') throw new AppError('push_failed');
}
