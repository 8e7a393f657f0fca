import * as z from 'zod/mini';

import { type Credentials, SignedIn } from '#lib/contract/auth.ts';

import { accessToken, forgetToken } from './access-token.ts';
import { CallFailed } from './call-failed.ts';
import { callData } from './http.ts';
import { queryClient } from './query.ts';
import { isLoggedIn } from './stores/login.ts';

const NO_COOKIES = 'Your browser did not keep the sign-in. Please allow cookies for this site.';

/** A browser that takes no cookies shows itself here; other failures must not undo a good sign-in. */
async function checkSession(): Promise<void> {
  try {
    await accessToken();
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 401) return;
    isLoggedIn.set(false);
    throw new CallFailed(NO_COOKIES, { code: error.code, status: error.status, cause: error });
  }
}

/**
 * Signs in, then checks that the session holds (spec 4).
 * @throws CallFailed
 */
export async function login(credentials: Credentials): Promise<SignedIn> {
  const member = await callData('web/auth/login', SignedIn, { method: 'post', json: credentials });
  forgetToken();
  queryClient().clear();
  isLoggedIn.set(true);
  await checkSession();
  return member;
}

function forgetEverything(): void {
  queryClient().clear();
  sessionStorage.clear();
  isLoggedIn.set(false);
}

/** Signs out. Whatever the server answers, this browser forgets and the sign-in screen follows (spec 4). */
export async function logout(): Promise<void> {
  try {
    await callData('web/auth/logout', z.null(), { method: 'post' });
  } catch {
    // Said by what follows: a session that still lives leads from /login back into the forum.
  } finally {
    forgetEverything();
    location.assign('/login');
  }
}
