import type { MutationCacheConfig } from '@tanstack/react-query';

import { type ErrorToast, toastError } from './error-toast.ts';
import { forumToastArea } from './forum-toasts.ts';
import { hideToasts } from './toasts.ts';

interface MutationMeta extends Record<string, unknown> {
  /** shows the mutation's errors; `{}` in the forum's area */
  errorToast?: ErrorToast;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta;
  }
}

/** Hides the last error when a mutation starts, and shows its own error. */
export const mutationToasts: MutationCacheConfig = {
  onMutate: (_variables, { meta }) => {
    if (meta?.errorToast) hideToasts(meta.errorToast.area ?? forumToastArea());
  },
  onError: (error, _variables, _result, { meta }) => {
    if (meta?.errorToast) toastError(error, meta.errorToast);
  },
};
