import { useState } from 'react';

import { ChipField } from '#islands/ui/form/ChipField.tsx';
import { SelectField } from '#islands/ui/form/SelectField.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { addDays } from '#lib/contract/days.ts';
import { townChoices } from '#lib/contract/exchange/listings/listing-choices.ts';
import { lastDaysOf } from '#lib/contract/exchange/listings/listing-states.ts';
import { formatWeekday } from '#lib/messages/format-weekday.ts';
import { t } from '#lib/messages/t.ts';

import type { ListingFieldsProps } from './listing-fields-props.ts';

const PROVINCES = townChoices();

export const TownField = ({ listing, errors, onChange }: ListingFieldsProps) => (
  <SelectField
    label={t('listing.town')}
    value={listing.town}
    error={errors['listing.town']}
    onChange={({ target }) => onChange({ town: target.value })}
  >
    <option value="">{t('compose.select_town')}</option>
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

const DAYS = ['3', '7', '14'] as const;
const OTHER = 'other';

export function UntilField({ listing, today, errors, onChange }: ListingFieldsProps) {
  const limits = lastDaysOf(listing);
  const until = listing.until ?? addDays(today, limits.default);
  const known = DAYS.find((days) => addDays(today, Number(days)) === until) ?? OTHER;
  const [isOther, setIsOther] = useState(known === OTHER);
  const chosen = isOther ? OTHER : known;
  const select = (days: string | null) => {
    setIsOther(days === OTHER);
    if (days !== OTHER) onChange({ until: days && addDays(today, Number(days)) });
  };
  return (
    <ChipField
      label={t('compose.until', { day: formatWeekday(until) })}
      choices={[...DAYS, OTHER].map((days) => [days, t('compose.days', { days })])}
      value={chosen}
      onSelect={select}
    >
      {(chosen === OTHER || errors['listing.until']) && (
        <TextField
          label={t('compose.last_day')}
          type="date"
          min={today}
          max={addDays(today, limits.max)}
          value={until}
          error={errors['listing.until']}
          onChange={({ target }) => onChange({ until: target.value || null })}
        />
      )}
    </ChipField>
  );
}
