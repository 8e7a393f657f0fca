import {
  CHANNELS,
  DIGEST_CHOICES,
  type Channel,
  isForRole,
  isOptional,
  listOffered,
  NOTIFICATION_KINDS,
  type NotificationKind,
  QUIET_HOURS,
} from '#lib/contract/notifications/notification-kinds.ts';
import type {
  NotificationSettings,
  NotificationSettingsInput,
  QuietHours,
} from '#lib/contract/notifications/notification-settings.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { findNumberOf, stateOf } from '#lib/server/platform/sms/numbers.ts';

import { changeSettings, listSettings, setChoices, takesEmail } from './channels/reach-queries.ts';
import { findPhone } from './channels/sms/sms-queries.ts';
import { isOn, readChoices } from './choices.ts';
import { readGroups, turnSwitches } from './group-switches.ts';
import { listHiddenKinds, refreshInboxes, setHiddenKinds } from './inbox/queries.ts';

// Moderation decisions and exports.
const MAILED = new Set<string>(['moderation', 'account']);

/** Finds the member's number for SMS, and whether its owner has agreed. */
async function findSmsNumber(ctx: Ctx, id: string): Promise<NotificationSettings['sms_number']> {
  const phone = ctx.sms && (await findPhone(ctx.db, id));
  return phone ? { phone, state: stateOf(await findNumberOf(ctx, ctx.db, phone)) } : null;
}

/** Gets the viewer's notification settings. */
export async function getNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
  const { id, role } = requireViewer(ctx);
  const hidden = new Set<string>(await listHiddenKinds(ctx.db, id));
  const choices = await readChoices(ctx.db, id, ctx.now());
  const [own] = await listSettings(ctx.db, [id]);
  const kinds = NOTIFICATION_KINDS.filter((kind) => isForRole(kind, role)).map((kind) => ({
    kind,
    is_shown: !hidden.has(kind),
    is_essential: !isOptional(kind),
    is_mailed: MAILED.has(kind),
    email: isOn(choices, kind, 'email'),
    push: isOn(choices, kind, 'push'),
    sms: ctx.sms && isOn(choices, kind, 'sms'),
  }));
  const quiet_hours = {
    from: own?.quiet_from ?? QUIET_HOURS.from,
    until: own?.quiet_until ?? QUIET_HOURS.until,
  };
  const digest = own?.digest ?? DIGEST_CHOICES[0];
  return {
    kinds,
    groups: readGroups({ choices, hidden, hasSms: ctx.sms !== null, digest }),
    sms_number: await findSmsNumber(ctx, id),
    quiet_hours,
    digest,
    has_email: Boolean(own?.email),
    takes_email: takesEmail(own),
  };
}

/**
 * Stores the kinds of each channel that differ from the defaults. Choices about SMS are always stored: their default
 * varies, and a STOP is permanent.
 */
async function storeChannels(
  tx: Executor,
  member_id: string,
  wanted: Partial<Record<Channel, NotificationKind[] | undefined>>,
  now: number,
): Promise<void> {
  const choices = await readChoices(tx, member_id, now);
  const rows = CHANNELS.flatMap((channel) =>
    listOffered(channel).map((kind) => {
      const is_on = wanted[channel]?.includes(kind) ?? isOn(choices, kind, channel) ?? false;
      return { member_id, kind, channel, is_on: is_on ? 1 : 0 };
    }),
  );
  const isChosen = ({ kind, channel, is_on }: (typeof rows)[number]) =>
    (is_on === 1) !== choices.byDefault(kind, channel) ||
    (channel === 'sms' && choices.chosen(kind, channel) !== null);
  await setChoices(tx, member_id, rows.filter(isChosen));
}

const storeQuietHours = (tx: Executor, memberId: string, { from, until }: QuietHours) =>
  changeSettings(tx, memberId, { quiet_from: from, quiet_until: until });

/** The member's present choice of digests, with the time. */
async function nowOf(ctx: Ctx, tx: Executor, id: string) {
  const [own] = await listSettings(tx, [id]);
  return { digest: own?.digest ?? DIGEST_CHOICES[0], now: ctx.now() };
}

/** Changes the viewer's notification settings; repeating changes nothing. */
export async function updateNotificationSettings(
  ctx: Ctx,
  { hidden, channels, groups, quiet_hours, digest }: NotificationSettingsInput,
): Promise<NotificationSettings> {
  const { id } = requireViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    if (hidden) await setHiddenKinds(tx, id, [...new Set(hidden)]);
    if (channels) await storeChannels(tx, id, channels, ctx.now());
    if (groups) await turnSwitches(tx, id, groups, await nowOf(ctx, tx, id));
    if (quiet_hours) await storeQuietHours(tx, id, quiet_hours);
    // A choice shows that the member reads the digest: its pace starts over.
    if (digest) await changeSettings(tx, id, { digest, digest_since: ctx.now() });
    await refreshInboxes(tx, [id]);
  });
  return getNotificationSettings(ctx);
}

/** Resumes emails to the viewer's address after it rejected some. */
export async function resumeEmails(ctx: Ctx): Promise<void> {
  const { id } = requireViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await changeSettings(tx, id, { rejected_email: null, stopped_at: null });
  });
}
