import { isIP } from 'node:net';

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

import type { CreatedPasskey, UsedPasskey } from '#lib/contract/people/sign-in/passkeys.ts';
import { t } from '#lib/messages/t.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { PasskeyTable } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { hashToken, randomToken } from '#lib/server/platform/secrets.ts';
import { site } from '#lib/site.ts';

import * as queries from './queries.ts';

const CHALLENGE_MS = 300_000;

/** The purpose of a challenge. */
export interface ChallengeUse {
  purpose: 'add' | 'sign-in' | 'confirm';
  /** the browser's session, or its visitor cookie before the login */
  binding: string;
}

const payload = (head: string, { purpose, binding }: ChallengeUse) =>
  `${head} ${purpose} ${binding}`;

/**
 * Issues a challenge that a browser can use once, within 5 minutes. It is signed: only its use is stored, so that
 * merely opening a page writes nothing.
 */
export function issueChallenge({ secrets, now }: Services, use: ChallengeUse): string {
  const head = `${now() + CHALLENGE_MS}.${randomToken()}`;
  return `${head}.${secrets.sign('passkey', payload(head, use))}`;
}

/**
 * Uses a challenge up, whatever the result.
 * @returns whether it was valid, and unused on any server
 */
async function consumeChallenge(
  { db, secrets, now }: Services,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> {
  const [expiry = '', nonce = '', signature = '', ...rest] = challenge.split('.');
  if (rest.length > 0 || !(Number(expiry) > now())) return false;
  if (!secrets.verify('passkey', payload(`${expiry}.${nonce}`, use), signature)) return false;
  const challenge_hash = hashToken(signature);
  return queries.insertUsedChallenge(db, { challenge_hash, expires_at: Number(expiry) });
}

export const deleteExpiredChallenges = ({ db, now }: Services) =>
  queries.deleteExpiredChallenges(db, now());

/** The relying party of passkeys. */
export interface RelyingParty {
  /** a host name */
  id: string;
  /** the origin of its pages */
  origin: string;
}

const LOCALHOST = 'localhost';

/** Browsers support passkeys only on https and localhost, and never for IP addresses. */
function toRelyingParty(origin: string): RelyingParty | null {
  const url = URL.parse(origin);
  if (!url) return null;
  const { hostname: id, protocol } = url;
  const isSecure = protocol === 'https:' || id === LOCALHOST;
  const isName = isIP(id) === 0 && !id.startsWith('[');
  return isSecure && isName ? { id, origin: url.origin } : null;
}

/**
 * Finds the relying party: the host of PUBLIC_URL. A demo may be opened under any host name, so it uses the Host
 * header; its passkeys work only on localhost, since it has no HTTPS.
 * @param host the Host header
 * @returns null where browsers do not support passkeys
 */
export function findRelyingParty(
  { demo, publicUrl }: Config,
  host: string | null | undefined,
): RelyingParty | null {
  return toRelyingParty(demo ? `http://${host ?? ''}` : publicUrl);
}

/** Like `findRelyingParty`. */
export function requireRelyingParty(config: Config, host: string | null | undefined): RelyingParty {
  const party = findRelyingParty(config, host);
  if (!party) throw new AppError('passkeys_unavailable');
  return party;
}

/**
 * Explains why an address does not support passkeys.
 * @param host see `findRelyingParty`
 * @returns a sentence for members, or null where passkeys are supported
 */
export function passkeyObstacle(config: Config, host: string | null | undefined): string | null {
  if (findRelyingParty(config, host)) return null;
  return config.demo
    ? t('passkey.demo_only', { address: `http://${LOCALHOST}:${config.port}` })
    : t('passkey.needs_https');
}

/** The expected values of a browser's response. */
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

/** The stored columns for verifying the use of a passkey. */
type StoredCredential = Pick<NewCredential, 'credential_id' | 'public_key'>;

// Loaded on first use: it takes 30 MB of memory.
const loadServer = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

// The formats that browsers send without attestation. Others contain certificates, which may name URLs to fetch.
const FORMATS = new Set<unknown>(['none', 'packed']);

const MAX_REASON = 200;

const toBytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

/** The library throws an Error for any mismatch. @returns null in this case */
async function orNull<T>({ log }: Services, verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch (error) {
    log.warn({ event: 'passkey_not_verified', reason: String(error).slice(0, MAX_REASON) });
    return null;
  }
}

/**
 * @returns the challenge of a response, base64url; null when it cannot be read, or comes from a frame of another site
 */
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

/**
 * Uses up the challenge of a response. @returns the values for the library to compare, or null for an invalid
 * challenge
 */
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
 * @returns null when anything does not match
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
 * Verifies that a passkey signed its challenge, with user verification by PIN or biometrics, and uses up the
 * challenge.
 * @returns the sent counter, or null when anything does not match
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
      // The counter is compared by the statement that stores it.
      credential: { id: credential_id, publicKey: toBytes(public_key), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}

/**
 * The key types: ES256, which every authenticator supports, RS256 of older Windows, and EdDSA
 * (https://www.iana.org/assignments/cose). Others need experimental cryptography of Node.
 */
const ALGORITHMS = [-7, -257, -8];

/** Describes a credential to the browser. */
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

/** The user handle of a member: the bytes of the member's id, base64url. It contains no personal data. */
export const userHandleOf = (memberId: string): string =>
  toBase64Url(memberId.replaceAll('-', ''), 'hex');

/**
 * The browser's options for using a passkey.
 * @param passkeys the allowed ones; when empty, the browser offers all passkeys of the site
 */
export const requestOptions = (
  party: RelyingParty,
  challenge: string,
  passkeys: PasskeyTable[] = [],
): PublicKeyCredentialRequestOptionsJSON => ({
  challenge: toBase64Url(challenge),
  rpId: party.id,
  timeout: CHALLENGE_MS,
  // It replaces a password: possession of the phone is not enough.
  userVerification: 'required',
  allowCredentials: passkeys.map(toDescriptor),
});

/** The member whose passkey is created. */
interface PasskeyOwner {
  id: string;
  /** the member's main login */
  login: string;
  name: string;
}

/**
 * The browser's options for creating a passkey.
 * @param passkeys the member's existing ones: an authenticator that holds one of them does not create another
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
    userName: owner.login,
    userDisplayName: owner.name,
    challenge,
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(toDescriptor),
    // The browser can offer it before anything is typed, so that no email address is sent.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}
