import type { ReactNode } from 'react';

import styles from './Field.module.css';

interface Props {
  /** of the input */
  id: string;
  label: string;
  /** what is said about it beforehand */
  hint?: string | undefined;
  /** what is wrong with it */
  error?: string | undefined;
  className?: string;
  /** the input, and what stands at its end */
  children: ReactNode;
}

/** @returns what ties an input to its field's label, hint and error */
export function fieldProps(id: string, hint: string | undefined, error: string | undefined) {
  const said = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': said || undefined,
  };
}

/** What stands around an input: its label, and messages that belong to it. */
export const Field = ({ id, label, hint, error, className = '', children }: Props) => (
  <div className={`${styles.field} ${className}`}>
    <label htmlFor={id}>{label}</label>
    {hint && (
      <p className={styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
    )}
    <div className={styles.box}>{children}</div>
    {error && (
      <p className={styles.error} id={`${id}-error`}>
        {error}
      </p>
    )}
  </div>
);
