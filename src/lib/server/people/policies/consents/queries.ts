import { type Expression, sql } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import { CONSENT_DOCUMENTS, type ConsentDocument } from '#lib/contract/people/consents.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { ConsentTable, Executor } from '#lib/server/platform/db/schema.ts';

/** The documents `p` whose current version a member has not agreed to. @param member the expression of an id */
const missingFor = (db: Executor, member: Expression<string>) =>
  db
    .selectFrom('policies as p')
    .where('p.kind', 'in', CONSENT_DOCUMENTS)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('consents as c')
            .where('c.member_id', '=', member)
            .where('c.withdrawn_at', 'is', null)
            .whereRef('c.version', '=', 'p.version')
            .whereRef('c.document', '=', 'p.kind')
            .select('c.id'),
        ),
      ),
    );

const missingOf = precompiled((db, { memberId }: { memberId: string }) =>
  missingFor(db, sql.val(memberId)).select(['p.kind', 'p.version']),
);

/** The documents whose current version a member has not agreed to, unordered. */
export const listMissing = (db: Executor, memberId: string) => missingOf(db, { memberId });

/** All consents of a member, newest first. */
export const listConsents = (db: Executor, memberId: string) =>
  db
    .selectFrom('consents')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .select(['document', 'version', 'origin', 'agreed_at', 'withdrawn_at'])
    .execute();

/** Stores consents; existing ones stay unchanged. */
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

/** Enabled members `m` who have not agreed to the current version of a document. */
const withoutConsent = (db: Executor) =>
  db
    .selectFrom('members as m')
    .where('m.disabled_at', 'is', null)
    .where((eb) => eb.exists(missingFor(db, sql.ref<string>('m.id')).select('p.kind')));

/** Lists members who have not agreed yet, newest first. */
export const listWithoutConsent = (db: Executor, { cursor, limit }: ListQuery) =>
  withoutConsent(db)
    .$if(cursor !== null, (query) => query.where('m.id', '<', cursor ?? ''))
    .orderBy('m.id', 'desc')
    .limit(limit)
    .select(MEMBER_COLUMNS)
    .execute();

export async function countWithoutConsent(db: Executor): Promise<number> {
  const { count } = await withoutConsent(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the other enabled members. */
export async function countOthers(db: Executor, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .where('disabled_at', 'is', null)
    .where('id', '!=', id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
