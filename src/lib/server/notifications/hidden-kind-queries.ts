import { type RawBuilder, sql } from 'kysely';

import {
  isOptional,
  type NotificationKind,
  type OptionalKind,
} from '#lib/contract/notification-kinds.ts';
import type { Executor, NotificationTable } from '#lib/server/platform/db/schema.ts';

/** The kinds of notifications that a member turned off. */
export async function listHiddenKinds(db: Executor, memberId: string): Promise<OptionalKind[]> {
  const query = db.selectFrom('hidden_notifications').where('member_id', '=', memberId);
  return (await query.select('kind').execute()).map(({ kind }) => kind);
}

/** Sets the kinds that a member turned off. */
export async function setHiddenKinds(
  db: Executor,
  memberId: string,
  kinds: OptionalKind[],
): Promise<void> {
  await db.deleteFrom('hidden_notifications').where('member_id', '=', memberId).execute();
  if (kinds.length === 0) return;
  const rows = kinds.map((kind) => ({ member_id: memberId, kind }));
  await db.insertInto('hidden_notifications').values(rows).execute();
}

/**
 * Whether a member did not turn a kind off.
 * @param member an id, or a reference to one
 */
export const isKindShown = (
  db: Executor,
  member: string | RawBuilder<string>,
  kind: OptionalKind,
) =>
  sql<boolean>`not exists ${db
    .selectFrom('hidden_notifications as h')
    .where('h.member_id', '=', member)
    .where('h.kind', '=', sql.lit(kind))
    .select('h.kind')}`;

/** Whether a member turned a kind off. */
export async function isKindHidden(
  db: Executor,
  memberId: string,
  kind: NotificationKind,
): Promise<boolean> {
  if (!isOptional(kind)) return false;
  const query = db.selectFrom('hidden_notifications').where('member_id', '=', memberId);
  return (await query.where('kind', '=', kind).select('kind').executeTakeFirst()) !== undefined;
}

/** @returns those notifications of one kind whose recipients did not turn it off */
export async function withoutHiddenKinds(
  db: Executor,
  rows: NotificationTable[],
): Promise<NotificationTable[]> {
  const [first] = rows;
  if (!first || !isOptional(first.kind)) return rows;
  const ids = rows.flatMap(({ audience_member_id: id }) => (id === null ? [] : [id]));
  const hidden = await db
    .selectFrom('hidden_notifications')
    .where('kind', '=', first.kind)
    .where('member_id', 'in', ids)
    .select('member_id')
    .execute();
  const without = new Set(hidden.map(({ member_id }) => member_id));
  return rows.filter(({ audience_member_id: id }) => id === null || !without.has(id));
}
