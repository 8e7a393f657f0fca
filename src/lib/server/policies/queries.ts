import type { PolicyKind } from '#lib/contract/policies.ts';
import type { Executor, PolicyTable } from '#lib/server/db/schema.ts';

/** Lists where the documents' files are. */
export const listPolicies = (db: Executor) =>
  db.selectFrom('policies').select(['kind', 'file_key']).execute();

/** Finds one document. */
export const findPolicy = (db: Executor, kind: PolicyKind) =>
  db.selectFrom('policies').where('kind', '=', kind).selectAll().executeTakeFirst();

/** Puts a document in the place of the one of its kind. */
export async function upsertPolicy(db: Executor, policy: PolicyTable): Promise<void> {
  const { kind: _, ...changed } = policy;
  await db
    .insertInto('policies')
    .values(policy)
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(changed))
    .execute();
}
