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
 * Signs in with a passkey that the member chooses.
 * @throws ApiError, or what the browser threw
 */
export async function signIn(): Promise<void> {
  const optionsJSON = await requestData(SIGN_IN_OPTIONS, requestBody);
  await loginWithPasskey(await startAuthentication({ optionsJSON }));
}

// A challenge works for 5 minutes.
const RENEW_MS = 240_000;

/**
 * Lets the browser suggest passkeys in the email field, for as long as its page is there.
 * @returns once one was chosen, and signed in
 * @throws ApiError, or what the browser threw: when another passkey is used, or the page is left
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

/** Ends what waits for a passkey. */
export const cancel = (): void => WebAuthnAbortService.cancelCeremony();

/**
 * Adds a passkey to the viewer's account.
 * @throws ApiError, or what the browser threw
 */
export async function add(): Promise<void> {
  const optionsJSON = await requestData(`${ACCOUNT}/options`, creationBody);
  const json = await startRegistration({ optionsJSON });
  await requestData(ACCOUNT, ignoreBody, { method: 'post', json });
}

/**
 * Proves with a passkey who the viewer is, as the password does.
 * @throws ApiError, or what the browser threw
 */
export async function confirm(): Promise<void> {
  const optionsJSON = await requestData(`${ACCOUNT}/confirmation-options`, requestBody);
  const json = await startAuthentication({ optionsJSON });
  await requestData(`${ACCOUNT}/confirmations`, ignoreBody, { method: 'post', json });
}

const unsupported = () => t('passkey.no_use');

/**
 * Says what went wrong with a passkey.
 * @param thrown by the browser, or by a request
 * @returns a sentence for people, or null when another passkey is being used instead
 */
export function passkeyErrorMessage(thrown: unknown): string | null {
  if (thrown instanceof ApiError) return thrown.message;
  if (!(thrown instanceof WebAuthnError)) return unsupported();
  if (thrown.code === 'ERROR_CEREMONY_ABORTED') return null;
  if (thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return t('passkey.exists');
  // The browser does not say whether a member pressed Cancel, or there was no passkey.
  return thrown.name === 'NotAllowedError' ? t('passkey.cancelled') : unsupported();
}
