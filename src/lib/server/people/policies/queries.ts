import type { PolicyKind } from '#lib/contract/people/policies.ts';
import type { Executor, PolicyTable, PolicyVersionTable } from '#lib/server/platform/db/schema.ts';

export const listPolicies = (db: Executor) =>
  db.selectFrom('policies').select(['kind', 'file_key', 'version']).execute();

export const findPolicy = (db: Executor, kind: PolicyKind) =>
  db
    .selectFrom('policies')
    .where('kind', '=', kind)
    .select(['kind', 'title', 'file_key', 'bytes', 'text', 'updated_at', 'version'])
    .executeTakeFirst();

/** Publishes a policy. @returns the version: one higher than the previous */
export async function upsertPolicy(
  db: Executor,
  policy: Omit<PolicyTable, 'version'>,
): Promise<number> {
  const { kind: _, ...changed } = policy;
  const { version } = await db
    .insertInto('policies')
    .values({ ...policy, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .doUpdateSet((eb) => ({ ...changed, version: eb('policies.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

// The version number of a draft.
const DRAFT = 0;

export const insertVersion = (db: Executor, row: PolicyVersionTable) =>
  db.insertInto('policy_versions').values(row).execute();

/** Deletes the draft of a policy. @returns the draft; of concurrent calls, only the first gets it */
export const deleteDraft = (db: Executor, kind: PolicyKind) =>
  db
    .deleteFrom('policy_versions')
    .where('kind', '=', kind)
    .where('version', '=', DRAFT)
    .returningAll()
    .executeTakeFirst();

export async function replaceDraft(
  db: Executor,
  draft: Omit<PolicyVersionTable, 'version' | 'published_at'>,
): Promise<void> {
  await deleteDraft(db, draft.kind);
  await insertVersion(db, { ...draft, version: DRAFT, published_at: null });
}

export const findDraft = (db: Executor, kind: PolicyKind) =>
  db
    .selectFrom('policy_versions')
    .where('kind', '=', kind)
    .where('version', '=', DRAFT)
    .selectAll()
    .executeTakeFirst();

/** Lists all versions, newest first, without their texts. */
export const listVersions = (db: Executor) =>
  db
    .selectFrom('policy_versions')
    .orderBy('version', 'desc')
    .select(['kind', 'version', 'title', 'file_key', 'bytes', 'created_at', 'published_at'])
    .execute();
