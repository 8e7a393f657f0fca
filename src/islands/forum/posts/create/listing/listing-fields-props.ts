import type { ListingDraft } from '#lib/client/drafts/listing-draft.ts';

/** Props of the fields of a listing. */
export interface ListingFieldsProps {
  listing: ListingDraft;
  /** messages by field of the post, e.g. `listing.town` */
  errors: Record<string, string>;
  /** today in the site’s region */
  today: string;
  onChange: (change: Partial<ListingDraft>) => void;
}
