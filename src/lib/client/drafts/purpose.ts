import { isListingStarted, type ListingDraft } from './listing-draft.ts';

/** What a post is for: only the first two have a listing. */
export type Purpose = 'have' | 'need' | 'ask';

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
  repeat: null,
};

/** The parts of a post draft that concern its listing. */
interface PurposeDraft {
  purpose?: Purpose | undefined;
  listing?: ListingDraft | undefined;
}

/** The purpose of a post; before a choice, that of its listing. */
export function purposeOf({ purpose, listing }: PurposeDraft): Purpose {
  if (purpose) return purpose;
  if (!listing || !isListingStarted(listing)) return 'ask';
  return listing.kind === 'need' ? 'need' : 'have';
}

/** @returns the change that gives a draft another purpose; its listing's fields stay */
export function withPurpose({ listing = EMPTY_LISTING }: PurposeDraft, purpose: Purpose) {
  const kind = { have: listing.kind === 'service' ? 'service' : 'offer', need: 'need' } as const;
  return purpose === 'ask'
    ? { purpose }
    : { purpose, listing: { ...listing, kind: kind[purpose] } };
}

/** The listing to send with a post, if its purpose has one. */
export const listingOf = (draft: PurposeDraft): ListingDraft | undefined =>
  purposeOf(draft) === 'ask' ? undefined : draft.listing;
