import { isListingStarted, type ListingDraft } from './listing-draft.ts';

/** What a member writes a post for: only the first two have a listing. */
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

/** What of a post that is being written is about its listing. */
interface PurposeDraft {
  purpose?: Purpose | undefined;
  listing?: ListingDraft | undefined;
}

/** What a post is for; before anything was chosen, what its listing says. */
export function purposeOf({ purpose, listing }: PurposeDraft): Purpose {
  if (purpose) return purpose;
  if (!listing || !isListingStarted(listing)) return 'ask';
  return listing.kind === 'need' ? 'need' : 'have';
}

/** @returns the change of a draft that gives it another purpose; what its listing states stays */
export function withPurpose({ listing = EMPTY_LISTING }: PurposeDraft, purpose: Purpose) {
  const kind = { have: listing.kind === 'service' ? 'service' : 'offer', need: 'need' } as const;
  return purpose === 'ask'
    ? { purpose }
    : { purpose, listing: { ...listing, kind: kind[purpose] } };
}

/** The listing that is sent with a post, if its purpose has one. */
export const listingOf = (draft: PurposeDraft): ListingDraft | undefined =>
  purposeOf(draft) === 'ask' ? undefined : draft.listing;
