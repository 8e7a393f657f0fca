// Members who have read years of notifications.
import { columnOf, type Database, quote } from './database.ts';
import { numbers, uuid } from './dataset-expressions.ts';

const NEWS = `'News', 'It is read.'`;

/** The notifications of a member, for one version of the site. */
interface History {
  database: Database;
  /** an SQL expression */
  member: string;
  joinedAt: number;
  count: number;
}

async function replaceRows({ database, member, joinedAt, count }: History): Promise<void> {
  const { dialect, run } = database;
  await run(`delete from member_notifications where member_id = ${member}`);
  await run(`
    insert into member_notifications
      (member_id, id, type, kind, title, content, created_at, read_at)
    ${numbers(0, count)}
    select ${member}, ${uuid(dialect, `${joinedAt} + n`, 'n')}, 'forum', 'message', ${NEWS},
      ${joinedAt} + n, ${joinedAt} + n
    from s`);
  await run(`update inboxes set unread_count = 0, version = version + 1
    where member_id = ${member}`);
  if (dialect === 'postgres') await run('analyze member_notifications');
}

/** In the format of versions before 0.2.0. */
async function replaceSharedRows({ database, member, joinedAt, count }: History): Promise<void> {
  const { dialect, run } = database;
  const own = `audience = 'member' and audience_member_id = ${member}`;
  await run(`delete from notification_reads where notification_id in (
    select id from notifications where ${own})`);
  await run(`delete from notifications where ${own}`);
  await run(`
    insert into notifications (id, type, audience, audience_member_id, title, content, created_at)
    ${numbers(0, count)}
    select ${uuid(dialect, `${joinedAt} + n`, 'n')}, 'forum', 'member', ${member}, ${NEWS},
      ${joinedAt} + n
    from s`);
  await run(`insert into notification_reads (member_id, notification_id, read_at)
    select ${member}, id, created_at from notifications where ${own}`);
  // What the site does when the last of them is read.
  await run(`update members set read_watermark =
    (select id from notifications where ${own} order by id desc limit 1) where id = ${member}`);
  if (dialect === 'postgres') await run('analyze notifications, notification_reads');
}

/** Replaces a member's own notifications with a number of read ones. */
export async function replaceReadHistory(
  database: Database,
  memberId: string,
  count: number,
): Promise<void> {
  const member = quote(memberId);
  const [row] = await database.run(`select joined_at from members where id = ${member}`);
  const history = { database, member, joinedAt: Number(row?.['joined_at']), count };
  const hasRows = await columnOf(database, 'member_notifications', ['message']);
  await (hasRows ? replaceRows : replaceSharedRows)(history);
}
