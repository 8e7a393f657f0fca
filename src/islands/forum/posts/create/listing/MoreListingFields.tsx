import { ChipField } from '#islands/ui/form/ChipField.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { addDays } from '#lib/contract/days.ts';
import { LISTING_DAYS } from '#lib/contract/exchange/listing-states.ts';
import { t } from '#lib/messages/t.ts';

import type { ListingFieldsProps } from './ListingFields.tsx';

import styles from './ListingFields.module.css';

const CONDITIONS = ['dry', 'damp', 'wet', 'fresh'] as const;

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
      label={t('compose.barangay')}
      hint={t('compose.members_only')}
      autoComplete="off"
      value={listing.barangay ?? ''}
      error={errors['listing.barangay']}
      onChange={({ target }) => onChange({ barangay: target.value || null })}
    />
    <TextField
      label={t('compose.ready_from')}
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
      <summary>{t('compose.more_fields')}</summary>
      <div className={styles.fields}>
        <ChipField
          label={t('listing.state')}
          choices={CONDITIONS.map((each) => [each, t('compose.condition', { condition: each })])}
          value={listing.condition}
          onSelect={(condition) => onChange({ condition })}
        />
        <PlaceFields {...props} />
        <Flag
          label={t('compose.truck')}
          isSet={truck_access}
          onChange={(isSet) => onChange({ truck_access: isSet })}
        />
        <Flag
          label={t('compose.loading_help')}
          isSet={loading_help}
          onChange={(isSet) => onChange({ loading_help: isSet })}
        />
        {kind !== 'need' && (
          <Flag
            label={t('compose.is_service')}
            isSet={kind === 'service'}
            onChange={(isSet) => onChange({ kind: isSet ? 'service' : 'offer' })}
          />
        )}
      </div>
    </details>
  );
}
