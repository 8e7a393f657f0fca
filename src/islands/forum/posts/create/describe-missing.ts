import { type ListingDraft, typedNumber } from '#lib/client/drafts/listing-draft.ts';
import { isBlank } from '#lib/contract/characters.ts';
import { addDays } from '#lib/contract/days.ts';
import { lastDaysOf } from '#lib/contract/exchange/listings/listing-states.ts';
import { MAX_AMOUNT, MAX_PESOS } from '#lib/contract/exchange/listings/listings.ts';
import { MAX_ALT, MAX_ATTACHMENTS, POST_MAX, type PostInput } from '#lib/contract/forum/posts.ts';
import { t } from '#lib/messages/t.ts';

type Purpose = 'post' | 'update';

/** What a post still needs, as an argument of `compose.missing`. */
type Missing =
  | 'material'
  | 'amount'
  | 'amount_or_all'
  | 'unit'
  | 'town'
  | 'last_day'
  | 'ready_day'
  | 'terms'
  | 'price'
  | 'wrong_price'
  | 'words'
  | 'title'
  | 'description'
  | 'long_title'
  | 'long_description'
  | 'photos'
  | 'long_alt';

const LEAST_PRICE = 0.01;

const isBetween = (number: number | string | null, least: number, most: number): boolean =>
  typeof number === 'number' && number >= least && number <= most;

function missingAmount({ kind, amount, isAll, unit, terms, repeat }: ListingDraft): Missing | null {
  const count = typedNumber(amount);
  if (count === null && repeat) return 'amount';
  // Without an amount, a listing promises all of it to the first who asks: its owner must have meant that.
  if (count === null && kind !== 'service' && !isAll) return 'amount_or_all';
  if (count !== null && !(Number.isInteger(count) && isBetween(count, 1, MAX_AMOUNT)))
    return 'amount';
  const needsUnit = count !== null || terms === 'price';
  return needsUnit && unit === null ? 'unit' : null;
}

function missingTerms({ kind, terms, price }: ListingDraft, purpose: Purpose): Missing | null {
  // Stored listings may have none.
  if (terms === null && kind === 'offer' && purpose === 'post') return 'terms';
  if (terms !== 'price') return null;
  const pesos = typedNumber(price);
  if (pesos === null) return 'price';
  return isBetween(pesos, LEAST_PRICE, MAX_PESOS) ? null : 'wrong_price';
}

function missingDays({ until, ready_on, repeat }: ListingDraft, today: string): Missing | null {
  const days = lastDaysOf({ repeat });
  const last = until ?? addDays(today, days.default);
  if (last < today || last > addDays(today, days.max)) return 'last_day';
  return ready_on !== null && ready_on > last ? 'ready_day' : null;
}

/** The first thing a listing still needs, in the order of its fields; null when nothing is missing. */
export function missingInListing(
  listing: ListingDraft | undefined,
  today: string,
  purpose: Purpose,
): Missing | null {
  if (!listing) return null;
  if (!listing.material) return 'material';
  return (
    missingAmount(listing) ??
    missingTerms(listing, purpose) ??
    (listing.town ? null : 'town') ??
    missingDays(listing, today)
  );
}

/** The fields of a post where what is missing is shown. */
const FIELD_OF: Partial<Record<Missing, string>> = {
  material: 'listing.material',
  amount: 'listing.amount',
  amount_or_all: 'listing.amount',
  unit: 'listing.unit',
  terms: 'listing.terms',
  price: 'listing.price_centavos',
  wrong_price: 'listing.price_centavos',
  town: 'listing.town',
  last_day: 'listing.until',
  ready_day: 'listing.ready_on',
};

/** Marks the first field of a new listing that is missing or wrong. @returns messages by field */
export function markMissing(
  listing: ListingDraft | undefined,
  today: string,
): Record<string, string> {
  const what = missingInListing(listing, today, 'post');
  const field = what && FIELD_OF[what];
  return field ? { [field]: t('compose.missing', { what, excess: 0, purpose: 'post' }) } : {};
}

/** By how many characters title and description exceed their limits. */
const excessOf = ({ title, description }: PostInput) => ({
  long_title: title.trim().length - POST_MAX.title,
  long_description: description.trim().length - POST_MAX.description,
});

function missingWords({ title, description }: PostInput): Missing | null {
  const excess = excessOf({ title, description });
  if (excess.long_title > 0) return 'long_title';
  if (excess.long_description > 0) return 'long_description';
  if (isBlank(title)) return isBlank(description) ? 'words' : 'title';
  return isBlank(description) ? 'description' : null;
}

const isAltTooLong = (alt: string): boolean => alt.length > MAX_ALT;

/** A post as written so far. */
interface Written extends PostInput {
  listing?: ListingDraft | undefined;
  /** the number of its photos */
  photos: number;
  /** descriptions of the photos */
  alts: string[];
  /** today in the site’s region */
  today: string;
}

/**
 * Says what a post still needs, beside its submit button.
 * @param purpose e.g. `post`
 * @returns an empty text when nothing is missing
 */
export function describeMissing(
  { listing, photos, alts, today, ...words }: Written,
  purpose: Purpose,
): string {
  const excess: Partial<Record<Missing, number>> = {
    ...excessOf(words),
    photos: photos - MAX_ATTACHMENTS,
  };
  const what =
    missingInListing(listing, today, purpose) ??
    missingWords(words) ??
    (photos > MAX_ATTACHMENTS ? 'photos' : null) ??
    (alts.some(isAltTooLong) ? 'long_alt' : null);
  return what ? t('compose.missing', { what, excess: excess[what] ?? 0, purpose }) : '';
}
