// What emails of notifications are made of, besides the notification.
import { TAKES_PLACE_ON } from '#lib/server/exchange/pickups/queries.ts';
import { withFacts } from '#lib/server/notifications/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Finds a member who may get email: one who is not disabled. */
export const findRecipient = (db: Executor, memberId: string) =>
  db
    .selectFrom('members')
    .where('id', '=', memberId)
    .where('disabled_at', 'is', null)
    .select(['first_name', 'last_name', 'email'])
    .executeTakeFirst();

/** Pickups, with their posts' titles and how much their listings have in all. */
const pickups = (db: Executor) =>
  db
    .selectFrom('pickups as k')
    .leftJoin('listings as l', 'l.post_id', 'k.post_id')
    .leftJoin('posts as t', 't.id', 'k.post_id')
    .select(['k.id', 'k.kind', 'k.material', 'k.town', 'k.amount', 'k.unit', 'k.day'])
    .select([
      'k.status',
      'k.updated_at',
      'k.sequence',
      'k.owner_id',
      'k.standing_id',
      'l.amount as total',
      't.title',
    ])
    .select(TAKES_PLACE_ON.as('takes_place_on'));

export const findPickup = (db: Executor, id: string) =>
  pickups(db).where('k.id', '=', id).executeTakeFirst();

/** Lists some, the first to take place first. */
export const listPickups = (db: Executor, ids: string[]) =>
  pickups(db).where('k.id', 'in', ids).orderBy('takes_place_on').orderBy('k.id').execute();

/** Finds the state of a booking. */
export const findBookingStatus = async (db: Executor, id: string) =>
  (await db.selectFrom('bookings').where('id', '=', id).select('status').executeTakeFirst())
    ?.status;

/** Finds the listing of a post. */
export const findListing = (db: Executor, postId: string) =>
  db
    .selectFrom('listings as l')
    .where('l.post_id', '=', postId)
    .select(['l.kind', 'l.material', 'l.town', 'l.status', 'l.until'])
    .select((eb) =>
      eb
        .exists(
          eb.selectFrom('pickups as k').whereRef('k.post_id', '=', 'l.post_id').select('k.id'),
        )
        .as('is_requested'),
    )
    .executeTakeFirst();

// An email tells of no more.
const MAX_ALERTS = 20;

/** Lists what a member's alerts have found since a time and they have not read, beside one, newest first. */
export const listUnreadAlerts = (
  db: Executor,
  memberId: string,
  { besideId, since }: { besideId: string; since: number },
) =>
  withFacts(db, memberId)
    .where('n.kind', '=', 'alert')
    .where('n.read_at', 'is', null)
    .where('n.replaced_at', 'is', null)
    .where('n.id', '!=', besideId)
    .where('n.created_at', '>', since)
    .orderBy('n.id', 'desc')
    .limit(MAX_ALERTS)
    .execute();
