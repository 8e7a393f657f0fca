import type { Listing } from '#lib/contract/listings.ts';

import styles from './ListingLine.module.css';

/** What a post offers, needs or serves, in one line. */
export const ListingLine = ({ listing: { status, facts } }: { listing: Listing }) => (
  <p className={styles.listing} data-status={status}>
    {facts.join('\u00a0· ')}
  </p>
);
