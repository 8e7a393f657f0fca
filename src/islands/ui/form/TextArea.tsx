import { type Ref, type TextareaHTMLAttributes, useId } from 'react';

import { Field, fieldProps } from './Field.tsx';

import styles from './Field.module.css';

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
    <Field id={id} label={label} error={error} className={styles.area}>
      <textarea {...area} {...fieldProps(id, undefined, error)} />
    </Field>
  );
}
