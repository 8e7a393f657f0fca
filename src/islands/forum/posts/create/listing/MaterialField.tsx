import { SelectField } from '#islands/ui/form/SelectField.tsx';
import { materialChoices } from '#lib/contract/exchange/listing-choices.ts';

import type { ListingFieldsProps } from './ListingFields.tsx';

const CHOICES = materialChoices();

/** The material of a listing. */
export const MaterialField = ({ listing, errors, onChange }: ListingFieldsProps) => (
  <SelectField
    label="Material"
    value={listing.material}
    error={errors['listing.material']}
    onChange={({ target }) => onChange({ material: target.value })}
  >
    <option value="">Select a material</option>
    {CHOICES.map(({ value, name }) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </SelectField>
);
