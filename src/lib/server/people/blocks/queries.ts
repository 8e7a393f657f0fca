import type { ListQuery } from '#lib/contract/pagination.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import type { BlockTable, Executor } from '#lib/server/platform/db/schema.ts';

/** @returns undefined when the block already exists */
export const insertBlock = (db: Executor, block: BlockTable) =>
  db
    .insertInto('blocks')
    .values(block)
    .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
    .returning('id')
    .executeTakeFirst();

/** @returns undefined when there was no block */
export const deleteBlock = (db: Executor, blockerId: string, blockedId: string) =>
  db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .returning('id')
    .executeTakeFirst();

/** Whether a member blocks another. */
export const hasBlocked = async (
  db: Executor,
  blockerId: string,
  blockedId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .select('id')
    .executeTakeFirst()) !== undefined;

/** Whether either of two members blocks the other. */
export const isBlocked = async (db: Executor, id: string, otherId: string): Promise<boolean> => {
  const block = await db
    .selectFrom('blocks')
    .where((eb) =>
      eb.or([
        eb('blocker_id', '=', id).and('blocked_id', '=', otherId),
        eb('blocker_id', '=', otherId).and('blocked_id', '=', id),
      ]),
    )
    .limit(1)
    .select('id')
    .executeTakeFirst();
  return block !== undefined;
};

export async function countBlocks(db: Executor, blockerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the members whom a member blocks, newest first; `id` is that of the block. */
export const listBlocks = (db: Executor, blockerId: string, { cursor, limit }: ListQuery) =>
  db
    .selectFrom('blocks as b')
    .innerJoin('members as m', 'm.id', 'b.blocked_id')
    .where('b.blocker_id', '=', blockerId)
    .where('m.disabled_at', 'is', null)
    .$if(cursor !== null, (query) => query.where('b.id', '<', cursor as string))
    .orderBy('b.id', 'desc')
    .limit(limit)
    .select([...MEMBER_COLUMNS, 'b.id', 'b.created_at'])
    .execute();
