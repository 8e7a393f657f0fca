import type { ConsentDocument } from '#lib/contract/consents.ts';
import { precompiled } from '#lib/server/db/precompiled.ts';
import type { ConsentTable, Executor } from '#lib/server/db/schema.ts';

const validOf = precompiled((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom('consents')
    .where('member_id', '=', memberId)
    .where('withdrawn_at', 'is', null)
    .select(['document', 'version']),
);

/** A member's consents that were not withdrawn. */
export const listValidConsents = (db: Executor, memberId: string) => validOf(db, { memberId });

/** All consents of a member, the newest first. */
export const listConsents = (db: Executor, memberId: string) =>
  db
    .selectFrom('consents')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .select(['document', 'version', 'origin', 'agreed_at', 'withdrawn_at'])
    .execute();

/** Stores consents; existing ones remain unchanged. */
export async function insertConsents(db: Executor, consents: ConsentTable[]): Promise<void> {
  if (consents.length === 0) return;
  await db
    .insertInto('consents')
    .values(consents)
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'document', 'version'])
        .where('withdrawn_at', 'is', null)
        .doNothing(),
    )
    .execute();
}

/** Marks a member's consents to all versions of a document as withdrawn. */
export const withdrawConsents = (
  db: Executor,
  memberId: string,
  document: ConsentDocument,
  now: number,
) =>
  db
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('member_id', '=', memberId)
    .where('document', '=', document)
    .where('withdrawn_at', 'is', null)
    .execute();
