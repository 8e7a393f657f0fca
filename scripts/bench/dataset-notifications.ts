// Members who have read all notifications of years.
import { type Database, quote } from './database.ts';
import { numbers, uuid } from './dataset-expressions.ts';

/** Gives a member so many notifications, all of them read, instead of those for this member alone. */
export async function replaceReadHistory(
  { dialect, run }: Database,
  memberId: string,
  count: number,
): Promise<void> {
  const member = quote(memberId);
  const own = `audience = 'member' and audience_member_id = ${member}`;
  const [{ joined_at: joinedAt } = {}] = await run(
    `select joined_at from members where id = ${member}`,
  );
  await run(`delete from notification_reads where notification_id in (
    select id from notifications where ${own})`);
  await run(`delete from notifications where ${own}`);
  await run(`
    insert into notifications (id, type, audience, audience_member_id, title, content, created_at)
    ${numbers(0, count)}
    select ${uuid(dialect, `${joinedAt} + n`, 'n')}, 'forum', 'member', ${member}, 'News',
      'It is read.', ${joinedAt} + n
    from s`);
  await run(`insert into notification_reads (member_id, notification_id, read_at)
    select ${member}, id, created_at from notifications where ${own}`);
  // As the site does when the last of them is read.
  await run(`update members set read_watermark =
    (select id from notifications where ${own} order by id desc limit 1) where id = ${member}`);
  if (dialect === 'postgres') await run('analyze notifications, notification_reads');
}
