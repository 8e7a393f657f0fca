import type { ReactNode } from 'react';

import styles from './ChipField.module.css';

interface Props<Value extends string> {
  label: string;
  /** values and labels */
  choices: readonly (readonly [value: Value, name: string])[];
  value: Value | null;
  /** called with null when the chosen chip is pressed again */
  onSelect: (value: Value | null) => void;
  /** shown after the chips */
  children?: ReactNode;
}

/** Buttons to choose one of a few values, or none. */
export function ChipField<Value extends string>(props: Props<Value>) {
  const { label, choices, value, onSelect, children } = props;
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <div className={styles.chips}>
        {choices.map(([each, name]) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === value}
            onClick={() => onSelect(each === value ? null : each)}
          >
            {name}
          </button>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
