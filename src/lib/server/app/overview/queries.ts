import type { Executor } from '#lib/server/platform/db/schema.ts';

/** A period: the start is inclusive, the end exclusive; milliseconds since 1970. */
export interface Period {
  start: number;
  end: number;
}

export const countJoined = async (db: Executor, { start, end }: Period): Promise<number> =>
  (
    await db
      .selectFrom('members')
      .where('joined_at', '>=', start)
      .where('joined_at', '<', end)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/**
 * Counts posts by their ids, which sort by time.
 * @param from the lowest id, inclusive
 * @param to the highest id, exclusive
 */
export const countPosts = async (db: Executor, from: string, to: string): Promise<number> =>
  (
    await db
      .selectFrom('posts')
      .where('id', '>=', from)
      .where('id', '<', to)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

export const countMembers = (db: Executor) =>
  db
    .selectFrom('members')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('disabled_at', 'is', null).as('enabled'),
      fn.countAll<number>().filterWhere('disabled_at', 'is not', null).as('disabled'),
    ])
    .executeTakeFirstOrThrow();
