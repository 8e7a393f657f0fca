import {
  CHANNELS,
  type Channel,
  isOffered,
  isOnByDefault,
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
import { lockViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';

import { listHiddenKinds, refreshInboxes, setHiddenKinds } from './queries.ts';
import {
  changeSettings,
  listOwnChoices,
  listSettings,
  setChoices,
  takesEmail,
} from './reach-queries.ts';

// Decisions of the staff, and a copy of one's data.
const MAILED = new Set<string>(['moderation', 'account']);

/** Whether a kind goes out by a channel; null where it cannot. */
type IsOn = (kind: NotificationKind, channel: Channel) => boolean | null;

async function readChoices(db: Executor, memberId: string): Promise<IsOn> {
  const rows = await listOwnChoices(db, memberId);
  const chosen = new Map(
    rows.map(({ kind, channel, is_on }) => [`${kind} ${channel}`, is_on === 1]),
  );
  return (kind, channel) =>
    isOffered(kind, channel)
      ? (chosen.get(`${kind} ${channel}`) ?? isOnByDefault(kind, channel))
      : null;
}

/** Gets which kinds of notifications the viewer is shown, and how they are reached beside the bell. */
export async function getNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
  const { id } = requireViewer(ctx);
  const hidden = new Set<string>(await listHiddenKinds(ctx.db, id));
  const isOn = await readChoices(ctx.db, id);
  const [own] = await listSettings(ctx.db, [id]);
  const kinds = NOTIFICATION_KINDS.map((kind) => ({
    kind,
    is_shown: !hidden.has(kind),
    is_essential: !isOptional(kind),
    is_mailed: MAILED.has(kind),
    email: isOn(kind, 'email'),
    push: isOn(kind, 'push'),
  }));
  const quiet_hours = {
    from: own?.quiet_from ?? QUIET_HOURS.from,
    until: own?.quiet_until ?? QUIET_HOURS.until,
  };
  return { kinds, quiet_hours, takes_email: takesEmail(own) };
}

/** Stores the kinds that go out by each channel, as far as they differ from the defaults. */
async function storeChannels(
  tx: Executor,
  member_id: string,
  wanted: Partial<Record<Channel, NotificationKind[]>>,
): Promise<void> {
  const isOn = await readChoices(tx, member_id);
  const rows = CHANNELS.flatMap((channel) =>
    listOffered(channel).map((kind) => {
      const is_on = wanted[channel]?.includes(kind) ?? isOn(kind, channel) ?? false;
      return { member_id, kind, channel, is_on: is_on ? 1 : 0 };
    }),
  );
  const isChosen = ({ kind, channel, is_on }: (typeof rows)[number]) =>
    (is_on === 1) !== isOnByDefault(kind, channel);
  await setChoices(tx, member_id, rows.filter(isChosen));
}

const storeQuietHours = (tx: Executor, memberId: string, { from, until }: QuietHours) =>
  changeSettings(tx, memberId, { quiet_from: from, quiet_until: until });

/** Sets which kinds of notifications the viewer is not shown, and how they are reached; repeating changes nothing. */
export async function updateNotificationSettings(
  ctx: Ctx,
  { hidden, channels, quiet_hours }: NotificationSettingsInput,
): Promise<NotificationSettings> {
  const { id } = requireViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await setHiddenKinds(tx, id, [...new Set(hidden)]);
    if (channels) await storeChannels(tx, id, channels);
    if (quiet_hours) await storeQuietHours(tx, id, quiet_hours);
    await refreshInboxes(tx, [id]);
  });
  return getNotificationSettings(ctx);
}

/** Sends emails to the viewer's address again, which took none before. */
export async function resumeEmails(ctx: Ctx): Promise<void> {
  const { id } = requireViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await changeSettings(tx, id, { rejected_email: null });
  });
}
