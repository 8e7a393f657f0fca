import { useEffect } from 'react';

import { toastError } from '#lib/client/toasts/forum-toasts.ts';

/** Says a failure in a toast, once each time it happens (spec 8). */
export function useErrorToast(error: Error | null): void {
  useEffect(() => {
    if (error) toastError(error);
  }, [error]);
}
