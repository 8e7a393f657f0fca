// Stops sending to addresses that reject emails, and resumes it (docs/decisions/0096-failing-receivers.md).
import type { StoppedAddresses } from '#lib/contract/notifications/stopped-addresses.ts';
import { changeSettings, listSettings } from '#lib/server/notifications/channels/reach-queries.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { authorizeAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { DeliverySettingsTable, Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { raiseCount } from '#lib/server/platform/deliveries/queries.ts';
import { startOfDay } from '#lib/server/platform/start-of-day.ts';
import { regionDay } from '#lib/site.ts';

import * as queries from './stopped-queries.ts';

/** If more are rejected in a day, the addresses are hardly the cause. */
const MAX_STOPS_A_DAY = 5;

type Changes = Partial<Omit<DeliverySettingsTable, 'member_id'>>;

/**
 * Decides about an address that rejected an email.
 * @returns the change; null when it waits, since enough addresses were stopped today
 */
async function decide(
  tx: Executor,
  own: Pick<DeliverySettingsTable, 'bounced_email' | 'bounced_on'>,
  address: string,
  now: number,
): Promise<Changes | null> {
  const day = regionDay(now);
  const since = own.bounced_email === address ? own.bounced_on : null;
  if (since === null) return { bounced_email: address, bounced_on: day, bounced_again_on: null };
  if (since >= day) return { bounced_email: address };
  if (!(await raiseCount(tx, 'daily_stops', day, MAX_STOPS_A_DAY))) return null;
  return {
    rejected_email: address,
    stopped_at: now,
    bounced_email: null,
    bounced_on: null,
    bounced_again_on: null,
  };
}

/**
 * Records that a member's address rejected an email. On the second day with a rejection, the address is stopped and
 * the member is notified, unless enough addresses were stopped on that day.
 * @returns whether to give the email up; otherwise it waits, as the error may be ours
 */
export const noteBounce = (
  services: Services,
  memberId: string,
  address: string,
): Promise<boolean> =>
  transact(services, { invalidates: [] }, async (tx) => {
    await lockRows(tx, 'members', [memberId]);
    const [own] = await listSettings(tx, [memberId]);
    if (!own || own.rejected_email === address) return true;
    const now = services.now();
    const changes = await decide(tx, own, address, now);
    await changeSettings(tx, memberId, changes ?? { bounced_again_on: regionDay(now) });
    if (!changes) services.log.warn({ event: 'address_not_stopped', member: memberId });
    if (changes?.rejected_email) {
      services.log.warn({ event: 'address_stopped', member: memberId });
      await services.notify(tx, { event: 'email_rejected', memberId });
    }
    return changes !== null;
  });

/** Counts the stopped addresses, and since when they are stopped. */
export async function findStopped(db: Executor): Promise<StoppedAddresses> {
  const rows = await queries.listStopTimes(db);
  const days = Map.groupBy(rows, ({ stopped_at }) => regionDay(stopped_at));
  let count = 0;
  const waves = [...days].map(([since, { length }]) => ({ since, addresses: (count += length) }));
  return { addresses: count, waves, waiting: await queries.countWaiting(db) };
}

/** Resumes emails to addresses stopped since a day. @param actorId null for an operator's command @returns how many */
async function resume(tx: Executor, since: string, actorId: string | null): Promise<number> {
  const { length: addresses } = await queries.resumeSince(tx, startOfDay(since));
  const target = { targetType: 'address', targetId: null } as const;
  const details = { since, addresses };
  if (addresses > 0) await recordAct(tx, { actorId, act: 'addresses.resumed', ...target, details });
  return addresses;
}

/**
 * Resumes emails to addresses stopped since a day; repeating changes nothing.
 * @param since YYYY-MM-DD
 * @returns how many were stopped
 */
export async function resumeAddresses(ctx: Ctx, since: string): Promise<number> {
  const { id } = authorizeAct(ctx, 'addresses.resumed');
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'addresses.resumed');
    return resume(tx, since, id);
  });
}

/** The same for an operator. */
export const resumeAsOperator = (services: Services, since: string): Promise<number> =>
  transact(services, { invalidates: [] }, (tx) => resume(tx, since, null));
