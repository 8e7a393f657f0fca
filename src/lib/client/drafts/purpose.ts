import { isListingStarted, type ListingDraft } from './listing-draft.ts';

/** What a post is for: all but the last have a listing. */
export type Purpose = 'have' | 'need' | 'serve' | 'ask';

const KIND = { have: 'offer', need: 'need', serve: 'service' } as const;
const PURPOSE = { offer: 'have', need: 'need', service: 'serve' } as const;

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
  return PURPOSE[listing.kind];
}

/** An offer is free at first, others have no terms. */
const usualTerms = ({ terms }: ListingDraft, purpose: Purpose): ListingDraft['terms'] =>
  purpose === 'have' ? (terms ?? 'free') : terms === 'free' ? null : terms;

/** @returns the change that gives a draft another purpose; its listing's fields stay */
export function withPurpose({ listing = EMPTY_LISTING }: PurposeDraft, purpose: Purpose) {
  if (purpose === 'ask') return { purpose };
  const terms = usualTerms(listing, purpose);
  return { purpose, listing: { ...listing, kind: KIND[purpose], terms } };
}

/** @returns the change that gives a draft a listing found in its text */
export const withListing = (listing: ListingDraft) =>
  withPurpose({ listing }, PURPOSE[listing.kind]);

/** The listing to send with a post, if its purpose has one. */
export const listingOf = (draft: PurposeDraft): ListingDraft | undefined =>
  purposeOf(draft) === 'ask' ? undefined : draft.listing;
