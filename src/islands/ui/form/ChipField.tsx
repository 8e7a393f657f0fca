import { type ReactNode, useId } from 'react';

import styles from './ChipField.module.css';
import fieldStyles from './Field.module.css';

interface ChipsProps<Value extends string> {
  /** values and labels */
  choices: readonly (readonly [value: Value, name: string])[];
  value: Value | null;
  /** called with null when the chosen chip is pressed again */
  onSelect: (value: Value | null) => void;
  /** the id of the error message, if there is one */
  errorId?: string | undefined;
}

/** Buttons of a few values. */
export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { choices, value, onSelect, errorId } = props;
  return (
    <div className={styles.chips}>
      {choices.map(([each, name], nth) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          aria-describedby={errorId}
          data-invalid={(errorId && nth === 0) || undefined}
          onClick={() => onSelect(each === value ? null : each)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

interface Props<Value extends string> extends Omit<ChipsProps<Value>, 'errorId'> {
  label: string;
  error?: string | undefined;
  /** shown after the chips */
  children?: ReactNode;
}

/** Buttons to choose one of a few values, or none. */
export function ChipField<Value extends string>(props: Props<Value>) {
  const { label, error, children, ...chips } = props;
  const id = useId();
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <Chips {...chips} errorId={error && id} />
      {error && (
        <p className={fieldStyles.error} id={id} data-error>
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}
