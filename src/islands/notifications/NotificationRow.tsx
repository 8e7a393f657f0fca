import { ago } from '#islands/ui/format/relative-time.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { type Notification, notificationPath } from '#lib/contract/notifications.ts';

import { KINDS } from './notification-styles.ts';

import styles from './Notifications.module.css';

interface Props {
  notification: Notification;
  /** milliseconds since 1970 */
  now: number;
  isBusy: boolean;
  onOpen: (notification: Notification) => void;
}

function Inside({ notification, now }: Pick<Props, 'notification' | 'now'>) {
  const { type, title, content, date, is_read } = notification;
  const { icon, tone, says } = KINDS[type];
  return (
    <>
      <span className={styles.icon} data-tone={tone}>
        <Icon name={icon} />
      </span>
      <span className={styles.words}>
        <span className="visually-hidden">{is_read ? says : `Unread. ${says}`}: </span>
        <b>{title}</b>
        <span>{content}</span>
        <time dateTime={date}>{ago(date, now)}</time>
      </span>
      {!is_read && <span className={styles.unread} />}
    </>
  );
}

/** A notification: a link when it leads somewhere, else a button that only marks it read (spec 2). */
export function NotificationRow({ notification, now, isBusy, onOpen }: Props) {
  const path = notificationPath(notification);
  const row = {
    className: styles.row,
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
        <a href={path} {...row}>
          <Inside notification={notification} now={now} />
        </a>
      ) : (
        <button type="button" {...row}>
          <Inside notification={notification} now={now} />
        </button>
      )}
    </li>
  );
}
