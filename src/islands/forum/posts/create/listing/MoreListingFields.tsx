import { ChipField } from '#islands/ui/form/ChipField.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { addDays } from '#lib/contract/days.ts';
import { LISTING_DAYS } from '#lib/contract/exchange/listing-states.ts';

import type { ListingFieldsProps } from './ListingFields.tsx';

import styles from './ListingFields.module.css';

const CONDITIONS = [
  ['dry', 'Dry'],
  ['damp', 'Damp'],
  ['wet', 'Wet'],
  ['fresh', 'Fresh'],
] as const;

interface FlagProps {
  label: string;
  isSet: boolean;
  onChange: (isSet: boolean) => void;
}

const Flag = ({ label, isSet, onChange }: FlagProps) => (
  <label className={styles.flag}>
    <input type="checkbox" checked={isSet} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
);

/** Where exactly, and from when. */
const PlaceFields = ({ listing, today, errors, onChange }: ListingFieldsProps) => (
  <>
    <TextField
      label="Barangay or landmark"
      hint="Members only."
      autoComplete="off"
      value={listing.barangay ?? ''}
      error={errors['listing.barangay']}
      onChange={({ target }) => onChange({ barangay: target.value || null })}
    />
    <TextField
      label="Ready from"
      type="date"
      min={today}
      max={listing.until ?? addDays(today, LISTING_DAYS.default)}
      value={listing.ready_on ?? ''}
      error={errors['listing.ready_on']}
      onChange={({ target }) => onChange({ ready_on: target.value || null })}
    />
  </>
);

/** What a listing may state besides. */
export function MoreListingFields(props: ListingFieldsProps) {
  const { listing, onChange } = props;
  const { kind, truck_access, loading_help } = listing;
  return (
    <details className={styles.more}>
      <summary>Condition, exact place and more</summary>
      <div className={styles.fields}>
        <ChipField
          label="Condition"
          choices={CONDITIONS}
          value={listing.condition}
          onSelect={(condition) => onChange({ condition })}
        />
        <PlaceFields {...props} />
        <Flag
          label="A truck reaches it"
          isSet={truck_access}
          onChange={(isSet) => onChange({ truck_access: isSet })}
        />
        <Flag
          label="I can help with loading"
          isSet={loading_help}
          onChange={(isSet) => onChange({ loading_help: isSet })}
        />
        {kind !== 'need' && (
          <Flag
            label="It is a service, like hauling or milling"
            isSet={kind === 'service'}
            onChange={(isSet) => onChange({ kind: isSet ? 'service' : 'offer' })}
          />
        )}
      </div>
    </details>
  );
}
