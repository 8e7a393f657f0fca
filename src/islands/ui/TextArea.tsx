import { type Ref, type TextareaHTMLAttributes, useId } from 'react';

import styles from './TextField.module.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  /** what is wrong with it */
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Lines of text that grow with what is typed; otherwise like `TextField`. */
export function TextArea({ label, error, ...area }: Props) {
  const id = useId();
  return (
    <div className={`${styles.field} ${styles.area}`}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <textarea
          {...area}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
