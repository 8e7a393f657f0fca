import { argon2Sync, randomBytes } from 'node:crypto';

/**
 * Hashes a password as it is typed, at the least that argon2 takes: a stored hash says what verifying it takes, and the
 * server's own is 30 ms of a core each time.
 */
export function hashCheaply(message: string): string {
  const nonce = randomBytes(16);
  const costs = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message, nonce, ...costs });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${costs.memory},t=${costs.passes},p=1$${salt}$${hash}`;
}
