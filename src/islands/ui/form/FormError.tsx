import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';

import styles from './FormError.module.css';

interface Props {
  message?: string | undefined;
  /** offers a login in another tab, so that input is not lost */
  isSignedOut?: boolean;
}

/** An error above a form's fields. It can be focused. */
export const FormError = ({ message, isSignedOut = false }: Props) =>
  message ? (
    <p className={styles.failure} role="alert" tabIndex={-1}>
      <Icon path={ICONS.alert} />
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
