// Requests for half days of machines.
import { addDays } from '#lib/contract/days.ts';
import type { Appointment, HalfDayInput } from '#lib/contract/exchange/appointments.ts';
import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { isActive } from '#lib/contract/exchange/listings/listing-states.ts';
import { HUNDREDTHS } from '#lib/contract/exchange/machines.ts';
import { getAppointment } from '#lib/server/exchange/appointments/appointment.ts';
import { LIMITS } from '#lib/server/exchange/appointments/lock-appointment.ts';
import { notifyOther } from '#lib/server/exchange/appointments/notify.ts';
import { findOpenHalfDay } from '#lib/server/exchange/appointments/own-queries.ts';
import { insertAppointment, AS_REQUESTED } from '#lib/server/exchange/appointments/queries.ts';
import { findTaken } from '#lib/server/exchange/appointments/subjects/half-day.ts';
import { findService } from '#lib/server/exchange/stock/machine-queries.ts';
import { isReady, kmBetween, machineWeeks, toMachine } from '#lib/server/exchange/stock/machine.ts';
import { isOver, partFor, toStored } from '#lib/server/exchange/stock/parts-of-days.ts';
import { getAuthorId, inPostTransaction } from '#lib/server/forum/posts/post-transaction.ts';
import { requirePhone } from '#lib/server/people/profile/contact-phone.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor, HalfDayAppointment } from '#lib/server/platform/db/schema.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { actingIdOf, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

/** The columns that a half day does not use. */
const NO_AMOUNT = {
  ...AS_REQUESTED,
  subject: 'half_day',
  kind: 'service',
  material: null,
  amount: null,
  requester_town: null,
  vehicle: null,
} as const;

function checkInput(ctx: Ctx, input: HalfDayInput): void {
  if (input.day > addDays(machineWeeks(ctx).until, 6)) throw fieldError('day', 'half_day_too_late');
  if (!isTown(input.town)) throw fieldError('town', 'town_invalid');
}

/**
 * Finds the requested machine, and checks that it can do the work.
 * @returns the machine, and the part of the day as stored
 */
async function findWanted(
  ctx: Ctx,
  tx: Executor,
  { post_id, town, amount, ...wanted }: HalfDayInput,
) {
  const row = await findService(tx, requireViewer(ctx).id, post_id);
  const machine = row && toMachine(ctx, row);
  if (!machine) throw notFound('machine');
  if (!isActive(row.status) || row.until < regionDay(ctx.now()))
    throw new AppError('listing_not_open');
  const km = kmBetween(machine.town, town);
  if (km === null || km > machine.reach_km)
    throw fieldError('town', 'out_of_reach', {
      value: townName(machine.town) ?? '',
      maximum: machine.reach_km,
    });
  if (amount > machine.a_half_day)
    throw fieldError('amount', 'more_than_half_day', { maximum: machine.a_half_day });
  if (machine.unit === 'trip' && !Number.isInteger(amount))
    throw fieldError('amount', 'work_out_of_range');
  const half = partFor(machine, wanted.half);
  if (half === null) throw fieldError('half', 'half_invalid');
  const slot = { day: wanted.day, half };
  if (isOver(ctx, slot)) throw fieldError('day', 'half_day_over');
  const taken = await findTaken(tx, post_id, slot);
  const isAway =
    taken.some(({ appointment_id }) => appointment_id === null) || !isReady(row, slot.day);
  if (isAway) throw fieldError('day', 'half_day_away');
  const { unit, price_centavos } = machine;
  return { post_id, machine: machine.machine, unit, price_centavos, ...toStored(half) };
}

/** Stores the viewer's request for a half day of another member's machine. */
async function insertRequest(
  ctx: Ctx,
  tx: Executor,
  input: HalfDayInput,
  ids: Pick<HalfDayAppointment, 'id' | 'owner_id'>,
): Promise<void> {
  const { id: requester_id } = requireViewer(ctx);
  if (ids.owner_id === requester_id) throw new AppError('own_machine');
  // Checked first: a repeated request must find its first one, whatever has changed since.
  const own = { ...input, ...toStored(input.half) };
  if (await findOpenHalfDay(tx, requester_id, own)) throw new AppError('booking_exists');
  const wanted = await findWanted(ctx, tx, input);
  await requirePhone(ctx, tx);
  const at = ctx.now();
  const appointment: HalfDayAppointment = {
    ...NO_AMOUNT,
    ...wanted,
    ...ids,
    requester_id,
    work: Math.round(input.amount * HUNDREDTHS),
    town: input.town,
    note: input.note || null,
    day: input.day,
    status: 'requested',
    created_at: at,
    updated_at: at,
  };
  await insertAppointment(tx, appointment);
  await notifyOther(ctx, tx, appointment, 'requested');
}

/**
 * Requests a half day of a machine from its owner. Several members may request the same one: the owner chooses, and
 * the others are notified when it is free again.
 */
export async function askForHalfDay(ctx: Ctx, input: HalfDayInput): Promise<Appointment> {
  checkInput(ctx, input);
  await ctx.limits.consume(LIMITS.askForHalfDay, actingIdOf(ctx));
  const id = newId();
  // Also locks the owner, so that the machine is not removed in between.
  const alsoLocks = await getAuthorId(ctx, ctx.db, input.post_id);
  try {
    const options = { invalidates: [], alsoLocks };
    await inPostTransaction(ctx, input.post_id, options, (tx, owner_id) =>
      insertRequest(ctx, tx, input, { id, owner_id }),
    );
  } catch (error) {
    throw isUniqueViolation(error, 'appointments_half_day_idx')
      ? new AppError('booking_exists')
      : error;
  }
  return getAppointment(ctx, id);
}

/** @returns the id of the viewer's open booking of a half day; null without one */
export const findOpenHalfDayOf = (ctx: Ctx, slot: Pick<HalfDayInput, 'post_id' | 'day' | 'half'>) =>
  findOpenHalfDay(ctx.db, requireViewer(ctx).id, { ...slot, ...toStored(slot.half) });
