import type { PolicyKind } from '#lib/contract/policies.ts';
import type { Executor, PolicyTable } from '#lib/server/db/schema.ts';

export const listPolicies = (db: Executor) =>
  db.selectFrom('policies').select(['kind', 'file_key']).execute();

export const findPolicy = (db: Executor, kind: PolicyKind) =>
  db
    .selectFrom('policies')
    .where('kind', '=', kind)
    .select(['kind', 'title', 'file_key', 'bytes', 'text', 'updated_at'])
    .executeTakeFirst();

export async function upsertPolicy(db: Executor, policy: PolicyTable): Promise<void> {
  const { kind: _, ...changed } = policy;
  await db
    .insertInto('policies')
    .values(policy)
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(changed))
    .execute();
}
