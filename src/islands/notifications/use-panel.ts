import {
  type ComponentType,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

import { resetNotifications } from '#lib/client/notifications.ts';
import { offerReload, OUTDATED_MESSAGE } from '#lib/client/page/offer-reload.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { newestNotifications } from '#lib/client/stores/navbar.ts';

const OFFLINE_MESSAGE = 'We couldn’t load your notifications. Please check your connection.';

/** The list of the panel, null while it is loading; and why it could not be loaded. */
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
    return { List: null, failure: isOutdated ? OUTDATED_MESSAGE : OFFLINE_MESSAGE };
  }
}

/** The panel below the bell. Its list is loaded when it opens, and is not there while it is closed. */
export function usePanel() {
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
  // It may have been opened before hydration. `:is()`, because old browsers reject an unknown pseudo-class.
  const showOpened = useEffectEvent(() => ref.current?.matches(':is(:popover-open)') && open());
  useEffect(() => {
    showOpened();
    const hide = () => ref.current?.hidePopover();
    document.addEventListener('astro:before-swap', hide);
    return () => document.removeEventListener('astro:before-swap', hide);
  }, []);
  return { ref, isOpen, onToggle, close, ...content };
}
