import { useQueryClient } from '@tanstack/react-query';
import { navigate } from 'astro:transitions/client';
import { useState } from 'react';

import { redirectToSignIn } from '#lib/client/auth.ts';
import { isSignedOut } from '#lib/client/http/api-error.ts';
import { errorSentence } from '#lib/client/http/error-message.ts';
import { pollOnce } from '#lib/client/notification-poller.ts';
import { markNotificationRead, updateCachedNotification } from '#lib/client/notifications.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { type Notification, notificationPath } from '#lib/contract/notifications.ts';

function sayFailed(thrown: unknown): void {
  if (isSignedOut(thrown) && redirectToSignIn()) return;
  const message = errorSentence(thrown);
  showToast('ForumsPageToast', 'error', message, 'bottom-right');
}

/** Opens notifications: marks them read, then goes where they lead (spec 2). @param onClose told before it goes */
export function useOpenNotification(onClose: () => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();

  const read = async ({ id }: Notification) => {
    updateCachedNotification(client, await markNotificationRead(id));
    // The badge, here and in other tabs; the next look comes anyway.
    pollOnce().catch(() => null);
  };
  const open = async (notification: Notification) => {
    if (busy) return;
    setBusy(notification.id);
    try {
      if (!notification.is_read) await read(notification);
      const path = notificationPath(notification);
      if (!path) return;
      onClose();
      await navigate(path);
    } catch (thrown) {
      sayFailed(thrown);
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, open: (notification: Notification) => void open(notification) };
}
