import { useEffect, useRef } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';

import styles from './Status.module.css';
import type { Sending } from './use-publish.ts';

interface Props {
  sending: Sending;
  onCancel: () => void;
}

function Progress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const percent = Math.round(share * 100);
  return (
    <>
      <Spinner />
      <p>{percent < 100 ? `Uploading… ${percent}%` : 'Almost done…'}</p>
      <button type="button" className="button quiet" onClick={onCancel}>
        Cancel
      </button>
      <progress value={share} aria-label="Upload" />
    </>
  );
}

/** How the sending of a post goes. It takes the focus, which the disabled fields let go. */
export function Status({ sending, onCancel }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const { state } = sending;
  const isShown = state === 'sending' || (state === 'failed' && sending.message !== '');
  useEffect(() => {
    if (isShown) ref.current?.focus();
  }, [isShown, state]);
  if (!isShown) return null;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className={styles[state]}
      role={state === 'failed' ? 'alert' : undefined}
    >
      {state === 'sending' ? (
        <Progress share={sending.share} onCancel={onCancel} />
      ) : (
        <>
          <Icon name="alert" />
          <p>{sending.message}</p>
        </>
      )}
    </div>
  );
}
