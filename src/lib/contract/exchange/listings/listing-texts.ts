// The facts of a listing as short texts for people. Without Zod: pages load this.
import { daysBetween } from '#lib/contract/days.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { type Repeat, weekdayName } from '#lib/contract/exchange/rounds.ts';
import { t } from '#lib/messages/t.ts';

import { amountText, materialName } from './listing-choices.ts';
import type { Listing } from './listings.ts';

const PESOS = new Intl.NumberFormat('en-PH', {
  style: 'currency',
  currency: 'PHP',
  trailingZeroDisplay: 'stripIfInteger',
});
const COUNT = new Intl.NumberFormat('en-PH');
const CENTAVOS = 100;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns `Rice straw` */
export const materialOf = ({ material }: Pick<Listing, 'material'>): string =>
  isMaterial(material) ? materialName(material) : capitalize(material);

/** @returns `every Tuesday` */
export const repeatText = ({ weeks, weekday }: Repeat): string =>
  t('listing.every', { weeks: String(weeks), weekday: weekdayName(weekday) });

type Amount = Pick<Listing, 'kind' | 'amount' | 'amount_left' | 'unit' | 'repeat'>;

/**
 * @returns `120 bundles`, also when none is left (its status shows that); `80 of 120 bundles left`; `every Tuesday, 3
 *   truckloads`; null when no amount is stated
 */
export function amountOf({ kind, amount, amount_left: left, unit, repeat }: Amount): string | null {
  if (amount === null || left === null || unit === null) return null;
  if (repeat) return `${repeatText(repeat)}, ${amountText(amount, unit)}`;
  if (left === amount || left === 0) return amountText(amount, unit);
  const all = amountText(amount, unit);
  return t('listing.left', { left: COUNT.format(left), amount: all, kind });
}

/** @returns `dry`; null when not stated */
export const conditionOf = ({ condition }: Pick<Listing, 'condition'>): string | null =>
  condition && t('listing.condition', { condition });

/** @returns `free`, `₱35 a bale`, `for trade`; null when not stated */
export function termsOf({
  terms,
  price_centavos,
  unit,
}: Pick<Listing, 'terms' | 'price_centavos' | 'unit'>): string | null {
  if (terms === 'price' && price_centavos !== null)
    return t('listing.price', { price: PESOS.format(price_centavos / CENTAVOS), unit: unit ?? '' });
  return terms && t('listing.terms', { terms });
}

/** The time until a listing ends. */
export interface TimeLeft {
  /** `6 days left` */
  text: string;
  /** the remaining share of its days, in percent */
  share: number;
  /** whether it ends within three days */
  isShort: boolean;
}

const SHORT_DAYS = 3;

/**
 * @param first the day on which it was listed, YYYY-MM-DD
 * @param today YYYY-MM-DD
 */
export function timeLeft(
  { until }: Pick<Listing, 'until'>,
  first: string,
  today: string,
): TimeLeft {
  const days = Math.max(daysBetween(today, until), 0);
  // The first and the last day both count.
  const share = ((days + 1) / (Math.max(daysBetween(first, until), days) + 1)) * 100;
  const text = days === 0 ? t('listing.last_day') : t('listing.days_left', { days });
  return { text, share: Math.round(share), isShort: days < SHORT_DAYS };
}
