import { useMutation } from '@tanstack/react-query';
import { navigate } from 'astro:transitions/client';

import { openNotificationMutation } from '#lib/client/notifications.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { notificationPath } from '#lib/contract/notifications.ts';

/**
 * Opens notifications: marks them read, then goes where they lead.
 * @param onLeave called before the page is left
 */
export function useOpenNotification(onLeave: () => void) {
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
