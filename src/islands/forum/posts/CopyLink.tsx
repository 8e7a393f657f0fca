import { useEffect, useRef, useState } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { copyText } from '#lib/client/clipboard.ts';

const COPIED_MS = 2000;

/** Whether a text was copied in the last 2 seconds. */
function useCopied() {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copied = () => {
    clearTimeout(timer.current);
    setIsCopied(true);
    timer.current = setTimeout(() => setIsCopied(false), COPIED_MS);
  };
  return { isCopied, copied };
}

interface Props {
  url: string;
  /** of the field with the link */
  name: string;
  label: string;
  copiedLabel: string;
  /** the main one: it stands out, and has the focus when its dialog opens */
  isMain?: boolean;
}

/** A link, and a button that copies it. */
export function CopyLink({ url, name, label, copiedLabel, isMain = false }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const { isCopied, copied } = useCopied();
  const copy = async () => {
    field.current?.select();
    // Over plain http only the old command works.
    if ((await copyText(url)) || document.execCommand('copy')) copied();
  };
  return (
    <>
      <input
        ref={field}
        readOnly
        aria-label={name}
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <button
        type="button"
        className={isMain ? 'button' : 'button quiet'}
        data-focus={isMain || undefined}
        onClick={() => void copy()}
      >
        <Icon path={isCopied ? ICONS.check : ICONS.copy} />
        <span aria-live="polite">{isCopied ? copiedLabel : label}</span>
      </button>
    </>
  );
}
