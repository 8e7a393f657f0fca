// Requests for notifications, and rows inserted as by another server.
import { refreshInboxes } from '#lib/server/notifications/inbox/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor, MemberNotificationTable } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import type { ApiResponse, Browser } from '#tests/support/site/http-browser.ts';

export const NOTIFICATIONS = '/api/web/notification';

export async function bearer(browser: Browser): Promise<{ authorization: string }> {
  const { body } = await browser.get('/api/token/access');
  return { authorization: `Bearer ${body['token']}` };
}

/**
 * Fetches a page of notifications.
 * @param headers in addition to the access token
 */
export async function getNotifications(
  browser: Browser,
  query = '',
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return browser.get(`${NOTIFICATIONS}${query}`, { ...(await bearer(browser)), ...headers });
}

/** @returns the notifications of all pages, newest first */
export async function getAllNotifications(browser: Browser): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  let cursor: string | null = '0';
  while (cursor) {
    const { body }: ApiResponse = await getNotifications(browser, `?cursor=${cursor}`);
    all.push(...body['data'].notifications);
    cursor = body['data'].nextCursor;
  }
  return all;
}

/** @returns the titles of a member's notifications, newest first */
export const titlesOf = async (browser: Browser): Promise<string[]> =>
  (await getAllNotifications(browser)).map(({ title }) => String(title));

/** The recipients of a notification: a member, the followers of a member, or everyone. */
interface Audience {
  audience?: 'member' | 'followers' | 'everyone';
  audience_member_id?: string | null;
}

/** The members of an audience who joined, or followed, before a notification. */
async function listMembers(
  db: Executor,
  id: string,
  { audience, audience_member_id: whose = null }: Audience,
): Promise<string[]> {
  if (whose !== null && audience !== 'followers') return [whose];
  const rows =
    whose === null
      ? await db.selectFrom('members').where('id', '<', id).select('id').execute()
      : await db
          .selectFrom('follows')
          .where('followed_id', '=', whose)
          .where('id', '<', id)
          .select('follower_id as id')
          .execute();
  return rows.map((row) => row.id);
}

/**
 * Inserts a notification like another server.
 * @returns the notification of each recipient
 */
export async function insertNotification(
  { services: { db } }: { services: Pick<Services, 'db'> },
  { audience, audience_member_id, ...given }: Partial<MemberNotificationTable> & Audience,
): Promise<Omit<MemberNotificationTable, 'member_id'>> {
  const created_at = given.created_at ?? Date.now();
  const row = {
    id: idAt(created_at),
    type: 'forum' as const,
    kind: 'staff' as const,
    message: null,
    actor_id: audience === 'followers' ? (audience_member_id ?? null) : null,
    others: 0,
    link_data: null,
    comment_id: null,
    first_comment_id: null,
    details: null,
    title: 'Title',
    content: 'Content',
    created_at,
    read_at: null,
    replaced_at: null,
    dedupe_key: null,
    ...given,
  };
  const to = { ...(audience && { audience }), audience_member_id: audience_member_id ?? null };
  const members = await listMembers(db, row.id, to);
  if (members.length === 0) return row;
  const rows = members.map((member_id) => ({ member_id, ...row }));
  await db.insertInto('member_notifications').values(rows).execute();
  await refreshInboxes(db, members);
  return row;
}
