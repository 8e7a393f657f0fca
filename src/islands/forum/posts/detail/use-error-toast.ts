import { useEffect } from 'react';

import { toastError } from '#lib/client/toasts/error-toast.ts';

/** Shows an error in a toast, once. */
export function useErrorToast(error: Error | null): void {
  useEffect(() => {
    if (error) toastError(error);
  }, [error]);
}
