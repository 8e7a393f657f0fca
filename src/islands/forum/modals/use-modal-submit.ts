import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError, isSignedOut, errorMessage } from '#lib/client/http/api-error.ts';
import { evictIfNotFound } from '#lib/client/post-cache.ts';
import { dismissToasts, toastError } from '#lib/client/toasts/forum-toasts.ts';

/** Sends what a dialog about a post holds. Whatever fails, what was written stays. */
export function useSend(postId: string) {
  const client = useQueryClient();
  const [isPending, setIsPending] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  /** what is said besides the toast: where to sign in again */
  const [ended, setEnded] = useState('');

  const send = async (call: () => Promise<unknown>): Promise<boolean> => {
    setIsPending(true);
    setFields({});
    setEnded('');
    dismissToasts();
    try {
      await call();
      return true;
    } catch (error) {
      setFields(error instanceof ApiError ? error.fields : {});
      setEnded(isSignedOut(error) ? errorMessage(error) : '');
      toastError(error);
      evictIfNotFound(client, postId, error);
      return false;
    } finally {
      setIsPending(false);
    }
  };
  return { isPending, fields, setFields, ended, send };
}
