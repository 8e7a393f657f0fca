import { TextField } from '#islands/ui/form/TextField.tsx';

import type { ListingFieldsProps } from './ListingFields.tsx';
import { OptionField } from './OptionField.tsx';

import styles from './ListingFields.module.css';

const UNITS = {
  kg: 'kg',
  sack: 'sacks',
  bundle: 'bundles',
  bale: 'bales',
  truckload: 'truckloads',
  piece: 'pieces',
};

/** How much, of which unit. */
export const AmountFields = ({ listing, errors, onChange }: ListingFieldsProps) => (
  <div className={styles.pair}>
    <TextField
      label="Amount"
      inputMode="numeric"
      autoComplete="off"
      value={listing.amount}
      error={errors['listing.amount']}
      onChange={({ target }) => onChange({ amount: target.value })}
    />
    <OptionField
      label="Unit"
      names={UNITS}
      value={listing.unit}
      error={errors['listing.unit']}
      onSelect={(unit) => onChange({ unit })}
    />
  </div>
);
