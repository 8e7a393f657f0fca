import { useEffect } from 'react';

import { ApiError } from '#lib/client/http/api-error.ts';
import { checkToken } from '#lib/client/password-reset.ts';

import { restartReset } from './reset-navigation.ts';

/** Asks on arrival whether the token still leads on (spec 4). When nobody answers, the next step will tell. */
export function useTokenCheck(token: string): void {
  useEffect(() => {
    checkToken({ token_id: token }).catch((thrown: unknown) => {
      if (thrown instanceof ApiError && thrown.status === 400) restartReset();
    });
  }, [token]);
}
