import { type Ref, type TextareaHTMLAttributes, useId } from 'react';

import { Field, fieldProps } from './Field.tsx';

import styles from './Field.module.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text area that grows with its text. */
export function TextArea({ label, error, ...area }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} className={styles.area}>
      <textarea {...area} {...fieldProps(id, undefined, error)} />
    </Field>
  );
}
