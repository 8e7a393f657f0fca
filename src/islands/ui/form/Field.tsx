import { type ReactNode, useEffect, useRef } from 'react';

import styles from './Field.module.css';

interface Props {
  /** of the input */
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string;
  /** the input and anything below it */
  children: ReactNode;
}

/** Connects an input to its label, hint and error. */
export function fieldProps(id: string, hint: string | undefined, error: string | undefined) {
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptions || undefined,
  };
}

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
      <p className={styles.error} id={`${id}-error`} data-error>
        {error}
      </p>
    )}
  </div>
);

/**
 * Scrolls to the first field of a form with an error, and focuses it.
 * @param failure the error of the form; a new object for each attempt
 */
export function useShowMarked(failure: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const marked = form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]');
    if (!failure || !marked) return;
    marked.closest('details')?.setAttribute('open', '');
    marked.focus({ preventScroll: true });
    marked.scrollIntoView({ block: 'center' });
  }, [failure]);
  return form;
}
