// A machine as everyone sees it, and the weeks in which it can be booked.
import {
  addDays,
  DAYS_A_WEEK,
  daysBetween,
  listMondays,
  mondayOf,
  sundayOf,
} from '#lib/contract/days.ts';
import { isActive } from '#lib/contract/exchange/listings/listing-states.ts';
import {
  HUNDREDTHS,
  type Machine,
  MACHINE_WEEKS,
  type Slot,
} from '#lib/contract/exchange/machines.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import { distanceKm, findTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import type { Days, ServiceRow } from './machine-queries.ts';
import { doOverlap, isWholeDay, mostPerBooking } from './parts-of-days.ts';

/** @returns the weeks that can be booked: the first and the last Monday */
export function machineWeeks({ now }: Pick<Services, 'now'>): Days {
  const from = mondayOf(regionDay(now()));
  return { from, until: addDays(from, (MACHINE_WEEKS - 1) * DAYS_A_WEEK) };
}

const SATURDAY = 5;

/** @returns the week that is shown first: on Saturday and Sunday, when hardly anything is left, the next one */
export function firstWeek({ now }: Pick<Services, 'now'>): string {
  const today = regionDay(now());
  const monday = mondayOf(today);
  return daysBetween(monday, today) < SATURDAY ? monday : addDays(monday, DAYS_A_WEEK);
}

/** @returns the Mondays of all weeks that can be booked */
export const bookableWeeks = (services: Pick<Services, 'now'>): string[] =>
  listMondays(machineWeeks(services).from, MACHINE_WEEKS);

/** @returns the first and the last day of weeks. @param weeks their Mondays, earliest first */
export const daysOf = (weeks: string[]): Days => ({
  from: weeks[0] ?? '',
  until: sundayOf(weeks.at(-1) ?? ''),
});

/** Whether a day is the Monday of a week that can be booked. */
export function isWeek(services: Pick<Services, 'now'>, week: string): boolean {
  const { from, until } = machineWeeks(services);
  return week === mondayOf(week) && week >= from && week <= until;
}

export function checkWeek(services: Pick<Services, 'now'>, week: string): void {
  if (!isWeek(services, week)) throw fieldError('week', 'week_invalid');
}

/** @returns null for a service without a machine */
export function toMachine(ctx: Ctx, row: ServiceRow): Machine | null {
  const { post_id, title, machine, unit, a_day, reach_km, price_centavos, town } = row;
  if (machine === null || unit === null || a_day === null || reach_km === null) return null;
  return {
    post_id,
    title,
    machine,
    unit,
    a_day: a_day / HUNDREDTHS,
    a_half_day: mostPerBooking({ unit, a_day }) / HUNDREDTHS,
    is_whole_day: isWholeDay({ unit, a_day }),
    reach_km,
    price_centavos,
    town,
    account: ctx.viewer && toAccount(row),
  };
}

/** @returns the distance of two towns, in whole km; null where one is not known */
export function kmBetween(a: string, b: string): number | null {
  const [from, to] = [findTown(a), findTown(b)];
  return from && to ? Math.round(distanceKm(from, to)) : null;
}

/** Whether the listing makes the machine available on a day. */
export const isReady = (
  { status, ready_on }: Pick<ServiceRow, 'status' | 'ready_on'>,
  day: string,
): boolean => isActive(status) && (ready_on ?? '') <= day;

/**
 * @param toCome the parts of days that can still be booked, in order
 * @param taken of the machine
 * @returns those in which the machine is free; the first is when it is free next
 */
export const freeSlots = (row: ServiceRow, toCome: Slot[], taken: Slot[]): Slot[] =>
  toCome.filter((slot) => isReady(row, slot.day) && !taken.some((each) => doOverlap(each, slot)));
