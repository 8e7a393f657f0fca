// Short texts about machines and bookings. Without Zod.
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

/** @returns `5 half days free`, or `3 days free` for a machine that is booked by whole days */
export const freeText = (free: number, isWholeDay: boolean): string =>
  isWholeDay ? t('machine.free_days', { count: free }) : t('machine.free_count', { count: free });

/** @returns `1.5 ha`, `1 trip`, `3 trips` */
export const workText = (count: number, unit: string): string =>
  t('machine.work', { unit, count, amount: countFormat().format(count) });

/** @returns `₱1,500 a hectare`, or a text that the price is negotiable */
export const workPriceText = (centavos: number | null, unit: string): string =>
  centavos === null
    ? t('machine.price_open')
    : t('machine.price', { unit, price: PESOS.format(centavos / CENTAVOS) });
