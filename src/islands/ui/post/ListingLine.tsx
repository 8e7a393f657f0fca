import { joinFacts } from '#islands/ui/format/join-facts.ts';
import type { Listing } from '#lib/contract/exchange/listings.ts';

import styles from './ListingLine.module.css';

/** What a post offers, needs or serves, in one line. */
export const ListingLine = ({ listing: { kind, status, facts } }: { listing: Listing }) => (
  <p className={styles.listing} data-kind={kind} data-status={status}>
    {joinFacts(facts)}
  </p>
);
