import { useEffect, useRef } from 'react';

import { TextField } from '#islands/ui/form/TextField.tsx';

interface Props {
  /** what it holds at first */
  known?: string | undefined;
  /** what is wrong with it */
  error: string | undefined;
}

/** Whose account it is. */
export function EmailField({ known = '', error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // What was typed before the script came stays.
  useEffect(() => {
    if (input.current) input.current.value ||= known;
  }, [known]);
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
