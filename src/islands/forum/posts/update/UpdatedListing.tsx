import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { missingInListing } from '#islands/forum/posts/create/describe-missing.ts';
import { ListingPart } from '#islands/forum/posts/create/listing/ListingPart.tsx';
import { PurposeChoice } from '#islands/forum/posts/create/PurposeChoice.tsx';
import type { usePostDraft } from '#islands/forum/posts/create/use-post-draft.ts';
import { formatDay } from '#islands/ui/format/format-date.ts';
import type { UpdateDraft } from '#lib/client/drafts/draft.ts';
import { listingField, toListingDraft } from '#lib/client/drafts/listing-draft.ts';
import { listingOf, purposeOf, withPurpose } from '#lib/client/drafts/purpose.ts';
import { putListingMutation } from '#lib/client/exchange/listing-mutations.ts';
import { ApiError, fieldErrors } from '#lib/client/http/api-error.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { isExtendable } from '#lib/contract/exchange/listings/listing-states.ts';
import type { InTheWay } from '#lib/contract/exchange/listings/listings.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { pickupPath } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';
import { regionDay } from '#lib/site.ts';

import styles from '#islands/forum/dialogs/DialogForm.module.css';

/** Prefixes the names of a listing's fields with `listing.`, as in the errors of a post. */
const toPostErrors = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [`listing.${name}`, error]));

/** The agreements of other members that prevent a change. */
const inTheWayOf = (error: unknown): InTheWay['in_the_way'] =>
  error instanceof ApiError && error.current && 'in_the_way' in error.current
    ? (error.current as InTheWay).in_the_way
    : [];

/**
 * The listing of a post being updated: the stored one with changes, or a new one.
 * @param values of the draft
 */
export function useUpdatedListing({ post_id, listing: stored }: Post, values: UpdateDraft) {
  const [today] = useState(() => regionDay(Date.now()));
  const [initial] = useState(() => (stored ? toListingDraft(stored) : undefined));
  const [keepsAgreed, setKeepsAgreed] = useState(false);
  const { mutateAsync, ...mutation } = useMutation(putListingMutation(post_id), queryClient());
  const written = { purpose: values.purpose, listing: values.listing ?? initial };
  const listing = listingOf(written);
  // A listing marked as gone cannot be changed.
  const isShown = !stored || isExtendable(stored.status);
  const isDifferent = listingField(listing) !== listingField(initial);
  const isChanged = isShown && purposeOf(written) !== 'ask' && isDifferent;
  return {
    written,
    today,
    isShown,
    /** a post without a listing may get one */
    isNew: !stored,
    isChanged,
    isComplete: !isChanged || missingInListing(listing, today, 'update') === null,
    changed: isChanged ? listing : undefined,
    isPending: mutation.isPending,
    error: mutation.error,
    errors: toPostErrors(fieldErrors(mutation.error)),
    inTheWay: inTheWayOf(mutation.error),
    canKeep: mutation.error instanceof ApiError && mutation.error.code === 'agreed_on_other_days',
    keepsAgreed,
    setKeepsAgreed,
    send: async () => {
      if (listing) await mutateAsync({ listing, keep_agreed: keepsAgreed });
    },
  };
}

interface Props {
  draft: Pick<ReturnType<typeof usePostDraft<UpdateDraft>>, 'values' | 'write'>;
  listing: ReturnType<typeof useUpdatedListing>;
}

type Agreed = Pick<
  ReturnType<typeof useUpdatedListing>,
  'inTheWay' | 'canKeep' | 'keepsAgreed' | 'setKeepsAgreed'
>;

/** Shows the agreements that prevent a change, and lets the owner keep them. */
function AgreedInTheWay({ inTheWay, canKeep, keepsAgreed, setKeepsAgreed }: Agreed) {
  if (inTheWay.length === 0) return null;
  return (
    <div className={styles.conflict}>
      <p>{t('update.in_the_way')}</p>
      <ul>
        {inTheWay.map(({ appointment_id: id, day, name }) => (
          <li key={id}>
            <a href={pickupPath(id)}>
              {formatDay(day)}, {name}
            </a>
          </li>
        ))}
      </ul>
      {canKeep && (
        <label className={styles.keep}>
          <input
            type="checkbox"
            checked={keepsAgreed}
            onChange={({ currentTarget }) => setKeepsAgreed(currentTarget.checked)}
          />
          {t('update.keep_agreed')}
        </label>
      )}
    </div>
  );
}

/** The listing fields of a post being updated, folded in a `details`. A post without a listing asks for a purpose. */
export function UpdatedListing({ draft: { values, write }, listing }: Props) {
  const { written, today, error, errors, isShown, isNew } = listing;
  const [isOpen, setIsOpen] = useState(listing.isChanged);
  const [lastError, setLastError] = useState(error);
  // A field with an error must be in sight.
  if (error !== lastError) {
    setLastError(error);
    if (Object.keys(errors).length > 0) setIsOpen(true);
  }
  if (!isShown) return null;
  const draft = { values: { ...values, ...written }, write };
  const part = (
    <ListingPart draft={draft} errors={errors} today={today} isNew={isNew}>
      <AgreedInTheWay {...listing} />
    </ListingPart>
  );
  if (!isNew)
    return (
      <details
        className={styles.listing}
        open={isOpen}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary>{t('update.listing')}</summary>
        {isOpen && part}
      </details>
    );
  const purpose = purposeOf(written);
  return (
    <>
      <PurposeChoice purpose={purpose} onChoose={(chosen) => write(withPurpose(written, chosen))} />
      {purpose !== 'ask' && part}
    </>
  );
}
