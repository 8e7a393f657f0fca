import { ApiError } from '#lib/client/http/api-error.ts';
import { clearAccessToken, requestData } from '#lib/client/http/request.ts';
import { hasKeys, ignoreBody } from '#lib/client/http/response-shape.ts';
import { deleteMemberPages } from '#lib/client/offline/member-cache.ts';
import { markSignedOut } from '#lib/client/page/pending-sign-out.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { isLoggedIn } from '#lib/client/stores/login.ts';
import type { Credentials, SignedIn } from '#lib/contract/people/sign-in/auth.ts';
import { t } from '#lib/messages/t.ts';

const signedInBody = hasKeys<SignedIn>('account_id', 'name');
const NO_COOKIES_MESSAGE = t('error.no_cookies');

/** A CSRF token belongs to a cookie: when a new one is rejected, the browser has stored no cookie. */
function throwWithoutCookies(error: unknown): never {
  if (!(error instanceof ApiError && error.code === 'invalid_csrf_token')) throw error;
  throw new ApiError(NO_COOKIES_MESSAGE, { code: error.code, status: error.status, cause: error });
}

/** @param json the member's credentials */
async function signIn(path: string, json: object): Promise<SignedIn> {
  // The response to an earlier logout deletes the session cookie, so wait for it.
  await pendingLogout;
  const sent = requestData(path, signedInBody, { method: 'post', json });
  const member = await sent.catch(throwWithoutCookies);
  clearAccessToken();
  // Another member may have been logged in before.
  await deleteMemberPages(null);
  queryClient().clear();
  isLoggedIn.set(true);
  return member;
}

/** Logs in with the password. @throws ApiError */
export const login = (credentials: Credentials): Promise<SignedIn> =>
  signIn('web/auth/login', credentials);

/** Logs in with a passkey. @param used the authenticator's assertion @throws ApiError */
export const loginWithPasskey = (used: object): Promise<SignedIn> =>
  signIn('web/auth/passkey', used);

/** Clears the member's data, as after a logout or a new password. */
export function clearClientState(): void {
  queryClient().clear();
  sessionStorage.clear();
  isLoggedIn.set(false);
}

const LOGOUT_TIMEOUT_MS = 8000;
let pendingLogout: Promise<boolean> | undefined;

async function postLogout(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LOGOUT_TIMEOUT_MS);
    await requestData('web/auth/logout', ignoreBody, { method: 'post', signal });
    return true;
  } catch {
    return false;
  } finally {
    pendingLogout = undefined;
  }
}

/**
 * Ends the session on the server, including one that an earlier `logout` could not end.
 * @returns whether the server responded; if not, `isMarkedSignedOut` stays true
 */
export const endSession = (): Promise<boolean> => (pendingLogout ??= postLogout());

/**
 * Logs out in this browser, whether or not the server responds.
 * @returns whether the session also ended on the server
 */
export async function logout(): Promise<boolean> {
  markSignedOut();
  const ended = await endSession();
  clearClientState();
  return ended;
}
