// Finds the notifications about a subject that its page also shows.
import { type ExpressionBuilder, sql } from 'kysely';

import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import {
  listParameters,
  type ListParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type { Executor, Schema, Subject } from '#lib/server/platform/db/schema.ts';

type Noun = Subject['noun'];
type Builder = ExpressionBuilder<Schema, 'member_notifications'>;

/** The kinds of news that the page of a post shows; not those of its pickups, nor messages of staff. */
const OF_POSTS: NotificationKind[] = ['like', 'comment', 'post', 'listing', 'alert', 'saved'];

/** The key prefixes of notifications about appointments; the id follows. */
const OF_APPOINTMENTS = ['pickup', 'booking'];

/** The parameters: members, and the id of a subject. */
type AboutValues = ListParameters & { id: string; now: number };

interface Variant {
  noun: Noun;
  count: number;
}

/** Whether a notification is unread, of these members, and about the subject. */
const isAbout =
  (values: AboutValues, { noun, count }: Variant) =>
  (eb: Builder) => {
    const linked = eb('link_data', '=', values.id);
    const ofAppointment = eb.or(
      OF_APPOINTMENTS.map((begins) =>
        eb('dedupe_key', 'like', sql<string>`${sql.lit(`${begins} `)} || ${values.id} || ' %'`),
      ),
    );
    const abouts = {
      appointment: ofAppointment,
      post: eb.and([linked, eb('kind', 'in', OF_POSTS)]),
      guide: eb.and([linked, eb('kind', '=', 'guide')]),
    };
    return eb.and([
      eb('member_id', 'in', listParameters(values, count)),
      eb('read_at', 'is', null),
      eb('replaced_at', 'is', null),
      abouts[noun],
    ]);
  };

const unread = precompiled((db, values: AboutValues, variant: Variant) =>
  db
    .selectFrom('member_notifications')
    .where(isAbout(values, variant))
    .limit(sql.lit(1))
    .select('id'),
);

const read = precompiled((db, values: AboutValues, variant: Variant) =>
  db
    .updateTable('member_notifications')
    .set({ read_at: values.now })
    .where(isAbout(values, variant))
    .returning('member_id'),
);

/** Whether these members have unread notifications about a subject. */
export const hasUnreadAbout = async (
  db: Executor,
  memberIds: string[],
  { noun, id }: Subject,
): Promise<boolean> =>
  (await unread(db, Object.assign({ id, now: 0 }, memberIds), { noun, count: memberIds.length }))
    .length > 0;

/** Marks notifications about a subject as read. @returns their members */
export async function markReadAbout(
  db: Executor,
  memberIds: string[],
  { noun, id }: Subject,
  now: number,
): Promise<string[]> {
  const values = Object.assign({ id, now }, memberIds);
  const rows = await read(db, values, { noun, count: memberIds.length });
  return rows.map(({ member_id }) => member_id);
}
