import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { t } from '#lib/messages/t.ts';

import styles from './FormError.module.css';

interface Props {
  message?: string | undefined;
  /** offers a login in another tab, so that input is not lost */
  isSignedOut?: boolean;
  /** a toast shows and announces the error first */
  isToasted?: boolean | undefined;
}

/** Shown beside the link to log in again. */
export const draftMessage = (): string => t('form.stays');

/** An error about the whole form. It can be focused. */
export const FormError = ({ message, isSignedOut = false, isToasted = false }: Props) =>
  message ? (
    <p
      className={styles.failure}
      role={isToasted ? undefined : 'alert'}
      tabIndex={-1}
      data-error={isToasted ? 'collapsed' : ''}
    >
      <Icon path={ICONS.alert} />
      <span>
        {message}{' '}
        {isSignedOut && (
          <a href="/login" target="_blank" rel="noreferrer">
            {t('auth.login')}
          </a>
        )}
      </span>
    </p>
  ) : null;
