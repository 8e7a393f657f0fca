import { amountText, materialName, townName } from '#lib/contract/exchange/listing-choices.ts';
import type { Listing } from '#lib/contract/exchange/listings.ts';
import { isMaterial } from '#lib/contract/exchange/materials.ts';
import { findTown } from '#lib/server/platform/towns/towns.ts';

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

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns `Sat 28 Nov` */
export const formatDay = (day: string): string => DAY.format(new Date(day)).replace(',', '');

function amountOf({ kind, amount, amount_left: left, unit }: Facts): string | null {
  if (amount === null || left === null || unit === null) return null;
  if (left === amount) return amountText(amount, unit);
  return `${COUNT.format(left)} of ${amountText(amount, unit)} ${kind === 'need' ? 'still needed' : 'left'}`;
}

function termsOf({ terms, price_centavos, unit }: Facts): string | null {
  if (terms === 'price' && price_centavos !== null)
    return `${PESOS.format(price_centavos / CENTAVOS)} a ${unit}`;
  return terms === 'trade' ? 'for trade' : terms;
}

const KINDS = { offer: 'Offered', need: 'Needed', service: 'Service' };
const STATUSES = {
  open: null,
  promised: 'Promised',
  gone: 'All gone',
  withdrawn: 'Withdrawn',
  expired: 'Over',
};

const materialOf = ({ material }: Facts): string =>
  isMaterial(material) ? materialName(material) : capitalize(material);

/**
 * @returns the facts of a listing, a short text each: `Offered`, `Rice straw`, `120 bundles`, `dry`, `free`, `Guimba`,
 *   `until Sat 28 Nov`. The first is what it is now: `All gone`
 */
export const listingFacts = (listing: Facts): string[] =>
  [
    STATUSES[listing.status] ?? KINDS[listing.kind],
    materialOf(listing),
    amountOf(listing),
    listing.condition,
    termsOf(listing),
    townName(listing.town) ?? null,
    listing.ready_on && `ready ${formatDay(listing.ready_on)}`,
    `until ${formatDay(listing.until)}`,
  ].filter((fact) => fact !== null);

/** @returns the same in full, each with its label */
export function listingDetails(listing: Facts): [label: string, text: string][] {
  const town = findTown(listing.town);
  const details: [label: string, text: string | null | undefined][] = [
    ['Material', materialOf(listing)],
    ['Amount', amountOf(listing)],
    ['Town', town && `${town.name}, ${town.province}`],
    ['Ready', listing.ready_on && formatDay(listing.ready_on)],
    ['Until', formatDay(listing.until)],
    ['Terms', termsOf(listing)],
    ['Condition', listing.condition],
    ['Road', listing.truck_access ? 'a truck reaches it' : null],
    ['Loading', listing.loading_help ? 'help with loading' : null],
  ];
  return details.flatMap(([label, text]) => (text ? [[label, capitalize(text)]] : []));
}
