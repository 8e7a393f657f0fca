import type { ListingInput } from '#lib/contract/exchange/listings.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';

/** A listing that is being written, as it is typed; what is empty is not stated. */
export interface ListingDraft extends Omit<ListingInput, 'amount' | 'price_centavos'> {
  amount: string;
  /** pesos */
  price: string;
}

const CENTAVOS = 100;

/** Whether a member has stated something of it: opening its part of the form is not yet that. */
export const isListingStarted = ({ material, town, amount, price }: ListingDraft): boolean =>
  Boolean(material || town || amount || price);

/** What is no number is sent as it was typed: JSON has no NaN, and the server says what is wrong at its field. */
export const typedNumber = (text: string): number | string | null => {
  const number = readNumber(text);
  return Number.isNaN(number) ? text : number;
};

/** @returns what is sent for it; the server checks it */
function toListingInput({ amount, price, ...stated }: ListingDraft) {
  const pesos = stated.terms === 'price' ? typedNumber(price) : null;
  return {
    ...stated,
    amount: typedNumber(amount),
    price_centavos: typeof pesos === 'number' ? Math.round(pesos * CENTAVOS) : pesos,
  };
}

/** @returns the field of a post's form, or null when the post has no listing */
export const listingField = (listing: ListingDraft | undefined): string | null =>
  listing && isListingStarted(listing) ? JSON.stringify(toListingInput(listing)) : null;
