import type { Listing, ListingInput } from '#lib/contract/exchange/listings/listings.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';

/** A listing as it is typed; empty fields are not stated. */
export interface ListingDraft extends Omit<ListingInput, 'amount' | 'price_centavos'> {
  amount: string;
  /** the amount is unknown: it is all that there is */
  isAll?: boolean | undefined;
  /** in pesos */
  price: string;
}

const CENTAVOS = 100;

/** Whether a member has stated anything; the prefilled town does not count. */
export const isListingStarted = ({ material, amount, price }: ListingDraft): boolean =>
  Boolean(material || amount || price);

/** What is not a number is sent as it was typed: JSON has no NaN, and the server shows the error at its field. */
export const typedNumber = (text: string): number | string | null => {
  const number = readNumber(text);
  return Number.isNaN(number) ? text : number;
};

/** @returns the listing to send; the server checks it */
export function toListingInput({ amount, price, ...stated }: ListingDraft) {
  const pesos = stated.terms === 'price' ? typedNumber(price) : null;
  return {
    ...stated,
    // Only the form asks for it.
    isAll: undefined,
    amount: typedNumber(amount),
    price_centavos: typeof pesos === 'number' ? Math.round(pesos * CENTAVOS) : pesos,
  };
}

/** @returns a listing as its owner would have typed it */
export const toListingDraft = (listing: Listing): ListingDraft => ({
  kind: listing.kind,
  material: listing.material,
  amount: String(listing.amount ?? ''),
  isAll: listing.amount === null,
  unit: listing.unit,
  condition: listing.condition,
  terms: listing.terms,
  price: listing.price_centavos === null ? '' : String(listing.price_centavos / CENTAVOS),
  town: listing.town,
  barangay: listing.barangay,
  ready_on: listing.ready_on,
  until: listing.until,
  truck_access: listing.truck_access,
  loading_help: listing.loading_help,
  repeat: listing.repeat,
});

/** @returns the value of a post form's `listing` field, or null when the post has no listing */
export const listingField = (listing: ListingDraft | undefined): string | null =>
  listing && isListingStarted(listing) ? JSON.stringify(toListingInput(listing)) : null;
