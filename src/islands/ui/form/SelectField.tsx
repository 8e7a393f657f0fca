import { type ReactNode, type SelectHTMLAttributes, useId } from 'react';

import { Field, fieldProps } from './Field.tsx';

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  error?: string | undefined;
  /** the options */
  children: ReactNode;
}

export function SelectField({ label, error, children, ...select }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error}>
      <select {...select} {...fieldProps(id, undefined, error)}>
        {children}
      </select>
    </Field>
  );
}
