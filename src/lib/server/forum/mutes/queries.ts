import { enabledMembers } from '#lib/server/people/members/queries.ts';
import type { Executor, MuteTable } from '#lib/server/platform/db/schema.ts';

/** Whether a member muted a post. */
export const isMuted = async (db: Executor, postId: string, memberId: string): Promise<boolean> =>
  (await db
    .selectFrom('mutes')
    .where('post_id', '=', postId)
    .where('member_id', '=', memberId)
    .select('post_id')
    .executeTakeFirst()) !== undefined;

/** The enabled members `m` who did not mute a post. */
export const withoutMutes = (db: Executor, postId: string) =>
  enabledMembers(db).where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('mutes')
          .where('mutes.post_id', '=', postId)
          .whereRef('mutes.member_id', '=', 'm.id')
          .select('mutes.member_id'),
      ),
    ),
  );

/** Mutes a post; repeating changes nothing. */
export const insertMute = (db: Executor, mute: MuteTable) =>
  db
    .insertInto('mutes')
    .values(mute)
    .onConflict((conflict) => conflict.columns(['post_id', 'member_id']).doNothing())
    .execute();

export const deleteMute = (db: Executor, postId: string, memberId: string) =>
  db.deleteFrom('mutes').where('post_id', '=', postId).where('member_id', '=', memberId).execute();
