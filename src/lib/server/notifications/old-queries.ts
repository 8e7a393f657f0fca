// The tables of the version before this one, whose servers go on beside a new one during an upgrade. The next version has
// neither this nor the tables (docs/decisions/0071-notifications-hold-facts.md).
import { sql } from 'kysely';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import { copyNotifications } from '#lib/server/platform/db/migrations/0029-notification-facts/copy-notifications.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Deletes what the old tables say of a post, or of a comment: no words stay there that are gone elsewhere. */
export const forgetInOldTables = (
  db: Executor,
  { link, commentId }: { link: string; commentId?: string },
) =>
  db
    .deleteFrom('notifications')
    .where('link_data', '=', link)
    .$if(commentId !== undefined, (query) => query.where('comment_id', '=', commentId as string))
    .execute();

/** From when on what they wrote is looked at. */
export interface Since {
  /** milliseconds since 1970 */
  time: number;
  /** the lowest id of that time */
  id: string;
}

/** What they replaced since. */
const replaced = ({ time }: Since) => sql`update member_notifications
  set replaced_at = o.replaced_at, dedupe_key = null, read_at = coalesce(read_at, o.replaced_at)
  from notifications as o
  where o.id = member_notifications.id and o.audience_member_id = member_notifications.member_id
    and o.audience = 'member' and o.replaced_at >= ${time}
    and member_notifications.replaced_at is null
  returning member_id`;

/** What was read there. */
const read = ({ id }: Since) => sql`update member_notifications set read_at = r.read_at
  from notification_reads as r
  where r.notification_id = member_notifications.id and r.member_id = member_notifications.member_id
    and r.notification_id >= ${id} and member_notifications.read_at is null
  returning member_notifications.member_id`;

const allRead = sql`update member_notifications set read_at = member_notifications.created_at
  from members as m
  where m.id = member_notifications.member_id and member_notifications.id < m.read_until
    and member_notifications.read_at is null and member_notifications.replaced_at is null
  returning member_notifications.member_id`;

/** What leads to posts that they deleted. Each link is looked up once: thousands of notifications may have it. */
const ofDeletedPosts = sql`with recursive links(link) as (
    select (select link_data from member_notifications
      where link_data is not null order by link_data limit 1)
    union all
    select (select link_data from member_notifications
      where link_data > links.link order by link_data limit 1)
    from links where links.link is not null)
  delete from member_notifications
  where link_data in (select link from links
      where link is not null and not exists (select 1 from posts where id = link)
        and not exists (select 1 from resources where id = link))
    and message is not null and type <> 'eduhub-published'
  returning member_id`;

/**
 * Copies what servers of the version before wrote since, and deletes what leads to posts that they deleted. Repeating changes
 * nothing.
 * @returns whose it is
 */
export async function copyOldNotifications(
  db: Executor,
  dialect: DialectName,
  since: Since,
): Promise<string[]> {
  const copies = copyNotifications(dialect, since.id);
  const statements = [
    replaced(since),
    ...copies.map((copy) => sql.raw(`${copy} returning member_id`)),
    read(since),
    allRead,
    ofDeletedPosts,
  ];
  const memberIds: string[] = [];
  for (const statement of statements) {
    const { rows } = await sql<{ member_id: string }>`${statement}`.execute(db);
    memberIds.push(...rows.map(({ member_id }) => member_id));
  }
  return memberIds;
}
