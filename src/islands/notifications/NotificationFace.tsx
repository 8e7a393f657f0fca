import { Icon } from '#islands/ui/Icon.tsx';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import type { Notification } from '#lib/contract/notifications/notifications.ts';

import { notificationStyle } from './notification-styles.ts';

import styles from './Notifications.module.css';

/** Who caused a notification, with a badge of what it is about; the badge alone where no member did. */
export function NotificationFace({ notification }: { notification: Notification }) {
  const { actor } = notification;
  const { icon, tone } = notificationStyle(notification);
  const badge = (
    <span className={actor ? styles.badge : styles.icon} data-tone={tone}>
      <Icon path={icon} />
    </span>
  );
  if (!actor) return badge;
  return (
    <span className={styles.face}>
      <Avatar name={actor.name} picture={actor.profile_picture} />
      {badge}
    </span>
  );
}
