import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

import { ChipField, Chips } from '#islands/ui/form/ChipField.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { type ListingDraft, typedNumber } from '#lib/client/drafts/listing-draft.ts';
import { profileQuery } from '#lib/client/people/profile.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { isBlank } from '#lib/contract/characters.ts';
import { proposePost } from '#lib/contract/exchange/listings/propose-post.ts';
import { amountWeight, usualUnit } from '#lib/contract/exchange/materials/material-weights.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import type { PostInput } from '#lib/contract/forum/posts.ts';
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

/** The unit, within the field of the amount. */
function UnitSelect({ listing: { material, unit }, errors, onChange }: ListingFieldsProps) {
  const usual = isMaterial(material) ? usualUnit(material) : null;
  return (
    <select
      aria-label={t('compose.unit')}
      aria-invalid={errors['listing.unit'] ? true : undefined}
      value={unit ?? usual ?? ''}
      onChange={({ target }) => onChange({ unit: (target.value || null) as ListingDraft['unit'] })}
    >
      {usual === null && <option value="">{t('compose.select_unit')}</option>}
      {UNITS.map((each) => (
        <option key={each} value={each}>
          {t('compose.units', { unit: each })}
        </option>
      ))}
    </select>
  );
}

/** How much there is, or that it is all of it. */
const AmountFields = (props: ListingFieldsProps) => {
  const { listing, errors, onChange } = props;
  const { kind, amount, isAll = false } = listing;
  return (
    <div className={styles.amount}>
      <TextField
        label={t('compose.how_much')}
        inputMode="numeric"
        autoComplete="off"
        value={amount}
        error={errors['listing.amount'] ?? errors['listing.unit']}
        onChange={({ target }) => onChange({ amount: target.value, isAll: false })}
        trailing={<UnitSelect {...props} />}
      />
      {amount === '' && kind !== 'service' && (
        <Chips
          choices={[['all', t('compose.all', { kind })]]}
          value={isAll ? 'all' : null}
          onSelect={(all) => onChange({ isAll: all !== null })}
        />
      )}
      <Weight {...props} />
    </div>
  );
};

const TERMS = ['free', 'price', 'trade'] as const;

const TermsField = ({ listing, errors, onChange }: ListingFieldsProps) => (
  <ChipField
    label={t('listing.for')}
    choices={TERMS.map((terms) => [terms, t('compose.terms', { terms })])}
    value={listing.terms}
    error={errors['listing.terms']}
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

/**
 * Fills in the town, unit, title and description of a listing whenever it changes.
 * @returns whether there is no town to fill in
 */
function useFilledIn(
  listing: ListingDraft,
  words: PostInput,
  write: (change: Change) => void,
): boolean {
  const { data, isLoading } = useQuery(profileQuery, queryClient());
  const ownTown = data?.town ?? '';
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
  return !isLoading && !ownTown && !listing.town;
}

interface Props extends Omit<ListingFieldsProps, 'onChange'> {
  /** title and description of the post */
  words: PostInput;
  write: (change: Change) => void;
  /** whether the listing is not stored yet */
  isNew: boolean;
  /** shown above the optional fields */
  children?: ReactNode;
}

/** The fields of a listing: the important ones open, the rest folded. They propose a title and description. */
export function ListingFields({ words, write, isNew, children, ...fields }: Props) {
  const { listing, errors } = fields;
  const isTownMissing = useFilledIn(listing, words, write);
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
      <TermsField {...props} />
      {children}
      <MoreListingFields {...props} isNew={isNew} isTownMissing={isTownMissing} />
    </div>
  );
}
