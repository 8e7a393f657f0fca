import { TextField } from '#islands/ui/form/TextField.tsx';

import type { ListingFieldsProps } from './ListingFields.tsx';
import { OptionField } from './OptionField.tsx';

import styles from './ListingFields.module.css';

const TERMS = { free: 'Free', price: 'A price', trade: 'For trade' };

/** Free, for trade, or at a price. */
const TermsFields = ({ listing, errors, onChange }: ListingFieldsProps) => (
  <>
    <OptionField
      label="Terms"
      names={TERMS}
      value={listing.terms}
      error={errors['listing.terms']}
      onSelect={(terms) => onChange({ terms })}
    />
    {listing.terms === 'price' && (
      <TextField
        label="Pesos for one unit"
        inputMode="decimal"
        autoComplete="off"
        value={listing.price}
        error={errors['listing.price_centavos']}
        onChange={({ target }) => onChange({ price: target.value })}
      />
    )}
  </>
);

const FLAGS = [
  ['truck_access', 'A truck reaches it'],
  ['loading_help', 'I can help with loading'],
] as const;

/** Where exactly, from when, and how it is loaded. */
const PickUpFields = ({ listing, today, errors, onChange }: ListingFieldsProps) => (
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

const UNITS = {
  kg: 'kg',
  sack: 'sacks',
  bundle: 'bundles',
  bale: 'bales',
  truckload: 'truckloads',
  piece: 'pieces',
};

/** How much, of which unit. */
const AmountFields = ({ listing, errors, onChange }: ListingFieldsProps) => (
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

const CONDITIONS = { dry: 'Dry', damp: 'Damp', wet: 'Wet', fresh: 'Fresh' };

/** What a listing may state besides. */
export const MoreListingFields = (props: ListingFieldsProps) => (
  <details className={styles.more}>
    <summary>How much, condition, price and more</summary>
    <div className={styles.fields}>
      <AmountFields {...props} />
      <OptionField
        label="Condition"
        names={CONDITIONS}
        value={props.listing.condition}
        error={props.errors['listing.condition']}
        onSelect={(condition) => props.onChange({ condition })}
      />
      <TermsFields {...props} />
      <PickUpFields {...props} />
    </div>
  </details>
);
