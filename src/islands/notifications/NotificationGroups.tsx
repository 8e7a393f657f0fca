import { serverNow } from '#lib/client/server-clock.ts';
import type { Notification } from '#lib/contract/notifications.ts';

import { groupByPeriod } from './notification-periods.ts';
import { NotificationRow } from './NotificationRow.tsx';
import { useOpenNotification } from './use-open-notification.ts';

import styles from './Notifications.module.css';

interface Props {
  notifications: Notification[];
  onClose: () => void;
}

/** The rows under their headings. */
export function NotificationGroups({ notifications: all, onClose }: Props) {
  const { pendingId, open } = useOpenNotification(onClose);
  const now = serverNow();
  return groupByPeriod(all, now).map(({ period, notifications }) => (
    <section key={period}>
      <h3 className={styles.period}>{period}</h3>
      <ul className={styles.list}>
        {notifications.map((each) => (
          <NotificationRow
            key={each.id}
            notification={each}
            now={now}
            isBusy={pendingId === each.id}
            onOpen={(notification) => pendingId ?? open(notification)}
          />
        ))}
      </ul>
    </section>
  ));
}
