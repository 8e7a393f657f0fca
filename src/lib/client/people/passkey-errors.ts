import { WebAuthnError } from '@simplewebauthn/browser';

import { ApiError } from '#lib/client/http/api-error.ts';

const EXISTS = 'This device already has a passkey for your account.';
const CANCELLED = 'No passkey was used. Please try again, or use your password.';
const UNSUPPORTED = 'This browser couldn’t use a passkey. Please use your password.';

/**
 * Says what went wrong with a passkey.
 * @param thrown by the browser, or by a request
 * @returns a sentence for people, or null when another passkey is being used instead
 */
export function passkeyErrorMessage(thrown: unknown): string | null {
  if (thrown instanceof ApiError) return thrown.message;
  if (!(thrown instanceof WebAuthnError)) return UNSUPPORTED;
  if (thrown.code === 'ERROR_CEREMONY_ABORTED') return null;
  if (thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return EXISTS;
  // The browser does not say whether a member pressed Cancel, or there was no passkey.
  return thrown.name === 'NotAllowedError' ? CANCELLED : UNSUPPORTED;
}
