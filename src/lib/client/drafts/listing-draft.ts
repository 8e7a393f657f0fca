import type { ListingInput } from '#lib/contract/listings.ts';

/** A listing that is being written, as it is typed; what is empty is not stated. */
export interface ListingDraft extends Omit<ListingInput, 'amount' | 'price_centavos'> {
  amount: string;
  /** pesos */
  price: string;
}

const CENTAVOS = 100;

export const EMPTY_LISTING: ListingDraft = {
  kind: 'offer',
  material: '',
  amount: '',
  unit: null,
  condition: null,
  terms: null,
  price: '',
  town: '',
  barangay: null,
  ready_on: null,
  until: null,
  truck_access: false,
  loading_help: false,
};

/** Whether a member has stated something of it: opening its part of the form is not yet that. */
export const isListingStarted = ({ material, town, amount, price }: ListingDraft): boolean =>
  Boolean(material || town || amount || price);

/** @returns what is sent for it; the server checks it */
function toListingInput({ amount, price, ...stated }: ListingDraft): ListingInput {
  const hasPrice = stated.terms === 'price' && price !== '';
  return {
    ...stated,
    amount: amount === '' ? null : Number(amount),
    price_centavos: hasPrice ? Math.round(Number(price) * CENTAVOS) : null,
  };
}

/** @returns the field of a post's form, or null when the post has no listing */
export const listingField = (listing: ListingDraft | undefined): string | null =>
  listing && isListingStarted(listing) ? JSON.stringify(toListingInput(listing)) : null;
