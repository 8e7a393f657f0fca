import type { Credentials, SignedIn } from '#lib/contract/auth.ts';
import type { LimitName } from '#lib/server/limits.ts';
import { isPassword, NOBODYS_HASH } from '#lib/server/passwords.ts';
import { findByEmail } from '#lib/server/queries/members.ts';
import { hashToken } from '#lib/server/secrets.ts';

import type { Ctx, Services } from './context.ts';
import { toAccount } from './members.ts';
import { Refusal } from './refusals.ts';
import { beginSession } from './sessions.ts';

/** What a browser brings to a sign-in besides the credentials. */
export interface Browser {
  userAgent: string;
  /** its session token so far */
  session: string | null;
  /** its device token: proof of an earlier sign-in to some account */
  device: string | null;
}

/** What a sign-in gives the browser. */
export interface SignIn {
  member: SignedIn;
  /** for the session cookie */
  session: string;
  /** for the device cookie */
  device: string;
}

/** @returns a token by which a browser shows that it has signed in to this account before */
export const deviceToken = ({ secrets }: Services, email: string): string =>
  secrets.sign('device', email);

/**
 * Which limits a try counts against. A browser that has signed in to the account before has one of its own, so
 * that strangers who guess never lock the owner out (OWASP's device cookies).
 */
function limitsOf(ctx: Ctx, email: string, device: string | null): [LimitName, string][] {
  const known = device !== null && ctx.secrets.verify('device', email, device);
  const account: [LimitName, string] = known
    ? ['signInDevice', hashToken(`${email} ${device}`)]
    : ['signInAccount', hashToken(email)];
  return [['signInAddress', ctx.address], account];
}

/**
 * Signs a member in.
 * @returns the cookies' values and who it is
 * @throws Refusal wrong_credentials; LimitReached after too many wrong tries; QueueFull when many sign in at once
 */
export async function signIn(ctx: Ctx, input: Credentials, browser: Browser): Promise<SignIn> {
  const { email, password } = input;
  const limits = limitsOf(ctx, email, browser.device);
  for (const [name, key] of limits) await ctx.limits.spend(name, key);
  const row = await findByEmail(ctx.db, email);
  const matches = await isPassword(password, row?.password_hash ?? NOBODYS_HASH);
  if (!row || !matches) {
    ctx.log.warn({ event: 'sign_in_failed', requestId: ctx.requestId, address: ctx.address });
    throw new Refusal('wrong_credentials', 'Wrong email or password. Please try again.');
  }
  for (const [name, key] of limits) await ctx.limits.giveBack(name, key);
  const session = await beginSession(ctx, row.member_id, browser.userAgent, browser.session);
  ctx.log.info({ event: 'signed_in', requestId: ctx.requestId, member: row.member_id });
  const { account_id, name } = toAccount(row);
  return { member: { account_id, name }, session, device: deviceToken(ctx, email) };
}
