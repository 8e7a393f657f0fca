import { useId } from 'react';

import type { ListingFieldsProps } from './ListingFields.tsx';

import styles from './ListingFields.module.css';

const KINDS = [
  ['offer', 'I offer'],
  ['need', 'I need'],
  ['service', 'A service'],
] as const;

/** Whether a post offers, needs or serves. */
export function KindChoice({ listing, onChange }: ListingFieldsProps) {
  const name = useId();
  return (
    <fieldset className={styles.kinds}>
      <legend>What is it?</legend>
      {KINDS.map(([kind, label]) => (
        <label key={kind}>
          <input
            type="radio"
            name={name}
            checked={listing.kind === kind}
            onChange={() => onChange({ kind })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
