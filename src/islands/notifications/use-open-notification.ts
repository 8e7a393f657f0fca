import { useQueryClient } from '@tanstack/react-query';
import { navigate } from 'astro:transitions/client';
import { useState } from 'react';

import { toSignIn } from '#lib/client/auth.ts';
import { isSignedOut } from '#lib/client/http/api-error.ts';
import { sentenceOf } from '#lib/client/http/error-message.ts';
import { lookForNotifications } from '#lib/client/notification-poller.ts';
import { markRead, showNotification } from '#lib/client/notifications.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { type Notification, notificationPath } from '#lib/contract/notifications.ts';

function sayFailed(thrown: unknown): void {
  if (isSignedOut(thrown) && toSignIn()) return;
  const message = sentenceOf(thrown);
  showToast('ForumsPageToast', 'error', message, 'bottom-right');
}

/** Opens notifications: marks them read, then goes where they lead (spec 2). @param onLeave told before it goes */
export function useOpen(onLeave: () => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();

  const read = async ({ id }: Notification) => {
    showNotification(client, await markRead(id));
    // The badge, here and in other tabs; the next look comes anyway.
    lookForNotifications().catch(() => null);
  };
  const open = async (notification: Notification) => {
    if (busy) return;
    setBusy(notification.id);
    try {
      if (!notification.is_read) await read(notification);
      const path = notificationPath(notification);
      if (!path) return;
      onLeave();
      await navigate(path);
    } catch (thrown) {
      sayFailed(thrown);
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, open: (notification: Notification) => void open(notification) };
}
