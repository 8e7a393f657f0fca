import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { Icon } from '#islands/ui/Icon.tsx';
import { TextField } from '#islands/ui/TextField.tsx';

import styles from './PasswordField.module.css';

/** A password that can be shown while it is typed; the caret stays where it is. */
export function PasswordField({ error }: { error?: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setIsShown] = useState(false);

  const toggle = () => {
    const { selectionStart = null, selectionEnd = null } = input.current ?? {};
    // Only once the field has its new type can it be told where the caret was.
    flushSync(() => setIsShown(!isShown));
    input.current?.setSelectionRange(selectionStart, selectionEnd);
  };
  return (
    <TextField
      ref={input}
      label="Password"
      type={isShown ? 'text' : 'password'}
      name="password"
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
      end={
        <button
          type="button"
          className={styles.toggle}
          aria-label="Show password"
          aria-pressed={isShown}
          onPointerDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} size={24} />
        </button>
      }
    />
  );
}
