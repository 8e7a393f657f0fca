import { useStore } from '@nanostores/react';
import {
  type ComponentType,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { resetNotifications } from '#lib/client/notifications/notifications.ts';
import { offerReload, OUTDATED_MESSAGE } from '#lib/client/page/offer-reload.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { isLoggedIn } from '#lib/client/stores/login.ts';
import { newestNotifications } from '#lib/client/stores/newest-notifications.ts';
import { MAX_UNREAD } from '#lib/contract/notifications/notification-kinds.ts';
import { NOTIFICATIONS_PATH } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';

import styles from './Notifications.module.css';

/** Formats a number of unread notifications, e.g. `7`, or `9+`. */
export const formatUnread = (count: number): string =>
  count < MAX_UNREAD ? String(count) : `${MAX_UNREAD - 1}+`;

/** The number of unread notifications at the last poll, as text; empty for none. */
function useUnread(): string {
  const newest = useStore(newestNotifications, { ssr: 'initial' });
  return newest?.has_unread ? formatUnread(newest.unread_count) : '';
}

/** The list in the panel, null while it loads, and the error if it cannot be loaded. */
interface Content {
  List: ComponentType<{ onClose: () => void }> | null;
  failure: string;
}
const LOADING: Content = { List: null, failure: '' };

async function loadContent(): Promise<Content> {
  try {
    const { NotificationList } = await import('./NotificationList.tsx');
    return { List: NotificationList, failure: '' };
  } catch {
    const isOutdated = await offerReload();
    return { List: null, failure: isOutdated ? OUTDATED_MESSAGE : t('bell.failed') };
  }
}

/** The panel below the bell. Its list loads when it opens, and unmounts when it closes. */
function usePanel() {
  const ref = useRef<HTMLElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [content, setContent] = useState(LOADING);
  const open = () => {
    const newest = newestNotifications.get();
    if (newest) resetNotifications(queryClient(), newest);
    setIsOpen(true);
    if (!content.List) void loadContent().then(setContent);
  };
  const onToggle = ({ nativeEvent }: SyntheticEvent) =>
    (nativeEvent as ToggleEvent).newState === 'open' ? open() : setIsOpen(false);
  const close = () => ref.current?.hidePopover();
  // The panel may have opened before hydration. `:is()`, because old browsers reject an unknown pseudo-class.
  const showOpened = useEffectEvent(() => ref.current?.matches(':is(:popover-open)') && open());
  useEffect(() => {
    showOpened();
    const hide = () => ref.current?.hidePopover();
    document.addEventListener('astro:before-swap', hide);
    return () => document.removeEventListener('astro:before-swap', hide);
  }, []);
  return { ref, isOpen, onToggle, close, ...content };
}

/** Polls for notifications from the load of the page until logout. */
function usePolling(): void {
  const isIn = useStore(isLoggedIn, { ssr: 'initial' });
  useEffect(() => {
    if (!isIn) return undefined;
    let isOver = false;
    let stop: (() => void) | undefined;
    const start = async () => {
      const { startNotificationPolling } =
        await import('#lib/client/notifications/notification-poller.ts');
      if (!isOver) stop = startNotificationPolling(getViewerId());
    };
    const begin = () => void start().catch(() => null);
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true });
    return () => {
      isOver = true;
      removeEventListener('load', begin);
      stop?.();
    };
  }, [isIn]);
}

/** The bell in the header, with the number of unread notifications and their list. */
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
        aria-label={unread ? t('bell.with_unread', { count: unread }) : t('shell.notifications')}
        data-bell
      >
        <Icon path={ICONS.bell} size={24} />
        <span className={styles.count}>{unread}</span>
      </button>
      <section
        ref={ref}
        className={`panel ${styles.panel}`}
        id="notifications"
        popover="auto"
        aria-labelledby="notifications-title"
        onToggle={onToggle}
      >
        <div className={styles.head}>
          <h2 id="notifications-title">{t('bell.title')}</h2>
          <a className="link" href={NOTIFICATIONS_PATH}>
            {t('bell.see_all')}
          </a>
        </div>
        {isOpen && List ? (
          <List onClose={close} />
        ) : (
          <p className={styles.note}>{failure || t('bell.loading')}</p>
        )}
      </section>
    </>
  );
}
