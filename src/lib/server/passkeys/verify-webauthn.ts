import type { CreatedPasskey, UsedPasskey } from '#lib/contract/passkeys.ts';
import type { Services } from '#lib/server/context.ts';

import { type ChallengeUse, consumeChallenge } from './challenges.ts';
import { ALGORITHMS } from './passkey-options.ts';
import type { RelyingParty } from './relying-party.ts';

/** What a response of a browser must match. */
export interface Expected extends ChallengeUse {
  party: RelyingParty;
}

/** A passkey as its authenticator describes it. */
interface NewCredential {
  credential_id: string;
  public_key: string;
  counter: number;
  aaguid: string;
}

/** What is stored of a passkey, for verifying its use. */
type StoredCredential = Pick<NewCredential, 'credential_id' | 'public_key'>;

// Loaded when it is used first: it takes 30 MB of memory.
const loadServer = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

// Of a browser that was not requested to attest. The others have certificates, which may name URLs to fetch.
const FORMATS = new Set<unknown>(['none', 'packed']);

const MAX_REASON = 200;

const toBytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

/** The library throws an Error for whatever does not match. @returns null then */
async function orNull<T>({ log }: Services, verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch (error) {
    log.warn({ event: 'passkey_not_verified', reason: String(error).slice(0, MAX_REASON) });
    return null;
  }
}

/** @returns the challenge of a response, base64url, or null when it cannot be read or was made in another site's frame */
function challengeIn({ clientDataJSON }: { clientDataJSON: string }): string | null {
  try {
    const { challenge, crossOrigin } = JSON.parse(
      Buffer.from(clientDataJSON, 'base64url').toString(),
    );
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null;
  } catch {
    return null;
  }
}

/** Uses up the challenge of a response. @returns what the library compares, or null when the challenge is not valid */
async function consumeExpected(
  services: Services,
  response: { clientDataJSON: string },
  { party, ...use }: Expected,
) {
  const expectedChallenge = challengeIn(response);
  if (expectedChallenge === null) return null;
  const challenge = Buffer.from(expectedChallenge, 'base64url').toString();
  if (!(await consumeChallenge(services, challenge, use))) return null;
  return { expectedChallenge, expectedOrigin: party.origin, expectedRPID: party.id };
}

/** Whether an attestation has no certificate. */
async function isPlain({ attestationObject }: CreatedPasskey['response']): Promise<boolean> {
  const { decodeAttestationObject } = await loadHelpers();
  const attestation = decodeAttestationObject(toBytes(attestationObject));
  return FORMATS.has(attestation.get('fmt')) && !attestation.get('attStmt').get('x5c');
}

/**
 * Verifies a passkey that a browser created, and uses up its challenge.
 * @returns null when anything is not as expected
 */
export async function verifyCreated(
  services: Services,
  { response, ...created }: CreatedPasskey,
  expected: Expected,
): Promise<NewCredential | null> {
  const expectations = await consumeExpected(services, response, expected);
  if (!expectations) return null;
  const { verifyRegistrationResponse } = await loadServer();
  const { clientDataJSON, attestationObject } = response;
  return orNull(services, async () => {
    if (!(await isPlain(response))) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...created,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      ...expectations,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return null;
    const { credential, aaguid } = registrationInfo;
    const public_key = Buffer.from(credential.publicKey).toString('base64url');
    return { credential_id: credential.id, public_key, counter: credential.counter, aaguid };
  });
}

/**
 * Verifies that a passkey signed its challenge, with its owner verified by PIN or body, and uses up the challenge.
 * @returns the counter that it sent, or null when anything is not as expected
 */
export async function verifyUsed(
  services: Services,
  { response, ...used }: UsedPasskey,
  { credential_id, public_key }: StoredCredential,
  expected: Expected,
): Promise<number | null> {
  const expectations = await consumeExpected(services, response, expected);
  if (!expectations) return null;
  const { verifyAuthenticationResponse } = await loadServer();
  const { clientDataJSON, authenticatorData, signature } = response;
  return orNull(services, async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...used,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      ...expectations,
      // The counter is compared where it is stored, in one statement.
      credential: { id: credential_id, publicKey: toBytes(public_key), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}
