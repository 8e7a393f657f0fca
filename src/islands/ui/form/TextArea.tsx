import { type Ref, type TextareaHTMLAttributes, useId } from 'react';

import { Field, fieldProps } from './Field.tsx';

import styles from './Field.module.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text area that grows with its text. */
export function TextArea({ label, hint, error, ...area }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} className={styles.area}>
      <textarea {...area} {...fieldProps(id, hint, error)} />
    </Field>
  );
}
