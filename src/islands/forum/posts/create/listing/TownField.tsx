import { SelectField } from '#islands/ui/form/SelectField.tsx';
import { townChoices } from '#lib/contract/listing-choices.ts';

import type { ListingFieldsProps } from './ListingFields.tsx';

const PROVINCES = townChoices();

/** The town of a listing. */
export const TownField = ({ listing, errors, onChange }: ListingFieldsProps) => (
  <SelectField
    label="Town"
    value={listing.town}
    error={errors['listing.town']}
    onChange={({ target }) => onChange({ town: target.value })}
  >
    <option value="">Select a town</option>
    {PROVINCES.map(([province, towns]) => (
      <optgroup key={province} label={province}>
        {towns.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </optgroup>
    ))}
  </SelectField>
);
