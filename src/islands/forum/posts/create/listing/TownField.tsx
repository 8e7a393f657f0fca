import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { SelectField } from '#islands/ui/form/SelectField.tsx';
import { profileQuery } from '#lib/client/people/profile.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { townChoices } from '#lib/contract/exchange/listing-choices.ts';

import type { ListingFieldsProps } from './ListingFields.tsx';

const PROVINCES = townChoices();

/** Selects the member's own town, once they have started the listing. */
function useOwnTown({ listing, onChange }: ListingFieldsProps): void {
  const { data } = useQuery(profileQuery, queryClient());
  const town = data?.town;
  const isWanted = listing.material !== '' && listing.town === '';
  const select = useEffectEvent((own: string) => onChange({ town: own }));
  useEffect(() => {
    if (isWanted && town) select(town);
  }, [isWanted, town]);
}

/** The town of a listing. */
export function TownField(props: ListingFieldsProps) {
  const { listing, errors, onChange } = props;
  useOwnTown(props);
  return (
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
}
