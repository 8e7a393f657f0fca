import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

import styles from './TextField.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** what is wrong with it */
  error?: string | undefined;
  /** stands at its end, e.g. a button */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A line of text with its label and, when something is wrong, a message that belongs to it. */
export function TextField({ label, error, end, ...input }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {end}
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
