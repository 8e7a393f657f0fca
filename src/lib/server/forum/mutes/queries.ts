import { type RawBuilder, sql } from 'kysely';

import type { Executor, MuteTable } from '#lib/server/platform/db/schema.ts';

/** Whether member `m` has not muted a post. */
export const isNotMuted = (postId: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from mutes where post_id = ${postId} and member_id = m.id)`;

/** Mutes a post; repeating changes nothing. */
export const insertMute = (db: Executor, mute: MuteTable) =>
  db
    .insertInto('mutes')
    .values(mute)
    .onConflict((conflict) => conflict.columns(['post_id', 'member_id']).doNothing())
    .execute();

export const deleteMute = (db: Executor, postId: string, memberId: string) =>
  db.deleteFrom('mutes').where('post_id', '=', postId).where('member_id', '=', memberId).execute();
