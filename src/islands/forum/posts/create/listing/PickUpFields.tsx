import { TextField } from '#islands/ui/form/TextField.tsx';

import type { ListingFieldsProps } from './ListingFields.tsx';

import styles from './ListingFields.module.css';

const FLAGS = [
  ['truck_access', 'A truck reaches it'],
  ['loading_help', 'I can help with loading'],
] as const;

/** Where exactly, from when, and how it is loaded. */
export const PickUpFields = ({ listing, today, errors, onChange }: ListingFieldsProps) => (
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
      value={listing.ready_on ?? ''}
      error={errors['listing.ready_on']}
      onChange={({ target }) => onChange({ ready_on: target.value || null })}
    />
    {FLAGS.map(([flag, label]) => (
      <label key={flag} className={styles.flag}>
        <input
          type="checkbox"
          checked={listing[flag]}
          onChange={({ target }) => onChange({ [flag]: target.checked })}
        />
        {label}
      </label>
    ))}
  </>
);
