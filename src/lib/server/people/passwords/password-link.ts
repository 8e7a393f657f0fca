import { passwordLinkPath } from '#lib/contract/paths.ts';
import {
  PASSWORD_LINK_HOURS,
  PasswordLinkEntry,
} from '#lib/contract/people/sign-in/password-reset.ts';
import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { findCredentials, loginOf, loginsOf } from '#lib/server/people/credentials/queries.ts';
import { resetSignInLimit } from '#lib/server/people/credentials/sign-in-limits.ts';
import { deleteResetsByMember } from '#lib/server/people/passwords/password-reset/queries.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { AppError } from '#lib/server/platform/errors.ts';

import { replacePassword } from './change-password.ts';
import { rejectCommonPassword } from './common-password.ts';

/** How long a link is valid, in milliseconds. */
export const LINK_MS = PASSWORD_LINK_HOURS * 3_600_000;

/** The member for whom a link is made. */
interface LinkOwner {
  id: string;
  password_hash: string;
}

// Signs the current password hash, so that the first use invalidates the link, and nothing needs to be stored.
const payloadOf = ({ id, password_hash }: LinkOwner, expires: string) =>
  `${id} ${expires} ${password_hash}`;

/** @returns a link for choosing a password once, for members whom an operator adds before email is set up */
export function createPasswordLink({ config, now, secrets }: Services, owner: LinkOwner): string {
  const expires = (now() + LINK_MS).toString(36);
  const signature = secrets.sign('password-link', payloadOf(owner, expires));
  return config.publicUrl + passwordLinkPath(`${owner.id}.${expires}.${signature}`);
}

/** Finds the member of a link. @returns null when the link is invalid or expired */
async function findOwner({ now, secrets }: Services, db: Executor, token: string) {
  const [id = '', expires = '', signature = ''] = token.split('.');
  if (!PasswordLinkEntry.shape.token.safeParse(token).success) return null;
  if (!(Number.parseInt(expires, 36) > now())) return null;
  const member = await findCredentials(db, 'id', id);
  if (!member) return null;
  const payload = payloadOf({ id, password_hash: member.password_hash }, expires);
  return secrets.verify('password-link', payload, signature) ? member : null;
}

/** Finds the member of a link. @returns null when the link is invalid or expired */
export async function findLinkOwner(
  ctx: Ctx,
  token: string,
): Promise<{ name: string; login: string } | null> {
  const member = await findOwner(ctx, ctx.db, token);
  return member && { name: `${member.first_name} ${member.last_name}`, login: loginOf(member) };
}

/** Sets the password of a link's member. Ends all sessions, and starts none. */
export async function choosePassword(
  ctx: Ctx,
  { token, password }: PasswordLinkEntry,
): Promise<void> {
  const owner = await findOwner(ctx, ctx.db, token);
  if (!owner) throw new AppError('password_link_expired');
  rejectCommonPassword(password, owner, 'password');
  const passwordHash = await hashPassword(password);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockRows(tx, 'members', [owner.member_id]);
    // Of two concurrent uses, the second fails.
    if (!(await findOwner(ctx, tx, token))) throw new AppError('password_link_expired');
    await deleteResetsByMember(tx, owner.member_id);
    await replacePassword(ctx, tx, owner.member_id, passwordHash, null);
  });
  await resetSignInLimit(ctx, loginsOf(owner));
  ctx.log.info({ event: 'password_chosen', requestId: ctx.requestId, member: owner.member_id });
}
