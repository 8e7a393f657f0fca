import { useEffect, useEffectEvent } from 'react';

import { ApiError } from '#lib/client/http/api-error.ts';
import { checkResetToken } from '#lib/client/people/password-reset.ts';

import { restartReset } from './reset-navigation.ts';

/**
 * Checks on arrival that the token is valid. If the request fails, the next step checks it again.
 * @param isSending the next step has been sent: its response decides
 */
export function useTokenCheck(token: string, isSending: boolean): void {
  const onFailure = useEffectEvent((thrown: unknown) => {
    if (!isSending && thrown instanceof ApiError && thrown.status === 400) restartReset();
  });
  useEffect(() => {
    const control = new AbortController();
    checkResetToken({ token_id: token }, control.signal).catch((thrown) => onFailure(thrown));
    return () => control.abort();
  }, [token]);
}
