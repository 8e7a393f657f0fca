import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

import type { Ctx } from '#lib/server/context.ts';
import { AppError } from '#lib/server/errors.ts';
import { hashToken } from '#lib/server/secrets.ts';

import { LIMITS } from './limits.ts';

const LIFETIME_MS = 3_600_000;
// A cheap phone takes some 5 ms for a try: half a second to two seconds in all, while the form is filled in.
const ITERATIONS = 5000;
const MIN_TRIES = 100;
const MAX_TRIES = 400;

/** HMAC keys of the site: of the challenge, and of its solution. */
const keysOf = ({ secrets }: Ctx) => ({
  hmacSignatureSecret: secrets.sign('proof', 'challenge'),
  hmacKeySignatureSecret: secrets.sign('proof', 'solution'),
});

/** @returns a challenge for a browser, as JSON; it can be used once, within an hour */
export async function issueChallenge(ctx: Ctx): Promise<string> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ITERATIONS,
    counter: randomInt(MAX_TRIES, MIN_TRIES),
    deriveKey,
    expiresAt: new Date(ctx.now() + LIFETIME_MS),
    ...keysOf(ctx),
  });
  return JSON.stringify(challenge);
}

function readPayload(proof: string): Payload | null {
  try {
    const payload = JSON.parse(proof) as Payload | null;
    return payload?.challenge?.parameters && payload.solution ? payload : null;
  } catch {
    return null;
  }
}

/** Whether a challenge is used for the first time. */
async function takeUse(ctx: Ctx, signature: string): Promise<boolean> {
  try {
    await ctx.limits.consume(LIMITS.proofUse, hashToken(signature));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Whether a browser has solved a challenge of ours that was not used yet.
 * @param proof challenge and solution, as JSON
 */
export async function isSolved(ctx: Ctx, proof: string | null): Promise<boolean> {
  const payload = proof === null ? null : readPayload(proof);
  if (!payload) return false;
  const { challenge, solution } = payload;
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    ...keysOf(ctx),
  }).catch(() => ({ verified: false }));
  return verified && takeUse(ctx, challenge.signature ?? '');
}
