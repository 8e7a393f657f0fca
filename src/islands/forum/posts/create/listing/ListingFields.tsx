import { TextField } from '#islands/ui/form/TextField.tsx';
import type { ListingDraft } from '#lib/client/drafts/listing-draft.ts';
import { addDays } from '#lib/contract/days.ts';
import { LISTING_DAYS } from '#lib/contract/exchange/listing-days.ts';

import { KindChoice } from './KindChoice.tsx';
import { MaterialField } from './MaterialField.tsx';
import { MoreListingFields } from './MoreListingFields.tsx';
import { TownField } from './TownField.tsx';

import styles from './ListingFields.module.css';

/** What the fields of a listing need. */
export interface ListingFieldsProps {
  listing: ListingDraft;
  /** what is wrong, per field of the post: `listing.town` */
  errors: Record<string, string>;
  /** in the site's region */
  today: string;
  onChange: (change: Partial<ListingDraft>) => void;
}

/** What a post offers, needs or serves: the four things that matter most, and the rest on demand. */
export function ListingFields(props: ListingFieldsProps) {
  const { listing, today, errors, onChange } = props;
  return (
    <div className={styles.fields}>
      <KindChoice {...props} />
      <MaterialField {...props} />
      <TownField {...props} />
      <TextField
        label="Until"
        type="date"
        min={today}
        max={addDays(today, LISTING_DAYS.max)}
        value={listing.until ?? addDays(today, LISTING_DAYS.default)}
        error={errors['listing.until']}
        onChange={({ target }) => onChange({ until: target.value || null })}
      />
      <MoreListingFields {...props} />
      <p className={styles.note}>
        Anyone can see and share this part, with the title and the first photo. Only members see
        your name and the description.
      </p>
    </div>
  );
}
