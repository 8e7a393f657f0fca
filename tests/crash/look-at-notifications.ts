// What a database has of notifications: as hashes of tables, and what a migration has lost.
import { hash } from 'node:crypto';

import { sql } from 'kysely';

import type { Database } from '#lib/server/platform/db/open-database.ts';

type Row = Record<string, unknown>;

/** With their columns in the order by which their rows are compared. */
const TABLES = {
  notifications: ['id'],
  notification_reads: ['member_id', 'notification_id'],
  notification_versions: ['member_id', 'audience'],
  members: ['id'],
  follows: ['id'],
  past_follows: ['id'],
  hidden_notifications: ['member_id', 'kind'],
  notified_likes: ['post_id', 'member_id'],
  member_notifications: ['member_id', 'id'],
  inboxes: ['member_id'],
  broadcasts: ['id'],
};

/** @returns a line for each table that is there: its rows, as a number and a hash of all that they have */
export async function hashNotifications({ db }: Database): Promise<string> {
  const there = new Set((await db.introspection.getTables()).map(({ name }) => name));
  const lines: string[] = [];
  for (const [table, order] of Object.entries(TABLES)) {
    if (!there.has(table)) continue;
    const by = sql.join(order.map((column) => sql.ref(column)));
    const { rows } = await sql<Row>`select * from ${sql.table(table)} order by ${by}`.execute(db);
    const texts = rows.map((row) => JSON.stringify(row));
    lines.push(`${table}: ${rows.length} ${hash('sha256', texts.join('\n'))}`);
  }
  return lines.join('\n');
}

const copyOf = 'select 1 from member_notifications c where c.id = n.id and c.member_id';

/** What the tables of the version before have, and those of this one have not. */
const LOST = {
  'notifications to a member': `select count(*) as count from notifications n
    where n.audience = 'member' and not exists (${copyOf} = n.audience_member_id)`,
  'notifications to everyone': `select count(*) as count
    from notifications n join members m on m.id < n.id
    where n.audience = 'everyone' and not exists (${copyOf} = m.id)`,
  'notifications to followers': `select count(*) as count from notifications n
    join follows f on f.followed_id = n.audience_member_id and f.id < n.id
    where n.audience = 'followers' and not exists (${copyOf} = f.follower_id)`,
  reads: `select count(*) as count from notification_reads r where not exists (
    select 1 from member_notifications c where c.member_id = r.member_id
      and c.id = r.notification_id and c.read_at = r.read_at)`,
};

/** @returns what a migration has lost */
export async function findLost({ db }: Database): Promise<string[]> {
  const lost: string[] = [];
  for (const [what, query] of Object.entries(LOST)) {
    const { rows } = await sql.raw<{ count: number }>(query).execute(db);
    const count = Number(rows[0]?.count);
    if (count !== 0) lost.push(`${count} ${what} lost`);
  }
  return lost;
}

/** @returns how many notifications members have */
export async function countNotifications({ db }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from member_notifications`.execute(db);
  return Number(rows[0]?.count);
}
