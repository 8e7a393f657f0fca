import { type ReactNode, useEffect, useRef } from 'react';

import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { errorMessage, isInField, isSignedOut } from '#lib/client/http/api-error.ts';

import styles from './UploadStatus.module.css';

interface BannerProps {
  className: string | undefined;
  children: ReactNode;
}

/** Takes the focus, which the disabled fields lose. */
function FocusedBanner(props: BannerProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return <div ref={ref} tabIndex={-1} data-banner {...props} />;
}

interface Props {
  isPending: boolean;
  /** the share that has been sent, 0 to 1 */
  progress: number;
  error: Error | null;
  cancel: () => void;
}

/** What is not about a field is announced by a toast, which shows it first. */
function UploadError({ error }: { error: Error }) {
  return (
    <FocusedBanner className={styles.failed}>
      <Icon path={ICONS.alert} />
      <p>
        {isInField(error) ? (
          'Not posted yet. Please fix what’s marked above.'
        ) : (
          <>
            Not posted yet. <span data-error>{errorMessage(error)}</span>
          </>
        )}{' '}
        {isSignedOut(error) && (
          // In another tab, so that the selected images stay here.
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
}

/** How the upload of a post goes. */
export function UploadStatus({ isPending, progress, error, cancel }: Props) {
  if (error) return <UploadError error={error} />;
  if (!isPending) return null;
  const percent = Math.round(progress * 100);
  return (
    <FocusedBanner className={styles.sending}>
      <Spinner />
      <p>{percent < 100 ? `Uploading… ${percent}%` : 'Almost done…'}</p>
      <button type="button" className="button quiet" onClick={cancel}>
        Cancel
      </button>
      <progress value={progress} aria-label="Upload" />
    </FocusedBanner>
  );
}
