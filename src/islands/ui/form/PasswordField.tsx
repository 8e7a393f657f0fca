import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { Icon } from '#islands/ui/Icon.tsx';

import { TextField } from './TextField.tsx';

import styles from './PasswordField.module.css';

interface Props {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error?: string | undefined;
}

/** A password that can be made visible; the caret stays where it is. */
export function PasswordField({ label, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isVisible, setIsVisible] = useState(false);

  const toggle = () => {
    const { selectionStart = null, selectionEnd = null } = input.current ?? {};
    // The caret can be restored only after the type has changed.
    flushSync(() => setIsVisible(!isVisible));
    input.current?.setSelectionRange(selectionStart, selectionEnd);
  };
  return (
    <TextField
      {...field}
      ref={input}
      label={label}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      trailing={
        <button
          type="button"
          className={styles.toggle}
          aria-label={`Show ${label.toLowerCase()}`}
          aria-pressed={isVisible}
          onPointerDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          <Icon name={isVisible ? 'eye-off' : 'eye'} size={24} />
        </button>
      }
    />
  );
}
