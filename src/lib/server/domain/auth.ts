import type { Credentials, SignedIn } from '#lib/contract/auth.ts';
import { type LimitName, LimitReached } from '#lib/server/limits.ts';
import { networkOf } from '#lib/server/network.ts';
import { isPassword, NOBODYS_HASH } from '#lib/server/passwords.ts';
import { findByEmail } from '#lib/server/queries/members.ts';
import { hashToken } from '#lib/server/secrets.ts';

import type { Ctx, Services } from './context.ts';
import { countWrong } from './guessing.ts';
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
const deviceToken = ({ secrets }: Services, email: string): string => secrets.sign('device', email);

/** @returns whether a browser has signed in to this account before @param device its device token */
export const isKnownDevice = ({ secrets }: Services, email: string, device: string | null) =>
  device !== null && secrets.verify('device', email, device);

/**
 * Which limit of an account a try counts against. A browser that has signed in to it before has one of its own, so
 * that strangers who try never lock the owner out (OWASP's device cookies).
 */
const accountLimit = (ctx: Ctx, email: string, device: string | null): [LimitName, string] =>
  isKnownDevice(ctx, email, device)
    ? ['signInDevice', hashToken(`${email} ${device}`)]
    : ['signInAccount', hashToken(email)];

/** Forgets the wrong tries at an account, once its owner has a new password. */
export const forgetTries = ({ limits }: Services, email: string) =>
  limits.forget('signInAccount', hashToken(email));

async function findByPassword({ db }: Services, email: string, password: string) {
  const row = await findByEmail(db, email);
  const matches = await isPassword(password, row?.password_hash ?? NOBODYS_HASH);
  return row && matches ? row : null;
}

/** Looked at before the password, counted after it was right: who does not know it cannot use it up. */
async function requireSignInsLeft({ limits }: Services, email: string): Promise<void> {
  const seconds = await limits.secondsUntil('signInRight', hashToken(email));
  if (seconds > 0) throw new LimitReached(seconds);
}

/**
 * Signs a member in.
 * @returns the cookies' values and who it is
 * @throws Refusal wrong_credentials; LimitReached after too many tries, wrong or right; QueueFull when many sign in at
 *   once
 */
export async function signIn(ctx: Ctx, input: Credentials, browser: Browser): Promise<SignIn> {
  const { email, password } = input;
  const account = accountLimit(ctx, email, browser.device);
  const tries: [LimitName, string][] = [['signInAddress', networkOf(ctx.address)], account];
  await requireSignInsLeft(ctx, email);
  const row = await countWrong(ctx, tries, () => findByPassword(ctx, email, password));
  if (!row) {
    ctx.log.warn({ event: 'sign_in_failed', requestId: ctx.requestId, address: ctx.address });
    throw new Refusal('wrong_credentials', 'Wrong email or password. Please try again.');
  }
  await ctx.limits.spend('signInRight', hashToken(email));
  const session = await beginSession(ctx, row.member_id, browser.userAgent, browser.session);
  ctx.log.info({ event: 'signed_in', requestId: ctx.requestId, member: row.member_id });
  const { account_id, name } = toAccount(row);
  return { member: { account_id, name }, session, device: deviceToken(ctx, email) };
}
