import { lazy, Suspense, useState } from 'react';

import { isListingStarted, type ListingDraft } from '#lib/client/drafts/listing-draft.ts';
import { regionDay } from '#lib/site.ts';

import styles from './ListingFields.module.css';

// Towns and materials are 6 KB.
const ListingFields = lazy(() =>
  import('./ListingFields.tsx').then((module) => ({ default: module.ListingFields })),
);

const EMPTY_LISTING: ListingDraft = {
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

interface Props {
  listing: ListingDraft | undefined;
  /** what is wrong, per field of the post */
  errors: Record<string, string>;
  onChange: (listing: ListingDraft) => void;
}

/** The part of a new post with its listing; collapsed until it is opened. */
export function ListingPart({ listing = EMPTY_LISTING, errors, onChange }: Props) {
  const [today] = useState(() => regionDay(Date.now()));
  const [isOpened, setIsOpened] = useState(isListingStarted(listing));
  const isOpen = isOpened || Object.keys(errors).some((name) => name.startsWith('listing.'));
  return (
    <details
      className={styles.part}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}
    >
      <summary>What, how much, where, until when</summary>
      {isOpen && (
        <Suspense fallback={<p className={styles.note}>One moment…</p>}>
          <ListingFields
            listing={listing}
            today={today}
            errors={errors}
            onChange={(change) => onChange({ ...listing, ...change })}
          />
        </Suspense>
      )}
    </details>
  );
}
