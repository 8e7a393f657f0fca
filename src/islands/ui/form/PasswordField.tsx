import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { Icon } from '#islands/ui/Icon.tsx';

import { TextField } from './TextField.tsx';

import styles from './PasswordField.module.css';

interface Props {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  /** what is said about it beforehand */
  hint?: string;
  /** what is wrong with it */
  error?: string | undefined;
}

/** A password that can be shown while it is typed; the caret stays where it is. */
export function PasswordField({ label, ...field }: Props) {
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
      {...field}
      ref={input}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      trailing={
        <button
          type="button"
          className={styles.toggle}
          aria-label={`Show ${label.toLowerCase()}`}
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
