import { type ReactNode, useEffect, useRef } from 'react';

import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { Icon } from '#islands/ui/Icon.tsx';

import type { PublishState } from './use-publish.ts';

import styles from './UploadStatus.module.css';

interface BannerProps {
  className: string | undefined;
  children: ReactNode;
}

/** It takes the focus, which the disabled fields let go. */
function FocusedBanner(props: BannerProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return <div ref={ref} tabIndex={-1} {...props} />;
}

interface Props {
  sending: PublishState;
  onCancel: () => void;
}

/** How the sending of a post goes. */
export function UploadStatus({ sending, onCancel }: Props) {
  if (sending.state === 'failed' && sending.message)
    return (
      <FocusedBanner key="failed" className={styles.failed}>
        <Icon name="alert" />
        <p role="alert">
          {sending.message}{' '}
          {sending.isSignedOut && (
            // Beside this page, so that the chosen pictures stay; afterwards it can be sent from here.
            <a href="/login" target="_blank" rel="noreferrer">
              Login
            </a>
          )}
        </p>
        <button type="submit" className="button quiet">
          Try again
        </button>
      </FocusedBanner>
    );
  if (sending.state !== 'sending') return null;
  const percent = Math.round(sending.share * 100);
  return (
    <FocusedBanner key="sending" className={styles.sending}>
      <Spinner />
      <p>{percent < 100 ? `Uploading… ${percent}%` : 'Almost done…'}</p>
      <button type="button" className="button quiet" onClick={onCancel}>
        Cancel
      </button>
      <progress value={sending.share} aria-label="Upload" />
    </FocusedBanner>
  );
}
