// Appointments for a half or whole day of a machine (docs/decisions/0092-machines.md).
import type { Slot } from '#lib/contract/exchange/machines.ts';
import { notifyOf } from '#lib/server/exchange/appointments/notify.ts';
import { listRequested } from '#lib/server/exchange/appointments/queries.ts';
import {
  findMachine,
  freeHalfDay,
  insertHalfDays,
} from '#lib/server/exchange/stock/machine-queries.ts';
import {
  doOverlap,
  isOver,
  listTaken,
  neededBy,
} from '#lib/server/exchange/stock/parts-of-days.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor, HalfDayAppointment } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';
import { AppError } from '#lib/server/platform/errors.ts';

import type { Subject } from './subject.ts';

/** Lists what occupies a part of a machine's day. */
export const findTaken = async (tx: Executor, postId: string, slot: Slot) =>
  (await listTaken(tx, [postId], { from: slot.day, until: slot.day })).filter((each) =>
    doOverlap(each, slot),
  );

/**
 * Notifies members whose requests need this half day, or a part of it, that it is taken; or that it is free, as soon
 * as everything that they need is free.
 */
async function notifyWaiting(
  services: Services & Partial<Ctx>,
  tx: Executor,
  appointment: HalfDayAppointment,
  news: 'freed' | 'taken',
): Promise<void> {
  const { id, post_id, day } = appointment;
  if (post_id === null) return;
  const machine = await findMachine(tx, post_id);
  const slot = neededBy(appointment, machine);
  const days = { from: day, until: day };
  // When the machine makes fewer trips than before, two bookings may each occupy a part of what one request needs.
  const taken = news === 'freed' ? await listTaken(tx, [post_id], days) : [];
  for (const other of await listRequested(tx, post_id, days)) {
    const needed = neededBy(other, machine);
    const isTaken = taken.some((each) => doOverlap(each, needed));
    const isWaiting = other.id !== id && doOverlap(needed, slot) && !isOver(services, needed);
    if (isWaiting && !isTaken)
      await notifyOf(services, tx, other, { to: other.requester_id, news });
  }
}

/** How an appointment takes a half or whole day of a machine, and gives it back. */
export const HALF_DAY_SUBJECT: Subject<HalfDayAppointment> = {
  // When two bookings end at once, the second sees that the first is gone.
  async lock(tx, { post_id }) {
    if (post_id !== null) await lockRows(tx, 'machines', [post_id]);
    return null;
  },

  async check(tx, { appointment: { post_id } }) {
    if (post_id === null || !(await findMachine(tx, post_id))) throw new AppError('booking_ended');
  },

  async take(_, tx, { appointment }) {
    const { id, post_id, day, half } = appointment;
    if (post_id === null) throw new AppError('booking_ended');
    const needed = neededBy(appointment, await findMachine(tx, post_id));
    if ((await findTaken(tx, post_id, needed)).length > 0) throw new AppError('half_day_taken');
    // The lock on the machine, and a unique key, prevent a double booking.
    await insertHalfDays(tx, [{ post_id, day, half, appointment_id: id }]);
    return {};
  },

  afterTaking: (ctx, tx, { appointment }) => notifyWaiting(ctx, tx, appointment, 'taken'),

  async giveBack(services, tx, { appointment }) {
    if (await freeHalfDay(tx, appointment.id))
      await notifyWaiting(services, tx, appointment, 'freed');
  },
};
