import { Icon } from '#islands/ui/Icon.tsx';
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';

import { LISTING_ICONS } from './listing-icons.ts';

import styles from './ListingFacts.module.css';

/** Prevents a line break between a number and its unit. */
const amountOf = (text?: string) => text?.replace(/(\d) /g, '$1\u00A0');

/** Splits the facts of a listing by kind: the server sends them in this order and leaves out missing ones. */
function splitFacts({ facts, amount, condition, terms, ready_on }: Listing) {
  const [state, material, ...others] = facts;
  const next = (isStated: boolean) => (isStated ? others.shift() : undefined);
  return {
    state,
    what: [material, amountOf(next(amount !== null)), next(condition !== null)]
      .filter(Boolean)
      .join(', '),
    terms: next(terms !== null),
    town: next(true),
    days: [next(ready_on !== null), others[0]].filter(Boolean).join(', '),
  };
}

const ICONS_OF = {
  terms: LISTING_ICONS.tag,
  town: LISTING_ICONS.pin,
  days: LISTING_ICONS.day,
} as const;
const NAMES = ['terms', 'town', 'days'] as const;

/** The facts of a listing: material and amount, then price, place and last day. */
export function ListingFacts({ listing }: { listing: Listing }) {
  const { kind, status } = listing;
  const { state, what, ...facts } = splitFacts(listing);
  // Most listings are open offers and need no label.
  const isUsual = kind === 'offer' && status === 'open';
  return (
    <div className={styles.facts} data-status={status}>
      <p>
        <span className={isUsual ? 'visually-hidden' : styles.state} data-kind={kind}>
          {state}
        </span>{' '}
        <b>{what}</b>
      </p>
      <ul>
        {NAMES.map(
          (name) =>
            facts[name] && (
              <li key={name}>
                <Icon path={ICONS_OF[name]} size={17} />
                {facts[name]}
              </li>
            ),
        )}
      </ul>
    </div>
  );
}
