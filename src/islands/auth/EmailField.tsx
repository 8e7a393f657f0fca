import { useEffect, useRef } from 'react';

import { TextField } from '#islands/ui/form/TextField.tsx';

interface Props {
  /** what it holds at first */
  initialValue?: string | undefined;
  /** what is wrong with it */
  error: string | undefined;
}

/** Whose account it is. */
export function EmailField({ initialValue = '', error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // What was typed before the script came stays.
  useEffect(() => {
    if (input.current) input.current.value ||= initialValue;
  }, [initialValue]);
  return (
    <TextField
      ref={input}
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
    />
  );
}
