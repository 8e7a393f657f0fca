import type { Executor } from '#lib/server/db/schema.ts';
import { AppError, notFound } from '#lib/server/errors.ts';

import { findRecord } from './queries.ts';

/**
 * Finds a member for what only makes sense while they can sign in.
 * @throws AppError member_not_found, member_disabled
 */
export async function findEnabledOrThrow(tx: Executor, id: string) {
  const member = await findRecord(tx, id);
  if (!member) throw notFound('member');
  if (member.disabled_at !== null) throw new AppError('member_disabled');
  return member;
}
