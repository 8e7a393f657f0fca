import { TextField } from '#islands/ui/form/TextField.tsx';

import type { ListingFieldsProps } from './ListingFields.tsx';
import { OptionField } from './OptionField.tsx';

const TERMS = { free: 'Free', price: 'A price', trade: 'For trade' };

/** Free, for trade, or at a price. */
export const TermsFields = ({ listing, errors, onChange }: ListingFieldsProps) => (
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
