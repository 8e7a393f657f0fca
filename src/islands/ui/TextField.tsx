import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

import styles from './TextField.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** what is said about it beforehand */
  hint?: string | undefined;
  /** what is wrong with it */
  error?: string | undefined;
  /** stands at its end, e.g. a button */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A line of text with its label and, when something is wrong, a message that belongs to it. */
export function TextField({ label, hint, error, end, ...input }: Props) {
  const id = useId();
  const said = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={said || undefined}
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
