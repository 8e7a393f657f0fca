import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';

import { ApiError } from '#lib/client/http/api-error.ts';
import { requestData } from '#lib/client/http/request.ts';
import { hasKeys, ignoreBody } from '#lib/client/http/response-shape.ts';
import { t } from '#lib/messages/t.ts';

import { loginWithPasskey } from './auth.ts';

const ACCOUNT = 'web/account/passkeys';
const SIGN_IN_OPTIONS = 'web/auth/passkey/options';

const creationBody = hasKeys<PublicKeyCredentialCreationOptionsJSON>('challenge', 'rp', 'user');
const requestBody = hasKeys<PublicKeyCredentialRequestOptionsJSON>('challenge', 'rpId');

/**
 * Logs in with a passkey that the member chooses.
 * @throws ApiError, or an error of the browser
 */
export async function signIn(): Promise<void> {
  const optionsJSON = await requestData(SIGN_IN_OPTIONS, requestBody);
  await loginWithPasskey(await startAuthentication({ optionsJSON }));
}

// A challenge is valid for 5 minutes.
const RENEW_MS = 240_000;

/**
 * Lets the browser suggest passkeys in the email field while the page is open.
 * @returns after a login with a chosen passkey
 * @throws ApiError, or an error of the browser: when another passkey is used, or the page is left
 */
export async function signInBySuggestion(): Promise<void> {
  for (;;) {
    const optionsJSON = await requestData(SIGN_IN_OPTIONS, requestBody);
    let isExpired = false;
    const renewal = setTimeout(() => {
      isExpired = true;
      WebAuthnAbortService.cancelCeremony();
    }, RENEW_MS);
    try {
      const used = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
      return void (await loginWithPasskey(used));
    } catch (error) {
      if (!isExpired) throw error;
    } finally {
      clearTimeout(renewal);
    }
  }
}

/** Cancels a pending passkey request. */
export const cancel = (): void => WebAuthnAbortService.cancelCeremony();

/**
 * Adds a passkey to the viewer's account.
 * @throws ApiError, or an error of the browser
 */
export async function add(): Promise<void> {
  const optionsJSON = await requestData(`${ACCOUNT}/options`, creationBody);
  const json = await startRegistration({ optionsJSON });
  await requestData(ACCOUNT, ignoreBody, { method: 'post', json });
}

/**
 * Confirms the viewer's identity with a passkey instead of the password.
 * @throws ApiError, or an error of the browser
 */
export async function confirm(): Promise<void> {
  const optionsJSON = await requestData(`${ACCOUNT}/confirmation-options`, requestBody);
  const json = await startAuthentication({ optionsJSON });
  await requestData(`${ACCOUNT}/confirmations`, ignoreBody, { method: 'post', json });
}

const unsupported = () => t('passkey.no_use');

/**
 * Describes an error of a passkey.
 * @param thrown by the browser or a request
 * @returns a sentence, or null when another passkey request replaced this one
 */
export function passkeyErrorMessage(thrown: unknown): string | null {
  if (thrown instanceof ApiError) return thrown.message;
  if (!(thrown instanceof WebAuthnError)) return unsupported();
  if (thrown.code === 'ERROR_CEREMONY_ABORTED') return null;
  if (thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return t('passkey.exists');
  // The browser does not say whether the member canceled or has no passkey.
  return thrown.name === 'NotAllowedError' ? t('passkey.cancelled') : unsupported();
}
