// Notifications as versions before migration 0029 stored them.
import type { Kysely } from 'kysely';

import type { Database } from '#lib/server/platform/db/open-database.ts';
import { idAt } from '#lib/server/platform/new-id.ts';

type Row = Record<string, string | number | null>;
type AnyTables = Kysely<Record<string, Row>>;

/** The versions whose tables are filled: that of the committed backup, and the last one. */
export type OldVersion = '0.2' | 'before 0029';

/** How many of each there are. */
export interface Size {
  members: number;
  /** notifications to each member */
  own: number;
  /** to everyone */
  everyone: number;
}

const FOLLOWED = 5;
const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;
const CHUNK = 500;

interface Filled extends Size {
  db: AnyTables;
  version: OldVersion;
  memberIds: string[];
  postIds: string[];
  /** of the first notification */
  since: number;
}

const nameOf = (nth: number) => ({
  first_name: ['Ana', 'Ben', 'Eva'][nth % 3] ?? '',
  last_name: 'Cruz',
});

async function insert(db: AnyTables, table: string, rows: Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK)
    await db
      .insertInto(table)
      .values(rows.slice(start, start + CHUNK))
      .execute();
}

const indexes = (count: number) => Array.from({ length: count }, (_, nth) => nth);

/** Members with a post each, who follow the next ones. */
async function fillMembers({ db, members, memberIds, postIds, since }: Filled): Promise<void> {
  const joined_at = since - MINUTE_MS;
  const member = (id: string, nth: number): Row => ({
    id,
    email: `member${nth}@glean.example`,
    password_hash: 'none',
    role: 'farmer',
    ...nameOf(nth),
    middle_name: '',
    joined_at,
  });
  await insert(db, 'members', memberIds.map(member));
  const posts = memberIds.map((author_id, nth): Row => ({
    id: postIds[nth] ?? '',
    author_id,
    title: `Straw ${nth}`,
    description: 'Dry',
    idempotency_key: String(nth),
    created_at: since,
    updated_at: since,
  }));
  await insert(db, 'posts', posts);
  const follows = memberIds.flatMap((follower_id, nth) =>
    indexes(FOLLOWED).map((step): Row => ({
      id: idAt(joined_at),
      follower_id,
      followed_id: memberIds[(nth + 1 + step) % members] ?? '',
      created_at: joined_at,
    })),
  );
  await insert(db, 'follows', follows);
}

/** What one member gets of others: a like with facts, words of staff, a name that is not known, and news of a pickup. */
function ownRow({ version, memberIds, postIds, members }: Filled, nth: number, step: number): Row {
  const [actor, post] = [(nth + 1 + step) % members, postIds[nth] ?? ''];
  const { first_name, last_name } = nameOf(actor);
  const actor_id = memberIds[actor] ?? '';
  const isRecent = version !== '0.2';
  const by = (rest: string, name = `${first_name} ${last_name}`): Row => ({
    actor_id,
    link_data: post,
    title: `${name}${rest}`,
    content: `Straw ${nth}`,
  });
  const like = { dedupe_key: isRecent ? null : `like ${actor_id} ${post}` };
  const rows: Row[] = [
    { ...by(' liked your post'), ...like, ...(isRecent && { kind: 'like' }) },
    { title: 'At the hall', content: 'On Friday', ...(isRecent && { kind: 'staff' }) },
    { ...by(' posted', 'Someone'), ...(isRecent && { kind: 'post' }) },
    {
      ...by(' agreed'),
      dedupe_key: `pickup ${idAt(0)} agreed x `,
      ...(isRecent && { kind: 'pickup' }),
    },
  ];
  const to = { audience: 'member', audience_member_id: memberIds[nth] ?? '' };
  return { ...to, ...rows[step % rows.length] };
}

/** What the followers of a member got of their post. */
function followersRow({ version, memberIds, postIds }: Filled, nth: number): Row {
  const { first_name, last_name } = nameOf(nth);
  return {
    audience: 'followers',
    audience_member_id: memberIds[nth] ?? '',
    link_data: postIds[nth] ?? '',
    title: `${first_name} ${last_name} posted`,
    content: `Straw ${nth}`,
    ...(version !== '0.2' && { kind: 'post' }),
  };
}

const everyoneRow = ({ version }: Filled, nth: number): Row => ({
  audience: 'everyone',
  title: 'New in EduHub',
  content: `Guide ${nth}`,
  ...(version !== '0.2' && { kind: 'guide' }),
});

const EMPTY = {
  type: 'forum',
  audience_member_id: null,
  actor_id: null,
  link_data: null,
  dedupe_key: null,
};

/** What members, followers and everyone got, in this order, a minute after the other. */
function notificationRows(filled: Filled): Row[] {
  const { members, own, everyone, since } = filled;
  let created_at = since;
  const toRow = (given: Row): Row => {
    created_at += MINUTE_MS;
    return { ...EMPTY, id: idAt(created_at), created_at, ...given };
  };
  return [
    ...indexes(members).flatMap((nth) =>
      indexes(own).map((step) => toRow(ownRow(filled, nth, step))),
    ),
    ...indexes(members).map((nth) => toRow(followersRow(filled, nth))),
    ...indexes(everyone).map((nth) => toRow(everyoneRow(filled, nth))),
  ];
}

/** Every second one of a member's own is read, and by every second member what everyone got. */
function readRows({ memberIds }: Filled, notifications: Row[]): Row[] {
  const read = (member_id: string, { id = '', created_at }: Row): Row => ({
    member_id,
    notification_id: id,
    read_at: Number(created_at) + 1,
  });
  const own = notifications.filter((row, nth) => row['audience'] === 'member' && nth % 2 === 0);
  const shared = notifications.filter(({ audience }) => audience === 'everyone');
  const readers = memberIds.filter((_, nth) => nth % 2 === 0);
  return [
    ...own.map((row) => read(String(row['audience_member_id']), row)),
    ...readers.flatMap((id) => shared.map((row) => read(id, row))),
  ];
}

/** Settings, ends of follows, and who has read all: the version of the committed backup has none of them. */
async function fillSettings({ db, memberIds, since }: Filled): Promise<void> {
  const hidden = memberIds.slice(0, 9).map((member_id): Row => ({ member_id, kind: 'guide' }));
  await insert(db, 'hidden_notifications', hidden);
  const [ended = '', followed = '', reader = ''] = memberIds.slice(-3);
  const until_id = idAt(since + YEAR_MS);
  const past = { id: idAt(since - 1), follower_id: ended, followed_id: followed, until_id };
  await insert(db, 'past_follows', [past]);
  await db.updateTable('members').set({ read_until: until_id }).where('id', '=', reader).execute();
}

/** Fills the tables of notifications of a version before migration 0029. */
export async function fillOldNotifications(
  { db: typed }: Database,
  version: OldVersion,
  size: Size,
): Promise<void> {
  const db = typed as unknown as AnyTables;
  const since = Date.now() - 2 * YEAR_MS;
  const ids = (time: number) => indexes(size.members).map(() => idAt(time));
  const filled = {
    ...size,
    db,
    version,
    since,
    memberIds: ids(since - MINUTE_MS),
    postIds: ids(since),
  };
  await fillMembers(filled);
  const notifications = notificationRows(filled);
  // Rows of one statement have the same columns.
  const groups = Object.values(Object.groupBy(notifications, (row) => Object.keys(row).join(' ')));
  for (const rows of groups) await insert(db, 'notifications', rows ?? []);
  await insert(db, 'notification_reads', readRows(filled, notifications));
  if (version !== '0.2') await fillSettings(filled);
}
