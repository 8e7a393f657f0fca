import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

import type { PasskeyTable } from '#lib/server/db/schema.ts';
import { site } from '#lib/site.ts';

import { CHALLENGE_MS } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';

/**
 * The kinds of keys: ES256, which every authenticator has, RS256 of older Windows, and EdDSA
 * (https://www.iana.org/assignments/cose). Others take cryptography that is experimental in Node.
 */
export const ALGORITHMS = [-7, -257, -8];

/** Names a credential to the browser. */
const toDescriptor = ({
  credential_id,
  transports,
}: Pick<PasskeyTable, 'credential_id' | 'transports'>) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports: transports.split(',').filter(Boolean),
});

const toBase64Url = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64url');

/** What an authenticator calls a member: the bytes of the member's id, base64url. It names no person. */
export const userHandleOf = (memberId: string): string =>
  toBase64Url(memberId.replaceAll('-', ''), 'hex');

/**
 * What a browser needs for using a passkey.
 * @param passkeys those that it may use; none lets it offer all that it has for the site
 */
export const requestOptions = (
  party: RelyingParty,
  challenge: string,
  passkeys: PasskeyTable[] = [],
): PublicKeyCredentialRequestOptionsJSON => ({
  challenge: toBase64Url(challenge),
  rpId: party.id,
  timeout: CHALLENGE_MS,
  // It replaces a password: the phone alone is not enough.
  userVerification: 'required',
  allowCredentials: passkeys.map(toDescriptor),
});

/** Whose passkey is created. */
interface PasskeyOwner {
  id: string;
  email: string;
  name: string;
}

/**
 * What a browser needs for creating a passkey.
 * @param passkeys those that the member has: an authenticator makes only one
 */
export async function creationOptions(
  party: RelyingParty,
  challenge: string,
  owner: PasskeyOwner,
  passkeys: PasskeyTable[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(userHandleOf(owner.id), 'base64url')),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge,
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(toDescriptor),
    // The browser can offer it before anything is typed, so that no address need be sent.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}
