import { toId } from '#lib/contract/ids.ts';
import type { NewMember } from '#lib/contract/new-member.ts';
import { hashPassword } from '#lib/server/auth/password-hash.ts';
import type { Services } from '#lib/server/context.ts';
import { isDatabaseError } from '#lib/server/db/database-error.ts';
import { transact } from '#lib/server/db/transact.ts';
import { enqueueEmail } from '#lib/server/email/email-queue.ts';
import { welcomeEmail } from '#lib/server/email/templates.ts';
import { AppError } from '#lib/server/errors.ts';
import { newId } from '#lib/server/new-id.ts';
import { resetReadWatermarks } from '#lib/server/notifications/unread-queries.ts';
import { incrementVersionsByActor } from '#lib/server/notifications/version-queries.ts';
import { randomToken } from '#lib/server/secrets.ts';
import { deleteSessionsByMember } from '#lib/server/sessions/queries.ts';

import {
  recomputeCounters,
  findAnyMember,
  insertMember,
  setDisabled,
} from './membership-queries.ts';

const WEEK_MS = 7 * 86_400_000;

// What a new member's other fields begin as.
const DEFAULTS = {
  contact_phone: null,
  birthdate: null,
  avatar_key: null,
  disabled_at: null,
  followers_count: 0,
  following_count: 0,
  posts_count: 0,
  read_watermark: null,
};

/**
 * Finds a member for staff, disabled ones too.
 * @param idOrEmail an email, or an id
 * @throws AppError not_found
 */
export async function getMemberOrThrow({ db }: Services, idOrEmail: string) {
  const key = idOrEmail.trim().toLowerCase();
  const id = toId(key);
  const member = await (id ? findAnyMember(db, 'id', id) : findAnyMember(db, 'email', key));
  if (!member) throw new AppError('unknown_member', { member: idOrEmail });
  return member;
}

/**
 * Takes a member in, with a password that nobody knows; a letter says how to choose one.
 * @returns the new id
 * @throws AppError conflict when a member has the address
 */
export async function addMember(services: Services, input: NewMember): Promise<string> {
  const { now, config } = services;
  const id = newId();
  const password_hash = await hashPassword(randomToken());
  const to = { name: `${input.first_name} ${input.last_name}`, address: input.email };
  try {
    await transact(services, { invalidates: [] }, async (tx) => {
      await insertMember(tx, { id, ...input, password_hash, joined_at: now(), ...DEFAULTS });
      await enqueueEmail(services, tx, welcomeEmail(to, config.publicUrl), WEEK_MS);
    });
    return id;
  } catch (error) {
    if (!isDatabaseError(error, 'unique')) throw error;
    throw new AppError('email_taken', { member: input.email });
  }
}

/**
 * Shuts a member out: every session ends, signing in is refused, and nothing of theirs is shown until they are
 * enabled again.
 * @param idOrEmail an email, or an id
 * @returns the member's name
 * @throws AppError not_found
 */
export async function disableMember(services: Services, idOrEmail: string): Promise<string> {
  const { member_id, first_name, last_name } = await getMemberOrThrow(services, idOrEmail);
  await transact(services, { invalidates: ['posts'] }, async (tx) => {
    await setDisabled(tx, services.dialect, member_id, services.now());
    await recomputeCounters(tx, services.dialect, member_id);
    await incrementVersionsByActor(tx, member_id);
    await deleteSessionsByMember(tx, member_id, null);
  });
  return `${first_name} ${last_name}`;
}

/**
 * Lets a disabled member back in, with all that was theirs.
 * @param idOrEmail an email, or an id
 * @returns the member's name
 * @throws AppError not_found
 */
export async function enableMember(services: Services, idOrEmail: string): Promise<string> {
  const { member_id, first_name, last_name } = await getMemberOrThrow(services, idOrEmail);
  await transact(services, { invalidates: ['posts'] }, async (tx) => {
    await setDisabled(tx, services.dialect, member_id, null);
    await recomputeCounters(tx, services.dialect, member_id);
    // What they told is there again, and may be older than all that is known to be unread.
    await resetReadWatermarks(tx, member_id);
    await incrementVersionsByActor(tx, member_id);
    // One that was begun in the very moment they were disabled.
    await deleteSessionsByMember(tx, member_id, null);
  });
  return `${first_name} ${last_name}`;
}
