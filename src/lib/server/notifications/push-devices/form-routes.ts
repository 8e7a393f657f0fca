import { toId } from '#lib/contract/ids.ts';
import { NOTIFICATION_SETTINGS_PATH } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import type { FormAction, SentForm } from '#lib/server/platform/http/page-forms.ts';

import { removePushDevice, testPushDevice } from './service.ts';

function deviceId({ values }: SentForm): string {
  const id = toId(values.get('device_id') ?? '');
  if (!id) throw notFound('push_device');
  return id;
}

/** Removes a push device, unless an earlier press of the button did. */
const removeOnce = (ctx: Ctx, id: string): Promise<void> =>
  removePushDevice(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'push_device_not_found')) throw error;
  });

/** The buttons of a push device in the settings. */
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
