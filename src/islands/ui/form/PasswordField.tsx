import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { Icon } from '#islands/ui/Icon.tsx';
import { t } from '#lib/messages/t.ts';

import { TextField } from './TextField.tsx';

import styles from './PasswordField.module.css';

const EYE =
  'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12ZM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0';
const EYE_OFF =
  'M4 4l16 16M9.5 6C15 4.5 19 7.5 21.5 12a16 16 0 0 1-3 3.8M14 18.3C9 19.3 5 16.5 2.5 12a16 16 0 0 1 3.5-4.3M10 10a3 3 0 0 0 4 4';

interface Props {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error?: string | undefined;
}

/** A password field with a button to show the text. The caret keeps its place. */
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
          aria-label={t('form.show', { label: label.toLowerCase() })}
          aria-pressed={isVisible}
          onPointerDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          <Icon path={isVisible ? EYE_OFF : EYE} size={24} />
        </button>
      }
    />
  );
}
