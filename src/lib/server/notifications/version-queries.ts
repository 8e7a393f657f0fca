import { precompiled } from '#lib/server/db/precompiled.ts';
import type { Executor, NotificationTable } from '#lib/server/db/schema.ts';

/** Who gets a notification. */
type Recipient = Pick<NotificationTable, 'audience' | 'audience_member_id'>;

// The audience `everyone` has no member: the nil UUID (RFC 9562, 5.9).
const EVERYONE = '00000000-0000-0000-0000-000000000000';

const upsert = (db: Executor) => db.insertInto('notification_versions');

/** Counts one more change of what these recipients see; a transaction does this last. */
export async function incrementVersions(db: Executor, recipients: Recipient[]): Promise<void> {
  const rows = recipients.map(({ audience, audience_member_id }) => ({
    member_id: audience_member_id ?? EVERYONE,
    audience,
    version: 1,
  }));
  const byKey = new Map(rows.map((row) => [`${row.member_id} ${row.audience}`, row]));
  if (byKey.size === 0) return;
  // In order: concurrent transactions lock the rows without a deadlock.
  const sorted = [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await upsert(db)
    .values(sorted)
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'audience'])
        .doUpdateSet((eb) => ({ version: eb('notification_versions.version', '+', 1) })),
    )
    .execute();
}

/** Counts a change for every member who got a notification by this one, and for their followers. */
export async function incrementVersionsByActor(db: Executor, actorId: string): Promise<void> {
  await upsert(db)
    .columns(['member_id', 'audience', 'version'])
    .expression(
      db
        .selectFrom('notifications')
        .where('actor_id', '=', actorId)
        .where('audience', '=', 'member')
        .select((eb) => eb.ref('audience_member_id').$notNull().as('member_id'))
        .select(['audience'])
        .select((eb) => eb.lit(1).as('version'))
        .distinct()
        .orderBy('member_id'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'audience'])
        .doUpdateSet((eb) => ({ version: eb('notification_versions.version', '+', 1) })),
    )
    .execute();
  await incrementVersions(db, [{ audience: 'followers', audience_member_id: actorId }]);
}

const versionsFor = precompiled((db, { readerId }: { readerId: string }) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('notification_versions')
      .where('member_id', '=', readerId)
      .where('audience', '=', 'member')
      .select('version')
      .as('own'),
    eb
      .selectFrom('notification_versions')
      .where('member_id', '=', EVERYONE)
      .where('audience', '=', 'everyone')
      .select('version')
      .as('everyone'),
    eb
      .selectFrom('follows as f')
      .innerJoin('notification_versions as v', 'v.member_id', 'f.followed_id')
      .where('f.follower_id', '=', readerId)
      .where('v.audience', '=', 'followers')
      .select((sum) => sum.fn.sum<number>('v.version').as('sum'))
      .as('followed'),
    eb
      .selectFrom('past_follows as f')
      .innerJoin('notification_versions as v', 'v.member_id', 'f.followed_id')
      .where('f.follower_id', '=', readerId)
      .where('v.audience', '=', 'followers')
      .select((sum) => sum.fn.sum<number>('v.version').as('sum'))
      .as('past'),
  ]),
);

/** @returns numbers of which at least one rises with every change of what a member is notified of */
export async function getVersions(db: Executor, readerId: string): Promise<number[]> {
  const [row] = await versionsFor(db, { readerId });
  return [row?.own ?? 0, row?.everyone ?? 0, row?.followed ?? 0, row?.past ?? 0];
}
