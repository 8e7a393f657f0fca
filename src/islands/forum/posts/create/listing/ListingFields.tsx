import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';

import { ChipField } from '#islands/ui/form/ChipField.tsx';
import { SelectField } from '#islands/ui/form/SelectField.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { type ListingDraft, typedNumber } from '#lib/client/drafts/listing-draft.ts';
import { profileQuery } from '#lib/client/people/profile.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { isBlank } from '#lib/contract/characters.ts';
import { addDays } from '#lib/contract/days.ts';
import { townChoices } from '#lib/contract/exchange/listings/listing-choices.ts';
import { lastDaysOf } from '#lib/contract/exchange/listings/listing-states.ts';
import { proposePost } from '#lib/contract/exchange/listings/propose-post.ts';
import { amountWeight, usualUnit } from '#lib/contract/exchange/materials/material-weights.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import type { PostInput } from '#lib/contract/forum/posts.ts';
import { formatWeekday } from '#lib/messages/format-weekday.ts';
import { t } from '#lib/messages/t.ts';

import type { ListingFieldsProps } from './listing-fields-props.ts';
import { MaterialField } from './MaterialField.tsx';
import { MoreListingFields } from './MoreListingFields.tsx';

import styles from './ListingFields.module.css';

const UNITS = ['bundle', 'bale', 'sack', 'kg', 'piece', 'truckload'] as const;

/** The estimated weight of the amount, which members may correct in kilograms. */
function Weight({ listing, onChange }: ListingFieldsProps) {
  const { material, amount, unit } = listing;
  const count = typedNumber(amount);
  const weight = typeof count === 'number' && amountWeight(material, count, unit);
  if (!weight || unit === 'kg') return null;
  return (
    <p className={styles.weight}>
      <span>{weight.text}</span>
      <button type="button" onClick={() => onChange({ amount: String(weight.kg), unit: 'kg' })}>
        {t('compose.use_kg')}
      </button>
    </p>
  );
}

const AmountFields = (props: ListingFieldsProps) => {
  const { listing, errors, onChange } = props;
  return (
    <div className={styles.amount}>
      <div className={styles.pair}>
        <TextField
          label={t('listing.how_much')}
          inputMode="numeric"
          autoComplete="off"
          value={listing.amount}
          error={errors['listing.amount']}
          onChange={({ target }) => onChange({ amount: target.value })}
        />
        <SelectField
          label={t('compose.unit')}
          value={listing.unit ?? ''}
          error={errors['listing.unit']}
          onChange={({ target }) =>
            onChange({ unit: (target.value || null) as ListingDraft['unit'] })
          }
        >
          <option value="">{t('compose.select_unit')}</option>
          {UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {t('compose.units', { unit })}
            </option>
          ))}
        </SelectField>
      </div>
      <Weight {...props} />
    </div>
  );
};

const PROVINCES = townChoices();

const TownField = ({ listing, errors, onChange }: ListingFieldsProps) => (
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

function UntilField({ listing, today, errors, onChange }: ListingFieldsProps) {
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

const TERMS = ['free', 'price', 'trade'] as const;

const TermsField = ({ listing, errors, onChange }: ListingFieldsProps) => (
  <ChipField
    label={t('listing.for')}
    choices={TERMS.map((terms) => [terms, t('compose.terms', { terms })])}
    value={listing.terms}
    onSelect={(terms) => onChange({ terms })}
  >
    {listing.terms === 'price' && (
      <TextField
        label={t('compose.pesos', { unit: listing.unit ?? '' })}
        inputMode="decimal"
        autoComplete="off"
        value={listing.price}
        error={errors['listing.price_centavos']}
        onChange={({ target }) => onChange({ price: target.value })}
      />
    )}
  </ChipField>
);

type Change = Partial<PostInput> & { listing?: ListingDraft };

/** Fills in the member’s own town, and the unit that an amount or price requires. */
function fillIn(listing: ListingDraft, ownTown: string): ListingDraft {
  const { material, amount, terms, unit, town } = listing;
  const needsUnit = unit === null && (amount !== '' || terms === 'price') && isMaterial(material);
  return {
    ...listing,
    unit: needsUnit ? usualUnit(material) : unit,
    town: town || ownTown,
  };
}

const FIELDS = ['title', 'description'] as const;

/** The proposed title and description, unless the member wrote their own. */
const replaceWords = (words: PostInput, before: PostInput, proposed: PostInput) =>
  Object.fromEntries(
    FIELDS.flatMap((name) =>
      words[name] !== proposed[name] && (isBlank(words[name]) || words[name] === before[name])
        ? [[name, proposed[name]]]
        : [],
    ),
  );

/** Fills in the town, unit, title and description of a listing whenever it changes. */
function useFilledIn(
  listing: ListingDraft,
  words: PostInput,
  write: (change: Change) => void,
): void {
  const ownTown = useQuery(profileQuery, queryClient()).data?.town ?? '';
  const proposed = useRef(proposePost(listing));
  const fill = useEffectEvent((stated: ListingDraft, town: string) => {
    const filled = fillIn(stated, town);
    const isFilled = filled.town !== stated.town || filled.unit !== stated.unit;
    const next = proposePost(filled);
    const change: Change = {
      ...(isFilled && { listing: filled }),
      ...replaceWords(words, proposed.current, next),
    };
    proposed.current = next;
    if (Object.keys(change).length > 0) write(change);
  });
  useEffect(() => fill(listing, ownTown), [listing, ownTown]);
}

interface Props extends Omit<ListingFieldsProps, 'onChange'> {
  /** title and description of the post */
  words: PostInput;
  write: (change: Change) => void;
  /** shown below the last day */
  children?: ReactNode;
}

/** The fields of a listing: the important ones open, the rest folded. They propose a title and description. */
export function ListingFields({ words, write, children, ...fields }: Props) {
  const { listing, errors } = fields;
  useFilledIn(listing, words, write);
  const onChange = (change: Partial<ListingDraft>) => write({ listing: { ...listing, ...change } });
  const props = { ...fields, onChange };
  return (
    <div className={styles.fields}>
      <MaterialField
        material={listing.material}
        error={errors['listing.material']}
        onChoose={(material) => onChange({ material })}
      />
      <AmountFields {...props} />
      <TownField {...props} />
      <UntilField {...props} />
      {children}
      <TermsField {...props} />
      <MoreListingFields {...props} />
      <p className={styles.note}>{t('compose.who_sees')}</p>
    </div>
  );
}
