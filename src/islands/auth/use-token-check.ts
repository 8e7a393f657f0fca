import { useEffect } from 'react';

import { ApiError } from '#lib/client/http/api-error.ts';
import { checkResetToken } from '#lib/client/password-reset.ts';

import { restartReset } from './reset-navigation.ts';

/** Checks on arrival that the token is valid. If the request fails, the next step checks it again. */
export function useTokenCheck(token: string): void {
  useEffect(() => {
    checkResetToken({ token_id: token }).catch((thrown: unknown) => {
      if (thrown instanceof ApiError && thrown.status === 400) restartReset();
    });
  }, [token]);
}
