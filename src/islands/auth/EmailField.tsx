import { useEffect, useRef } from 'react';

import { TextField } from '#islands/ui/form/TextField.tsx';
import { t } from '#lib/messages/t.ts';

interface Props {
  initialValue?: string | undefined;
  error: string | undefined;
  /** with `webauthn` last, the browser also suggests passkeys */
  autoComplete?: 'username' | 'username webauthn';
}

export function EmailField({ initialValue = '', error, autoComplete = 'username' }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // Keep text typed before hydration.
  useEffect(() => {
    if (input.current) input.current.value ||= initialValue;
  }, [initialValue]);
  return (
    <TextField
      ref={input}
      label={t('auth.email')}
      type="email"
      name="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
    />
  );
}
