import { lazy, type ReactNode, Suspense } from 'react';

import type { usePostDraft } from '#islands/forum/posts/create/use-post-draft.ts';
import { EMPTY_LISTING } from '#lib/client/drafts/purpose.ts';
import { t } from '#lib/messages/t.ts';

import styles from './ListingFields.module.css';

/** Loads the fields before they are needed, so that the press that shows them need not wait. */
export const loadListingFields = () => import('./ListingFields.tsx');

// Lazy: towns and materials are 6 KB.
const ListingFields = lazy(() =>
  loadListingFields().then((module) => ({ default: module.ListingFields })),
);

interface Props {
  draft: Pick<ReturnType<typeof usePostDraft>, 'values' | 'write'>;
  /** messages by field of the post */
  errors: Record<string, string>;
  /** today in the site’s region */
  today: string;
  /** whether the listing is not stored yet */
  isNew: boolean;
  /** shown above the optional fields */
  children?: ReactNode;
}

export const ListingPart = ({
  draft: { values, write },
  errors,
  today,
  isNew,
  children,
}: Props) => (
  <Suspense fallback={<p className={styles.wait}>{t('compose.one_moment')}</p>}>
    <ListingFields
      listing={values.listing ?? EMPTY_LISTING}
      words={values}
      errors={errors}
      today={today}
      isNew={isNew}
      write={write}
    >
      {children}
    </ListingFields>
  </Suspense>
);
