import type { Executor } from '#lib/server/db/schema.ts';
import { ATTACHMENTS } from '#lib/server/images/attachment-queries.ts';
import { MEMBER_COLUMNS } from '#lib/server/members/queries.ts';

/** What staff see of a member. */
const STAFF_COLUMNS = [
  ...MEMBER_COLUMNS,
  'm.email',
  'm.disabled_at',
  'm.joined_at',
  'x.until as suspended_until',
] as const;

/** Posts with their authors, also of disabled ones. */
export const listPostThings = async (db: Executor, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('posts as p')
        .innerJoin('members as m', 'm.id', 'p.author_id')
        .leftJoin('suspensions as x', 'x.member_id', 'm.id')
        .where('p.id', 'in', ids)
        .select([
          ...STAFF_COLUMNS,
          'p.id',
          'p.title',
          'p.description as content',
          'p.id as post_id',
        ])
        .select((eb) =>
          eb
            .selectFrom('attachments as a')
            .whereRef('a.post_id', '=', 'p.id')
            .select(ATTACHMENTS)
            .as('images'),
        )
        .execute();

/** Comments with their authors, also of disabled ones. */
export const listCommentThings = async (db: Executor, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('comments as c')
        .innerJoin('members as m', 'm.id', 'c.member_id')
        .leftJoin('suspensions as x', 'x.member_id', 'm.id')
        .where('c.id', 'in', ids)
        .select([...STAFF_COLUMNS, 'c.id', 'c.content', 'c.post_id'])
        .execute();

/** Members, also disabled ones. */
export const listMemberThings = async (db: Executor, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('members as m')
        .leftJoin('suspensions as x', 'x.member_id', 'm.id')
        .where('m.id', 'in', ids)
        .select([...STAFF_COLUMNS, 'm.id'])
        .execute();
