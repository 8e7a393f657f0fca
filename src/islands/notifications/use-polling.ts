import { useStore } from '@nanostores/react';
import { useEffect } from 'react';

import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { isLoggedIn } from '#lib/client/stores/login.ts';

/** Polls for notifications once the page has loaded, until the member signs out. */
export function usePolling(): void {
  const isIn = useStore(isLoggedIn, { ssr: 'initial' });
  useEffect(() => {
    if (!isIn) return undefined;
    let isOver = false;
    let stop: (() => void) | undefined;
    const start = async () => {
      const { startNotificationPolling } = await import('#lib/client/notification-poller.ts');
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
