import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

import { Field, fieldProps } from './Field.tsx';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** what is said about it beforehand */
  hint?: string | undefined;
  /** what is wrong with it */
  error?: string | undefined;
  /** stands at its end, e.g. a button */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A line of text with its label and, when something is wrong, a message that belongs to it. */
export function TextField({ label, hint, error, trailing, ...input }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input {...input} {...fieldProps(id, hint, error)} />
      {trailing}
    </Field>
  );
}
