import { useUnread } from './use-unread.ts';

import styles from './Notifications.module.css';

/** The number of unread notifications beside an icon, and the name of the link that it stands in. */
export default function UnreadCount() {
  const unread = useUnread();
  return (
    <>
      <span className={styles.count} aria-hidden="true">
        {unread}
      </span>
      <span className="visually-hidden">
        {unread ? `Notifications, ${unread} unread` : 'Notifications'}
      </span>
    </>
  );
}
