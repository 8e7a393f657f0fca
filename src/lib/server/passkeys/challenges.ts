import type { Services } from '#lib/server/context.ts';
import { hashToken, randomToken } from '#lib/server/secrets.ts';

import * as queries from './queries.ts';

export const CHALLENGE_MS = 300_000;

/** What a challenge is for. */
export interface ChallengeUse {
  purpose: 'add' | 'sign-in' | 'confirm';
  /** the browser's session, or its visitor cookie before sign-in */
  binding: string;
}

const payload = (head: string, { purpose, binding }: ChallengeUse) =>
  `${head} ${purpose} ${binding}`;

/**
 * Issues a challenge that a browser can use once, within 5 minutes. It is signed: only its use is stored, so that
 * pages that are only looked at write nothing.
 */
export function issueChallenge({ secrets, now }: Services, use: ChallengeUse): string {
  const head = `${now() + CHALLENGE_MS}.${randomToken()}`;
  return `${head}.${secrets.sign('passkey', payload(head, use))}`;
}

/**
 * Uses a challenge up, whatever comes of it.
 * @returns whether it was valid, and used for the first time by any server
 */
export async function consumeChallenge(
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
