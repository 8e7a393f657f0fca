import { useEffect } from 'react';

import { CallFailed } from '#lib/client/http/api-error.ts';
import { checkToken } from '#lib/client/password-reset.ts';

import { startAgain } from './reset-navigation.ts';

/** Asks on arrival whether the token still leads on (spec 4). When nobody answers, the next step will tell. */
export function useTokenCheck(token: string): void {
  useEffect(() => {
    checkToken({ token_id: token }).catch((thrown: unknown) => {
      if (thrown instanceof CallFailed && thrown.status === 400) startAgain();
    });
  }, [token]);
}
