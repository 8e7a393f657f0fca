// Queries about how members can be reached besides the bell.
import {
  type Channel,
  type NotificationKind,
} from '#lib/contract/notifications/notification-kinds.ts';
import {
  listParameters,
  type ListParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type {
  ChannelChoiceTable,
  DeliverySettingsTable,
  Executor,
} from '#lib/server/platform/db/schema.ts';

/** The settings of members `m`; null means unchanged defaults. */
const settingsOf = (db: Executor, memberIds: string[]) =>
  db
    .selectFrom('members as m')
    .leftJoin('delivery_settings as s', 's.member_id', 'm.id')
    .where('m.id', 'in', memberIds)
    .select(['m.id as member_id', 's.quiet_from', 's.quiet_until', 's.alerts_sent_at'])
    .select(['s.rejected_email', 'm.email', 's.digest', 's.email_pressed_at'])
    .select(['s.bounced_email', 's.bounced_on']);

export const listSettings = (db: Executor, memberIds: string[]) =>
  settingsOf(db, memberIds).execute();

const withDevices = precompiled((db, ids: ListParameters, count: number) =>
  settingsOf(db, listParameters(ids, count))
    .leftJoin('push_devices as d', 'd.member_id', 'm.id')
    .select('d.id as device_id'),
);

/** The settings of members with their push devices: one row per device, or one without. */
export const listReach = (db: Executor, memberIds: string[]) =>
  withDevices(db, memberIds, memberIds.length);

/** Whether the member has an address that is not known to reject emails. */
export const takesEmail = (
  own: { email: string | null; rejected_email: string | null } | undefined,
): boolean => Boolean(own?.email) && own?.rejected_email !== own?.email;

/** The channels that members chose for a kind, where these differ from the defaults. */
export type Choices = Map<string, Partial<Record<Channel, boolean>>>;

/** Columns of a member `m` with their choice `c` for a kind; nulls without one. */
export const CHOICE_COLUMNS = ['m.id as member_id', 'c.channel', 'c.is_on'] as const;

/** @param rows of `CHOICE_COLUMNS` */
export function toChoices(
  rows: { member_id: string; channel: Channel | null; is_on: number | null }[],
): Choices {
  const choices: Choices = new Map();
  for (const { member_id, channel, is_on } of rows) {
    const own = choices.getOrInsertComputed(member_id, () => ({}));
    if (channel) own[channel] = is_on === 1;
  }
  return choices;
}

/** @returns the choices of these members */
export const pickChoices = (choices: Choices, memberIds: string[]): Choices =>
  new Map(memberIds.map((id) => [id, choices.get(id) ?? {}]));

/** Lists the choices of members for a kind. */
export async function listChoices(
  db: Executor,
  memberIds: string[],
  kind: NotificationKind,
): Promise<Choices> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('channel_choices')
    .where('member_id', 'in', memberIds)
    .where('kind', '=', kind)
    .select(['member_id', 'channel', 'is_on'])
    .execute();
  return pickChoices(toChoices(rows), memberIds);
}

/** Lists the push devices of some members. */
export const listDevices = (db: Executor, memberIds: string[]) =>
  db
    .selectFrom('push_devices')
    .where('member_id', 'in', memberIds)
    .select(['id', 'member_id'])
    .execute();

/** Lists all choices of a member. */
export const listOwnChoices = (db: Executor, memberId: string) =>
  db
    .selectFrom('channel_choices')
    .where('member_id', '=', memberId)
    .select(['kind', 'channel', 'is_on'])
    .execute();

/** Replaces all choices of a member. @param rows what differs from the defaults */
export async function setChoices(
  db: Executor,
  memberId: string,
  rows: ChannelChoiceTable[],
): Promise<void> {
  await db.deleteFrom('channel_choices').where('member_id', '=', memberId).execute();
  if (rows.length > 0) await db.insertInto('channel_choices').values(rows).execute();
}

/** Finds whether a member turned a kind on or off for a channel; undefined when the member does not exist. */
export const findChoice = (
  db: Executor,
  { memberId, kind, channel }: { memberId: string; kind: NotificationKind; channel: Channel },
) =>
  db
    .selectFrom('members as m')
    .leftJoin('channel_choices as c', (join) =>
      join.onRef('c.member_id', '=', 'm.id').on('c.kind', '=', kind).on('c.channel', '=', channel),
    )
    .where('m.id', '=', memberId)
    .select('c.is_on')
    .executeTakeFirst();

/** Turns a kind off for a channel; ignores deleted members. */
export const turnOff = (
  db: Executor,
  { memberId, kind, channel }: { memberId: string; kind: NotificationKind; channel: Channel },
) =>
  db
    .insertInto('channel_choices')
    .columns(['member_id', 'kind', 'channel', 'is_on'])
    .expression((eb) =>
      eb
        .selectFrom('members')
        .where('id', '=', memberId)
        .select(['id', eb.val<string>(kind).as('kind'), eb.val<string>(channel).as('channel')])
        .select(eb.lit(0).as('is_on')),
    )
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'kind', 'channel']).doUpdateSet({ is_on: 0 }),
    )
    .execute();

/** Finds how often a member chose to get the digest; undefined when the member does not exist. */
export const findDigestChoice = (db: Executor, memberId: string) =>
  db
    .selectFrom('members as m')
    .leftJoin('delivery_settings as s', 's.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .select('s.digest')
    .executeTakeFirst();

/** Stops a member's digests; ignores deleted members. */
export const stopDigests = (db: Executor, memberId: string) =>
  db
    .insertInto('delivery_settings')
    .columns(['member_id', 'digest'])
    .expression((eb) =>
      eb
        .selectFrom('members')
        .where('id', '=', memberId)
        .select(['id', eb.val<string>('never').as('digest')]),
    )
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ digest: 'never' }))
    .execute();

/** Changes a member's settings. */
export const changeSettings = (
  db: Executor,
  memberId: string,
  changes: Partial<Omit<DeliverySettingsTable, 'member_id'>>,
) =>
  db
    .insertInto('delivery_settings')
    .values({ ...DEFAULTS, ...changes, member_id: memberId })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(changes))
    .execute();

const DEFAULTS = {
  quiet_from: null,
  quiet_until: null,
  rejected_email: null,
  stopped_at: null,
  bounced_email: null,
  bounced_on: null,
  bounced_again_on: null,
  alerts_sent_at: null,
  digest: null,
  digest_since: null,
  digest_sent_at: null,
  email_pressed_at: null,
};
