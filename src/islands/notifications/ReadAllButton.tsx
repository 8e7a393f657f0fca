import { useMutation } from '@tanstack/react-query';

import { readAllMutation } from '#lib/client/notifications/notifications.ts';
import { queryClient } from '#lib/client/query/query-client.ts';

import type { useNotificationList } from './use-notification-list.ts';

import styles from './Notifications.module.css';

interface Props {
  list: ReturnType<typeof useNotificationList>;
  /** the button is gone then */
  onRead: () => void;
}

/** Marks read what the list shows and has further down. */
export function ReadAllButton({ list, onRead }: Props) {
  const { mutate, isPending } = useMutation(readAllMutation, queryClient());
  const [newest] = list.notifications;
  if (!newest || !list.hasUnread) return null;
  return (
    <p className={styles.all}>
      <button
        type="button"
        className="link"
        aria-busy={isPending}
        onClick={() => isPending || mutate(newest.id, { onSuccess: onRead })}
      >
        Mark all as read
      </button>
    </p>
  );
}
