import { type ListingDraft, typedNumber } from '#lib/client/drafts/listing-draft.ts';
import { isBlank } from '#lib/contract/characters.ts';
import { addDays } from '#lib/contract/days.ts';
import { LISTING_DAYS } from '#lib/contract/exchange/listing-states.ts';
import { MAX_AMOUNT, MAX_PESOS } from '#lib/contract/exchange/listings.ts';
import { MAX_ALT, MAX_ATTACHMENTS, POST_MAX, type PostInput } from '#lib/contract/forum/posts.ts';

const LEAST_PRICE = 0.01;

const isBetween = (number: number | string | null, least: number, most: number): boolean =>
  typeof number === 'number' && number >= least && number <= most;

/** @returns what an amount still needs */
function describeAmount({ amount, unit, terms }: ListingDraft): string | null {
  const count = typedNumber(amount);
  if (count !== null && !(Number.isInteger(count) && isBetween(count, 1, MAX_AMOUNT)))
    return 'Check the amount';
  const needsUnit = count !== null || terms === 'price';
  return needsUnit && unit === null ? 'Choose a unit' : null;
}

/** @returns what a price still needs */
function describePrice({ terms, price }: ListingDraft): string | null {
  if (terms !== 'price') return null;
  const pesos = typedNumber(price);
  if (pesos === null) return 'Enter the price';
  return isBetween(pesos, LEAST_PRICE, MAX_PESOS) ? null : 'Check the price';
}

/** @returns what the days of a listing still need */
function describeDays({ until, ready_on }: ListingDraft, today: string): string | null {
  const last = until ?? addDays(today, LISTING_DAYS.default);
  if (last < today || last > addDays(today, LISTING_DAYS.max)) return 'Check the last day';
  return ready_on !== null && ready_on > last ? 'Check the day it is ready' : null;
}

/** @returns what a listing still needs, the first thing in the order of its fields; null when nothing is missing */
export function describeListing(listing: ListingDraft | undefined, today: string): string | null {
  if (!listing) return null;
  if (!listing.material) return 'Choose a material';
  return (
    describeAmount(listing) ??
    (listing.town ? null : 'Choose a town') ??
    describeDays(listing, today) ??
    describePrice(listing)
  );
}

/** @returns what title and description still need */
function describeWords({ title, description }: PostInput): string | null {
  const missing = [isBlank(title) && 'a title', isBlank(description) && 'a description'];
  const fields = missing.filter(Boolean).join(' and ');
  if (fields) return `Add ${fields}`;
  if (title.trim().length > POST_MAX.title) return 'Shorten the title';
  return description.trim().length > POST_MAX.description ? 'Shorten the description' : null;
}

const isAltTooLong = (alt: string): boolean => alt.length > MAX_ALT;

/** @returns which photos are too many */
function describeExcess(photos: number): string | null {
  const excess = photos - MAX_ATTACHMENTS;
  if (excess <= 0) return null;
  return `Remove ${excess === 1 ? '1 photo' : `${excess} photos`}`;
}

/** A post as it is written so far. */
interface Written extends PostInput {
  listing?: ListingDraft | undefined;
  /** the number of its photos */
  photos: number;
  /** what they show */
  alts: string[];
  /** in the site's region */
  today: string;
}

/**
 * Says what a post still needs, beside the button that sends it.
 * @param purpose e.g. `post`
 * @returns an empty text when nothing is missing
 */
export function describeMissing(
  { listing, photos, alts, today, ...words }: Written,
  purpose: 'post' | 'update',
): string {
  const missing =
    describeListing(listing, today) ??
    describeWords(words) ??
    describeExcess(photos) ??
    (alts.some(isAltTooLong) ? 'Shorten a photo description' : null);
  return missing ? `${missing} to ${purpose}.` : '';
}
