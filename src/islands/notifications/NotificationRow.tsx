import { formatRelativeTime } from '#islands/ui/format/relative-time.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { type Notification, notificationPath } from '#lib/contract/notifications/notifications.ts';
import { t } from '#lib/messages/t.ts';

import { notificationStyle } from './notification-styles.ts';

import styles from './Notifications.module.css';

interface Props {
  notification: Notification;
  /** milliseconds since 1970 */
  now: number;
  isBusy: boolean;
  onOpen: (notification: Notification) => void;
}

/** The avatar of the member behind a notification, with a badge for its kind; the badge alone without a member. */
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

function RowContent({ notification, now }: Pick<Props, 'notification' | 'now'>) {
  const { title, content, date, is_read } = notification;
  const { label } = notificationStyle(notification);
  return (
    <>
      <NotificationFace notification={notification} />
      <span className={styles.text}>
        <span className="visually-hidden">
          {is_read ? label() : t('bell.row_unread', { label: label() })}:{' '}
        </span>
        <b>{title}</b>
        <span>{content}</span>
        <time dateTime={date}>{formatRelativeTime(date, now)}</time>
      </span>
      {!is_read && <span className={styles.unread} />}
    </>
  );
}

/** An example notification, which does nothing when pressed. */
export const StaticNotification = (props: Pick<Props, 'notification' | 'now'>) => (
  <div className={styles.row}>
    <RowContent {...props} />
  </div>
);

/** A link when the notification has a target, otherwise a button that marks it read. */
export function NotificationRow({ notification, now, isBusy, onOpen }: Props) {
  const path = notificationPath(notification);
  const rowProps = {
    className: `focus-inside ${styles.row}`,
    'aria-busy': isBusy || undefined,
    'data-row': notification.id,
    onClick: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      onOpen(notification);
    },
  };
  return (
    <li data-read={notification.is_read}>
      {path ? (
        <a href={path} {...rowProps}>
          <RowContent notification={notification} now={now} />
        </a>
      ) : (
        <button type="button" {...rowProps}>
          <RowContent notification={notification} now={now} />
        </button>
      )}
    </li>
  );
}
