// Checksums of a release, and their Ed25519 signature (RFC 8032).
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** In the form of `sha256sum`, which checks them by hand. */
export const SUMS = 'SHA256SUMS';
/** The 64 bytes of the signature, which `openssl pkeyutl` checks by hand. */
export const SIGNATURE = `${SUMS}.sig`;

const KEY = /-----BEGIN PUBLIC KEY-----[^]+?-----END PUBLIC KEY-----/g;

/** A release that must not be used, as its message says. */
export class ReleaseError extends Error {}

/** @returns the checksum of a file, in hexadecimal */
async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Writes the checksums of a folder's archives. */
export async function writeSums(folder: string, archives: string[]): Promise<void> {
  let lines = '';
  for (const name of archives.toSorted()) lines += `${await sumOf(join(folder, name))}  ${name}\n`;
  writeFileSync(join(folder, SUMS), lines);
}

/**
 * Signs the checksums of a folder.
 * @param keyFile a private key of Ed25519 in PEM (`openssl genpkey -algorithm ed25519`)
 * @returns its public key in PEM
 * @throws ReleaseError for another file
 */
export function signSums(folder: string, keyFile: string): string {
  const key = readPrivateKey(keyFile);
  writeFileSync(join(folder, SIGNATURE), sign(null, readFileSync(join(folder, SUMS)), key));
  return createPublicKey(key).export({ type: 'spki', format: 'pem' });
}

function readPrivateKey(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The message below does not quote the file.
  }
  throw new ReleaseError(
    `RELEASE_KEY is not a file with a private key of Ed25519: make one with "openssl genpkey -algorithm ed25519 -out <file>".`,
  );
}

/** @returns the public keys in a file of PEM, which may have comments between them */
export const readPublicKeys = (pem: string): KeyObject[] =>
  Array.from(pem.matchAll(KEY), ([key]) => createPublicKey(key));

/**
 * Checks an archive against the checksums beside it, where there are some.
 * @throws ReleaseError
 */
export async function verifySum(archive: string): Promise<void> {
  const path = join(archive, '..', SUMS);
  if (existsSync(path)) await compareSum(archive, readFileSync(path));
}

async function compareSum(archive: string, sums: Buffer): Promise<void> {
  const line = `${await sumOf(archive)}  ${basename(archive)}`;
  if (!sums.toString().split('\n').includes(line))
    throw new ReleaseError(`${basename(archive)} is not whole: fetch it again.`);
}

/**
 * Checks an archive against the checksums and the signature beside it.
 * @param keys that are trusted; one is enough
 * @throws ReleaseError that says what is wrong
 */
export async function verifyArchive(archive: string, keys: KeyObject[]): Promise<void> {
  const folder = join(archive, '..');
  const sums = read(join(folder, SUMS));
  const signature = read(join(folder, SIGNATURE));
  if (!keys.some((key) => verify(null, sums, key, signature)))
    throw new ReleaseError(`${SIGNATURE} is not by a key that this version trusts.`);
  await compareSum(archive, sums);
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new ReleaseError(`${basename(path)} is not beside the archive: fetch it, too.`);
  }
}
