// What machines and bookings are called, in short texts for people. Without Zod.
import { formatOf } from '#lib/messages/formats.ts';
import { t } from '#lib/messages/t.ts';

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

/** @returns `5 half days free`; of a machine that is booked by whole days `3 days free` */
export const freeText = (free: number, isWholeDay: boolean): string =>
  isWholeDay ? t('machine.free_days', { count: free }) : t('machine.free_count', { count: free });

/** @returns `1.5 ha`, `1 trip`, `3 trips` */
export const workText = (count: number, unit: string): string =>
  t('machine.work', { unit, count, amount: countFormat().format(count) });

/** @returns `₱1,500 a hectare`; that it is agreed on, where there is no price */
export const workPriceText = (centavos: number | null, unit: string): string =>
  centavos === null
    ? t('machine.price_open')
    : t('machine.price', { unit, price: PESOS.format(centavos / CENTAVOS) });
