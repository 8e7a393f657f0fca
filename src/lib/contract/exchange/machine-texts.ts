// Short texts about machines and bookings. Without Zod.
import { addDays, DAYS_A_WEEK } from '#lib/contract/days.ts';
import { formatWeekday, shortWeekday } from '#lib/messages/format-weekday.ts';
import { formatOf } from '#lib/messages/formats.ts';
import { t } from '#lib/messages/t.ts';

import type { Machine, Slot } from './machines.ts';

const PESOS = new Intl.NumberFormat('en-PH', {
  style: 'currency',
  currency: 'PHP',
  trailingZeroDisplay: 'stripIfInteger',
});
const countFormat = formatOf('en-PH', (locales) => new Intl.NumberFormat(locales));
const CENTAVOS = 100;

/** @returns `Baler` */
export const machineName = (machine: string): string => t('machine.name', { machine });

/** @returns `morning`, `whole day` */
export const halfText = (half: string): string => t('machine.half', { half });

/** @returns `5 half days free`, or `3 days free` for a machine that is booked by whole days */
export const freeText = (free: number, isWholeDay: boolean): string =>
  isWholeDay ? t('machine.free_days', { count: free }) : t('machine.free_count', { count: free });

/**
 * @param slot the part of a day in which a machine is free next; null without one
 * @param today in the site's region
 * @returns `Next free: Thu morning`; with the date when it is a week away
 */
export function nextFreeText(slot: Slot | null, today: string): string {
  if (slot === null) return t('machine.next_free_none');
  const { day, half } = slot;
  const when = day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : 'later';
  const name = day < addDays(today, DAYS_A_WEEK) ? shortWeekday(day) : formatWeekday(day);
  return t('machine.next_free', { when: t('machine.next_free_when', { when, half, day: name }) });
}

/** @returns `1.5 ha`, `1 trip`, `3 trips` */
export const workText = (count: number, unit: string): string =>
  t('machine.work', { unit, count, amount: countFormat().format(count) });

/** @returns `Baler, 4 ha a day` */
export const workOf = ({ machine, a_day, unit }: Pick<Machine, 'machine' | 'a_day' | 'unit'>) =>
  t('machine.does', { machine: machineName(machine), work: workText(a_day, unit) });

/** @returns `₱1,500 a hectare`, or a text that the price is negotiable */
export const workPriceText = (centavos: number | null, unit: string): string =>
  centavos === null
    ? t('machine.price_open')
    : t('machine.price', { unit, price: PESOS.format(centavos / CENTAVOS) });
