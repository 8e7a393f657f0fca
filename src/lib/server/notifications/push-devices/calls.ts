import {
  PushDevice,
  PushDeviceList,
  PushSubscriptionInput,
} from '#lib/contract/notifications/push-devices.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS } from './limits.ts';
import { addPushDevice, listPushDevices, removePushDevice, testPushDevice } from './service.ts';

/** Phones and browsers that show notifications. */
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
    errors: ['push_device_not_found'],
    limits: [LIMITS.changePushDevices],
    ids: { id: 'push_device' },
    run: (ctx, { id }) => removePushDevice(ctx, id),
  }),
  'POST /web/account/push-devices/:id/test': call({
    summary: 'Send a test to a phone or browser',
    errors: ['push_device_not_found', 'push_device_gone', 'push_failed'],
    limits: [LIMITS.testPush],
    ids: { id: 'push_device' },
    run: (ctx, { id }) => testPushDevice(ctx, id),
  }),
} satisfies Calls;
