// Which part of a day a machine is booked for: half of it, or all of it where it makes one trip a day
// (docs/decisions/0092-machines.md).
import { addDays, DAYS_A_WEEK } from '#lib/contract/days.ts';
import {
  type DayPart,
  HALVES,
  HUNDREDTHS,
  type Machine,
  type Slot,
} from '#lib/contract/exchange/machines.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type {
  Executor,
  HalfDayAppointment,
  HalfDayTable,
  MachineTable,
} from '#lib/server/platform/db/schema.ts';
import { regionClock, regionDay } from '#lib/site.ts';

import * as queries from './machine-queries.ts';

/** How much work a machine does in a day, as stored. */
type Work = Pick<MachineTable, 'unit' | 'a_day'>;

/** Whether bookings are for whole days, because the machine makes one trip a day. */
export const isWholeDay = ({ unit, a_day }: Work): boolean =>
  unit === 'trip' && a_day === HUNDREDTHS;

/** @returns the most work of one booking, in hundredths; whole trips only */
export const mostPerBooking = ({ unit, a_day }: Work): number =>
  unit === 'trip' ? Math.ceil(a_day / HUNDREDTHS / 2) * HUNDREDTHS : Math.ceil(a_day / 2);

/** A machine, with whether it is booked for whole days. */
type Booked = Pick<Machine, 'is_whole_day'>;

/** @returns the parts of days for which a machine can be booked in a week. @param week its Monday */
export const slotsOf = ({ is_whole_day }: Booked, week: string): Slot[] =>
  Array.from({ length: DAYS_A_WEEK }, (_, nth) => addDays(week, nth)).flatMap((day) =>
    (is_whole_day ? (['day'] as const) : HALVES).map((half) => ({ day, half })),
  );

/** @returns the part of a day to book for a request; null for a part that the machine does not have */
export function partFor({ is_whole_day }: Booked, wanted: DayPart): DayPart | null {
  if (is_whole_day) return 'day';
  return wanted === 'day' ? null : wanted;
}

/** @returns the stored form of a part of a day: a whole day needs one half, as no other booking can have the rest */
export const toStored = (part: DayPart): Pick<HalfDayAppointment, 'half' | 'whole_day'> =>
  part === 'day' ? { half: 'morning', whole_day: 1 } : { half: part, whole_day: 0 };

/** @returns the part of the day of a booking, or of what takes a half day */
export const partOf = ({
  half,
  whole_day,
}: Pick<HalfDayAppointment, 'half' | 'whole_day'>): DayPart => (whole_day === 1 ? 'day' : half);

/** @returns the part of its day that a booking takes */
export const slotOf = (row: Pick<HalfDayAppointment, 'day' | 'half' | 'whole_day'>): Slot => ({
  day: row.day,
  half: partOf(row),
});

/**
 * @param machine as it is now
 * @returns what must be free for a booking: the whole day if the machine makes one trip a day
 */
export const neededBy = (booking: HalfDayAppointment, machine: Work | undefined): Slot =>
  machine && isWholeDay(machine) ? { day: booking.day, half: 'day' } : slotOf(booking);

/** A part of a day when a machine is not free. */
export interface TakenSlot extends Slot {
  post_id: string;
  /** null when the owner marked it as away */
  appointment_id: string | null;
}

/** Lists the taken parts of days of machines. */
export async function listTaken(
  db: Executor,
  postIds: string[],
  days: queries.Days,
): Promise<TakenSlot[]> {
  const rows = await queries.listHalfDays(db, postIds, days);
  return rows.map(({ post_id, day, half, appointment_id, whole_day }) => ({
    post_id,
    day,
    half: partOf({ half, whole_day: whole_day ?? 0 }),
    appointment_id,
  }));
}

/** @returns the halves of a part of a day */
export const halvesOf = (part: DayPart): readonly HalfDayAppointment['half'][] =>
  part === 'day' ? HALVES : [part];

/** Whether two parts exclude each other. */
export const doOverlap = (a: Slot, b: Slot): boolean =>
  a.day === b.day && (a.half === b.half || a.half === 'day' || b.half === 'day');

const NOON = 12;

/**
 * @returns the first day on which each half can still be booked: a morning, like a whole day, until noon; an afternoon
 *   until the end of its day
 */
export function daysToCome({ now }: Pick<Services, 'now'>): Record<HalfDayTable['half'], string> {
  const at = now();
  const today = regionDay(at);
  const [hour] = regionClock(at);
  return { morning: hour >= NOON ? addDays(today, 1) : today, afternoon: today };
}

const isBefore = (first: ReturnType<typeof daysToCome>, { day, half }: Slot): boolean =>
  day < first[half === 'afternoon' ? half : 'morning'];

/** Whether a part of a day is too late to be booked. */
export const isOver = (services: Pick<Services, 'now'>, slot: Slot): boolean =>
  isBefore(daysToCome(services), slot);

/** @returns the parts of days of some weeks that can still be booked, in order. @param weeks their Mondays */
export function slotsToCome(
  services: Pick<Services, 'now'>,
  machine: Booked,
  weeks: string[],
): Slot[] {
  const first = daysToCome(services);
  return weeks.flatMap((week) => slotsOf(machine, week)).filter((slot) => !isBefore(first, slot));
}
