// The plain forms of the notification settings: the switches of groups, the table of kinds, and hours and digest.
import {
  GROUP_NAMES,
  OPTIONAL_KINDS,
  SWITCH_NAMES,
} from '#lib/contract/notifications/notification-kinds.ts';
import { NotificationSettingsInput } from '#lib/contract/notifications/notification-settings.ts';
import { NOTIFICATION_SETTINGS_PATH } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { FormAction, SentForm } from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { updateNotificationSettings } from './settings.ts';

type Values = SentForm['values'];

async function save(ctx: Ctx, given: unknown): Promise<string> {
  await updateNotificationSettings(ctx, parse(NotificationSettingsInput, given));
  return `${NOTIFICATION_SETTINGS_PATH}?done=saved`;
}

/** Whether a switch was turned on or off; undefined when it was left as the page showed it. */
function readSwitch(values: Values, name: string): boolean | undefined {
  const was = values.get(`was-${name}`);
  const state = was === 'mixed' ? values.get(name) : values.has(name) ? 'on' : 'off';
  return was && state && state !== was ? state === 'on' : undefined;
}

/** Only what was changed: the rest may have been chosen kind by kind, also in another tab. */
const saveGroups: FormAction = (ctx, { values }) => {
  const groups = GROUP_NAMES.map((group) => [
    group,
    Object.fromEntries(SWITCH_NAMES.map((name) => [name, readSwitch(values, `${group}-${name}`)])),
  ]);
  return save(ctx, { groups: Object.fromEntries(groups) });
};

const saveKinds: FormAction = (ctx, { values }) => {
  const shown = new Set(values.getAll('shown'));
  return save(ctx, {
    hidden: OPTIONAL_KINDS.filter((kind) => !shown.has(kind)),
    channels: {
      email: values.getAll('email'),
      push: values.getAll('push'),
      // The form adds an empty value: no choice at all differs from a missing field.
      ...(values.has('sms') && { sms: values.getAll('sms').filter(Boolean) }),
    },
  });
};

const saveHours: FormAction = (ctx, { values }) => {
  const hour = (name: string) => Number.parseInt(values.get(name) ?? '', 10);
  return save(ctx, {
    quiet_hours: { from: hour('quiet_from'), until: hour('quiet_until') },
    digest: values.get('digest') ?? undefined,
  });
};

export const SETTINGS_ACTIONS = { groups: saveGroups, kinds: saveKinds, hours: saveHours };
