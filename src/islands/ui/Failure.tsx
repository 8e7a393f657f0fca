import { Icon } from './Icon.tsx';

import styles from './Failure.module.css';

/** Why a form came to nothing, above its fields; nothing when there is nothing to say. It can be focused. */
export const Failure = ({ message }: { message: string | undefined }) =>
  message ? (
    <p className={styles.failure} role="alert" tabIndex={-1}>
      <Icon name="alert" />
      {message}
    </p>
  ) : null;
