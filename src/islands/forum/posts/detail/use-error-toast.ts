import { useEffect } from 'react';

import { sayFailed } from '#lib/client/toasts/forum-toasts.ts';

/** Says a failure in a toast, once each time it happens (spec 8). */
export function useSaidFailure(error: Error | null): void {
  useEffect(() => {
    if (error) sayFailed(error);
  }, [error]);
}
