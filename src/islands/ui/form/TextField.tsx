import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

import { Field, fieldProps } from './Field.tsx';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** shown at the end, e.g. a button */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, trailing, ...input }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input {...input} {...fieldProps(id, hint, error)} />
      {trailing}
    </Field>
  );
}
