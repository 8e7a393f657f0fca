import { useMutation } from '@tanstack/react-query';
import { navigate } from 'astro:transitions/client';

import { openNotificationMutation } from '#lib/client/notifications/notifications.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { serverNow } from '#lib/client/server-clock.ts';
import { type Notification, notificationPath } from '#lib/contract/notifications/notifications.ts';

import { groupByPeriod } from './notification-periods.ts';
import { NotificationRow } from './NotificationRow.tsx';

import styles from './Notifications.module.css';

/**
 * Opens notifications: marks them read, then goes where they lead.
 * @param onLeave called before the page is left
 */
function useOpenNotification(onLeave: () => void) {
  const { mutate, isPending, variables } = useMutation(
    {
      ...openNotificationMutation,
      onSuccess: async (notification) => {
        const path = notificationPath(notification);
        if (!path) return;
        onLeave();
        await navigate(path);
      },
    },
    queryClient(),
  );
  return { pendingId: isPending ? variables.id : undefined, open: mutate };
}

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
