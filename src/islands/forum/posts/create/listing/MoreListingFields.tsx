import { type SyntheticEvent, useState } from 'react';

import { ChipField } from '#islands/ui/form/ChipField.tsx';
import { SelectField } from '#islands/ui/form/SelectField.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { addDays } from '#lib/contract/days.ts';
import { lastDaysOf } from '#lib/contract/exchange/listings/listing-states.ts';
import {
  REPEAT_WEEKS,
  weekdayName,
  WEEKDAYS_FROM_MONDAY,
  weekdayOf,
} from '#lib/contract/exchange/rounds.ts';
import { t } from '#lib/messages/t.ts';

import type { ListingFieldsProps } from './listing-fields-props.ts';
import { TownField, UntilField } from './PlaceFields.tsx';

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

/** The exact place, and the first day. */
const ExactFields = ({ listing, today, errors, onChange }: ListingFieldsProps) => (
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
      max={listing.until ?? addDays(today, lastDaysOf(listing).default)}
      value={listing.ready_on ?? ''}
      error={errors['listing.ready_on']}
      onChange={({ target }) => onChange({ ready_on: target.value || null })}
    />
  </>
);

const ONCE = 0;

/** Whether the amount is available repeatedly. */
function RepeatFields({ listing: { repeat }, today, errors, onChange }: ListingFieldsProps) {
  const choose = (change: { weeks?: number; weekday?: number }) => {
    const { weekday = weekdayOf(today), weeks: given = ONCE } = { ...repeat, ...change };
    const weeks = REPEAT_WEEKS.find((each) => each === given);
    onChange({ repeat: weeks ? { weeks, weekday } : null });
  };
  return (
    <>
      <SelectField
        label={t('compose.repeat')}
        value={repeat?.weeks ?? ONCE}
        error={errors['listing.repeat']}
        onChange={({ target }) => choose({ weeks: Number(target.value) })}
      >
        {[ONCE, ...REPEAT_WEEKS].map((weeks) => (
          <option key={weeks} value={weeks}>
            {t('compose.repeat_weeks', { weeks: String(weeks) })}
          </option>
        ))}
      </SelectField>
      {repeat && (
        <SelectField
          label={t('compose.repeat_day')}
          value={repeat.weekday}
          onChange={({ target }) => choose({ weekday: Number(target.value) })}
        >
          {WEEKDAYS_FROM_MONDAY.map((weekday) => (
            <option key={weekday} value={weekday}>
              {weekdayName(weekday)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

/** The fields in the fold, as the errors of a post name them. */
const FOLDED = ['town', 'until', 'condition', 'repeat', 'barangay', 'ready_on'];

/** Whether the fold is open: by a press, or because a field in it is wrong. */
function useFold(errors: Record<string, string>, isTownMissing: boolean) {
  const [isOpen, setIsOpen] = useState(false);
  const isWrong = FOLDED.some((name) => errors[`listing.${name}`]);
  return {
    open: isOpen || isWrong || isTownMissing,
    onToggle: ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) =>
      setIsOpen(currentTarget.open),
  };
}

interface Props extends ListingFieldsProps {
  /** whether the listing is not stored yet: then how often is a question after posting */
  isNew: boolean;
  /** whether the member has no town that could be filled in */
  isTownMissing: boolean;
}

/** The optional fields of a listing, and those that are filled in. */
export function MoreListingFields({ isNew, isTownMissing, ...props }: Props) {
  const { listing, errors, onChange } = props;
  const { kind, truck_access, loading_help, repeat } = listing;
  return (
    <details className={styles.more} {...useFold(errors, isTownMissing)}>
      <summary>{t('compose.more_fields')}</summary>
      <div className={styles.fields}>
        <TownField {...props} />
        <UntilField {...props} />
        <ChipField
          label={t('listing.state')}
          choices={CONDITIONS.map((each) => [each, t('compose.condition', { condition: each })])}
          value={listing.condition}
          onSelect={(condition) => onChange({ condition })}
        />
        {kind !== 'service' && (!isNew || repeat) && <RepeatFields {...props} />}
        <ExactFields {...props} />
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
        {!isNew && kind !== 'need' && (
          <Flag
            label={t('compose.is_service')}
            isSet={kind === 'service'}
            onChange={(isSet) => onChange({ kind: isSet ? 'service' : 'offer', repeat: null })}
          />
        )}
        <p className={styles.note}>{t('compose.who_sees')}</p>
      </div>
    </details>
  );
}
