import { Icon } from '#islands/ui/Icon.tsx';

import styles from './ErrorState.module.css';

interface Props {
  message?: string | undefined;
  /** the session has ended: a sign-in is offered beside this page, which keeps what was written */
  isSignedOut?: boolean;
}

/** Why a form came to nothing, above its fields; nothing when there is nothing to say. It can be focused. */
export const FormError = ({ message, isSignedOut = false }: Props) =>
  message ? (
    <p className={styles.failure} role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <span>
        {message}{' '}
        {isSignedOut && (
          <a href="/login" target="_blank" rel="noreferrer">
            Login
          </a>
        )}
      </span>
    </p>
  ) : null;
