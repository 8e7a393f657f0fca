import type { ListingDraft } from '#lib/client/drafts/listing-draft.ts';

/** What the fields of a listing need. */
export interface ListingFieldsProps {
  listing: ListingDraft;
  /** what is wrong, per field of the post: `listing.town` */
  errors: Record<string, string>;
  /** in the site's region */
  today: string;
  onChange: (change: Partial<ListingDraft>) => void;
}
