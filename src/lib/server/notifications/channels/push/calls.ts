import {
  PushDevice,
  PushDeviceList,
  PushSubscriptionInput,
} from '#lib/contract/notifications/push-devices.ts';
import { NOTIFICATION_SETTINGS_PATH } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { FormAction, SentForm } from '#lib/server/platform/http/page-forms.ts';
import { readId } from '#lib/server/platform/http/parse-request.ts';

import {
  addPushDevice,
  LIMITS,
  listPushDevices,
  removePushDevice,
  testPushDevice,
} from './service.ts';

/** The phones and browsers that show notifications. */
export const calls = {
  'GET /web/account/push-devices': call({
    summary: 'List the phones and browsers that show my notifications',
    response: PushDeviceList,
    run: listPushDevices,
  }),
  'POST /web/account/push-devices': call({
    summary: 'Show my notifications in this browser',
    body: PushSubscriptionInput,
    response: PushDevice,
    status: [201],
    errors: ['too_many_push_devices'],
    limits: [LIMITS.changePushDevices],
    run: (ctx, { body }, c) => addPushDevice(ctx, body, c.req.header('user-agent') ?? ''),
  }),
  'DELETE /web/account/push-devices/:id': call({
    summary: 'Show no more of my notifications in a browser',
    limits: [LIMITS.changePushDevices],
    ids: { id: 'push_device' },
    run: (ctx, { id }) => removePushDevice(ctx, id),
  }),
  'POST /web/account/push-devices/:id/test': call({
    summary: 'Send a test to a phone or browser',
    errors: ['push_device_gone', 'push_failed'],
    limits: [LIMITS.testPush],
    ids: { id: 'push_device' },
    run: (ctx, { id }) => testPushDevice(ctx, id),
  }),
} satisfies Calls;

function deviceId({ values }: SentForm): string {
  return readId(values.get('device_id'), 'push_device');
}

/** Removes a push device; a repeated click is no error. */
const removeOnce = (ctx: Ctx, id: string): Promise<void> =>
  removePushDevice(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'push_device_not_found')) throw error;
  });

/** The form actions of a push device in the settings. */
export const PUSH_DEVICE_ACTIONS: Record<string, FormAction> = {
  async 'remove-device'(ctx, form) {
    await removeOnce(ctx, deviceId(form));
    return `${NOTIFICATION_SETTINGS_PATH}?done=removed#devices`;
  },
  async 'test-device'(ctx, form) {
    await testPushDevice(ctx, deviceId(form));
    return `${NOTIFICATION_SETTINGS_PATH}?done=tested#devices`;
  },
};
