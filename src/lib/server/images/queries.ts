import { precompiled } from '#lib/server/db/precompiled.ts';
import type { Executor } from '#lib/server/db/schema.ts';

/** @returns those of some images' and documents' keys that a row names */
export async function listUsedKeys(db: Executor, keys: string[]): Promise<Set<string>> {
  const used = await db
    .selectFrom('attachments')
    .where('image_key', 'in', keys)
    .select('image_key as key')
    .union(
      db
        .selectFrom('members')
        .where('avatar_key', 'in', keys)
        .select('avatar_key as key')
        .$castTo<{ key: string }>(),
    )
    .union(db.selectFrom('resources').where('cover_key', 'in', keys).select('cover_key as key'))
    .union(
      db
        .selectFrom('resource_blocks')
        .where('type', '=', 'image')
        .where('content', 'in', keys)
        .select('content as key'),
    )
    .union(
      db.selectFrom('resource_images').where('image_key', 'in', keys).select('image_key as key'),
    )
    .union(db.selectFrom('policy_versions').where('file_key', 'in', keys).select('file_key as key'))
    // What was removed can be put back.
    .union(
      db
        .selectFrom('quarantine_rows')
        .where('image_key', 'in', keys)
        .select('image_key as key')
        .$castTo<{ key: string }>(),
    )
    .union(db.selectFrom('policies').where('file_key', 'in', keys).select('file_key as key'))
    .execute();
  return new Set(used.map(({ key }) => key));
}

const quarantineOf = precompiled((db, { key }: { key: string }) =>
  db
    .selectFrom('quarantine_rows as r')
    .innerJoin('quarantine as q', 'q.id', 'r.quarantine_id')
    .where('r.image_key', '=', key)
    .select(['q.decision_id', 'q.member_id']),
);

/**
 * Finds the removed thing, or the post that awaits review, whose image this is.
 * @param key of the image
 */
export async function findQuarantineOf(db: Executor, key: string) {
  const [found] = await quarantineOf(db, { key });
  return found;
}
