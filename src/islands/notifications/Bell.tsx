import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';

import { usePanel } from './use-panel.ts';
import { usePolling } from './use-polling.ts';
import { useUnread } from './use-unread.ts';

import styles from './Notifications.module.css';

/** The bell in the header, with a dot for unread notifications and the list below it. */
export default function Bell() {
  usePolling();
  const unread = useUnread();
  const { ref, isOpen, onToggle, close, List, failure } = usePanel();
  return (
    <>
      <button
        type="button"
        className={`round ${styles.bell}`}
        popoverTarget="notifications"
        aria-label={unread ? 'Notifications, some unread' : 'Notifications'}
        data-bell
        data-unread={unread !== '' || undefined}
      >
        <Icon path={ICONS.bell} size={24} />
        <span className={styles.dot} />
      </button>
      <section
        ref={ref}
        className={`panel ${styles.panel}`}
        id="notifications"
        popover="auto"
        aria-labelledby="notifications-title"
        onToggle={onToggle}
      >
        <h2 id="notifications-title">Notification</h2>
        {isOpen && List ? (
          <List onClose={close} />
        ) : (
          <p className={styles.note}>{failure || 'Loading…'}</p>
        )}
      </section>
    </>
  );
}
