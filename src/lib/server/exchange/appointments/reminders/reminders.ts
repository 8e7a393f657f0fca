// Reminds the members of appointments. Safe on several servers at once, and when a server is killed: each reminder is
// claimed in its own transaction.
import { addDays } from '#lib/contract/days.ts';
import { notifyOf } from '#lib/server/exchange/appointments/notify.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor, StoredAppointment } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { regionClock, regionDay } from '#lib/site.ts';

import * as queries from './queries.ts';

const BATCH_SIZE = 100;
const HOUR_MS = 3_600_000;

interface Reminder {
  /** lists due reminders */
  list: (services: Services, limit: number) => Promise<{ id: string }[]>;
  /** @returns the appointment, unless another server was first */
  claim: (tx: Executor, id: string, services: Services) => Promise<StoredAppointment | undefined>;
  notify: (services: Services, tx: Executor, pickup: StoredAppointment) => Promise<void>;
}

/** @returns the number of appointments that this call sent reminders for */
async function remind(services: Services, { list, claim, notify }: Reminder): Promise<number> {
  let reminded = 0;
  for (;;) {
    const due = await list(services, BATCH_SIZE);
    for (const { id } of due)
      await transact(services, { invalidates: [] }, async (tx) => {
        const pickup = await claim(tx, id, services);
        if (!pickup) return;
        await notify(services, tx, pickup);
        reminded += 1;
      });
    if (due.length < BATCH_SIZE) return reminded;
  }
}

/**
 * Asks both members of tomorrow's appointments whether they still come, once.
 * @returns the number of appointments
 */
export const remindMembers = (services: Services): Promise<number> =>
  remind(services, {
    list: ({ db, now }, limit) => queries.listUnreminded(db, addDays(regionDay(now()), 1), limit),
    claim: (tx, id, { now }) => queries.claimReminder(tx, id, now()),
    async notify(_, tx, pickup) {
      for (const to of [pickup.owner_id, pickup.requester_id])
        await notifyOf(services, tx, pickup, { to, news: 'tomorrow' });
    },
  });

/** The hour of the region's day from which on members are reminded of tomorrow: before quiet hours. */
export const EVENING_HOUR = 16;

/** Runs from the afternoon on: members who have just agreed for tomorrow are not reminded at once. */
export async function remindInTheEvening(services: Services): Promise<void> {
  const [hour] = regionClock(services.now());
  if (hour >= EVENING_HOUR) await remindMembers(services);
}

/** When the owner is reminded of an unanswered request; the second time, the requester is notified, too. */
const CHASES_MS = [24 * HOUR_MS, 72 * HOUR_MS];

async function chase(
  services: Services,
  tx: Executor,
  pickup: StoredAppointment,
  isLast: boolean,
): Promise<void> {
  const { owner_id, requester_id } = pickup;
  await notifyOf(services, tx, pickup, { to: owner_id, news: 'waiting', by: requester_id });
  if (isLast)
    await notifyOf(services, tx, pickup, { to: requester_id, news: 'unheard', by: owner_id });
}

/** Sends reminders about waiting requests. */
export async function chaseRequests(services: Services): Promise<void> {
  for (const [chases, after] of CHASES_MS.entries())
    await remind(services, {
      list: ({ db, now }, limit) =>
        queries.listUnchased(db, { chases, before: now() - after }, limit),
      claim: (tx, id) => queries.claimChase(tx, id, chases),
      notify: (_, tx, pickup) => chase(services, tx, pickup, chases === CHASES_MS.length - 1),
    });
}

/** Asks the members of past pickups for the outcome, once, unless they have reported it. */
export async function askForOutcomes(services: Services): Promise<void> {
  await remind(services, {
    list: ({ db, now }, limit) => queries.listUnreported(db, regionDay(now()), limit),
    claim: (tx, id, { now }) => queries.claimOutcomeReminder(tx, id, now()),
    async notify(_, tx, pickup) {
      const { owner_id, owner_result, requester_id, requester_result } = pickup;
      const silent = [owner_result ? null : owner_id, requester_result ? null : requester_id];
      for (const to of silent) await notifyOf(services, tx, pickup, { to, news: 'past' });
    },
  });
}
