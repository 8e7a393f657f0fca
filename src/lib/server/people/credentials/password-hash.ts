import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import { normalizePassword } from '#lib/contract/people/sign-in/passwords.ts';
import { boundedQueue } from '#lib/server/platform/fair-queue.ts';

// OWASP's minimum for argon2id: 19 MiB, two passes.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

// A hash takes some 30 ms of a core and 19 MiB.
const queue = boundedQueue({ running: 2, waiting: 32 });
const hash = promisify(argon2);

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const toBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/**
 * Hashes a password with argon2id.
 * @returns the PHC string, with salt and parameters
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const costs = { memory: MEMORY_KIB, passes: PASSES, parallelism: 1, tagLength: TAG_BYTES };
  const message = normalizePassword(password);
  const tag = await queue(() => hash('argon2id', { message, nonce, ...costs }));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${toBase64(nonce)}$${toBase64(tag)}`;
}

function parsePhc(phc: string): { costs: Omit<Argon2Parameters, 'message'>; tag: Buffer } {
  const [, memory, passes, parallelism, salt = '', tag64 = ''] = PHC.exec(phc) ?? [];
  const tag = Buffer.from(tag64, 'base64');
  const nonce = Buffer.from(salt, 'base64');
  const [m, t, p] = [memory, passes, parallelism].map(Number);
  if (!m || !t || !p) throw new Error('A stored password hash is not argon2id in PHC form.');
  return { costs: { nonce, memory: m, passes: t, parallelism: p, tagLength: tag.length }, tag };
}

/**
 * Verifies a password against a stored hash, in constant time.
 * @param phc from `hashPassword`
 */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const { costs, tag } = parsePhc(phc);
  const message = normalizePassword(password);
  const given = await queue(() => hash('argon2id', { message, ...costs }));
  return timingSafeEqual(given, tag);
}

/** A hash that no password matches, so that an unknown email takes as long as a known one. */
export const DUMMY_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${toBase64(Buffer.alloc(SALT_BYTES))}$${toBase64(Buffer.alloc(TAG_BYTES))}`;
