import type { Listing } from '#lib/contract/listings.ts';
import { materialLabel } from '#lib/contract/material-names.ts';
import { isMaterial } from '#lib/contract/materials.ts';
import { findTown } from '#lib/server/towns/towns.ts';

type Facts = Omit<Listing, 'facts'>;

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const PESOS = new Intl.NumberFormat('en-PH', {
  style: 'currency',
  currency: 'PHP',
  trailingZeroDisplay: 'stripIfInteger',
});
const COUNT = new Intl.NumberFormat('en-PH');

const CENTAVOS = 100;

/** `Sat 28 Nov` */
const formatDay = (day: string): string => DAY.format(new Date(day)).replace(',', '');

const units = (count: number, unit: string): string =>
  `${COUNT.format(count)} ${unit === 'kg' || count === 1 ? unit : `${unit}s`}`;

function amountOf({ amount, amount_left: left, unit }: Facts): string | null {
  if (amount === null || left === null || unit === null) return null;
  return left < amount ? `${COUNT.format(left)} of ${units(amount, unit)} left` : units(amount, unit);
}

function termsOf({ terms, price_centavos, unit }: Facts): string | null {
  if (terms === 'price' && price_centavos !== null)
    return `${PESOS.format(price_centavos / CENTAVOS)} a ${unit}`;
  return terms === 'trade' ? 'for trade' : terms;
}

/** @returns the name of a material, first letter upper-case */
export function materialName(key: string): string {
  const label = isMaterial(key) ? materialLabel(key) : key;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** @returns what a listing says, a short text each: `120 bundles`, `dry`, `free`, `Guimba`, `until Sat 28 Nov` */
export const listingFacts = (listing: Facts): string[] =>
  [
    materialName(listing.material),
    amountOf(listing),
    listing.condition,
    termsOf(listing),
    findTown(listing.town)?.name ?? null,
    listing.ready_on && `ready ${formatDay(listing.ready_on)}`,
    `until ${formatDay(listing.until)}`,
  ].filter((fact) => fact !== null);
