// Queries of the facts that emails contain, besides the notification.
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import { TAKES_PLACE_ON, WHAT } from '#lib/server/exchange/appointments/queries.ts';
import { withFacts } from '#lib/server/notifications/inbox/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Finds a member who can get email: an enabled one. */
export const findRecipient = (db: Executor, memberId: string) =>
  db
    .selectFrom('members')
    .where('id', '=', memberId)
    .where('disabled_at', 'is', null)
    .select(['first_name', 'last_name', 'email'])
    .executeTakeFirst();

/** Appointments with their posts' titles, and the whole amounts of their listings. */
const appointments = (db: Executor) =>
  db
    .selectFrom('appointments as k')
    .leftJoin('listings as l', 'l.post_id', 'k.post_id')
    .leftJoin('posts as t', 't.id', 'k.post_id')
    .select(WHAT)
    .select([
      'k.id',
      'k.kind',
      'k.town',
      'k.day',
      'k.status',
      'k.updated_at',
      'k.sequence',
      'k.owner_id',
      'k.standing_id',
      'l.amount as total',
      't.title',
    ])
    .select(['k.agreed_at', 'k.requester_id'])
    .select(TAKES_PLACE_ON.as('takes_place_on'));

export const findAppointment = (db: Executor, id: string) =>
  appointments(db)
    .where('k.id', '=', id)
    .$narrowType<{ material: string; unit: Listing['unit'] }>()
    .executeTakeFirst();

/** Lists appointments, earliest first. */
export const listAppointments = (db: Executor, ids: string[]) =>
  appointments(db).where('k.id', 'in', ids).orderBy('takes_place_on').orderBy('k.id').execute();

/** Whether a member's load is on the truck of a pickup. */
export const isOnTruckOf = async (
  db: Executor,
  { pickupId, memberId }: { pickupId: string; memberId: string },
): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('trip_stops as s')
      .innerJoin('trips as t', 't.id', 's.trip_id')
      .where('t.appointment_id', '=', pickupId)
      .where('t.ended_at', 'is', null)
      .where('s.member_id', '=', memberId)
      .select('s.appointment_id')
      .executeTakeFirst(),
  );

export const findListing = (db: Executor, postId: string) =>
  db
    .selectFrom('listings as l')
    .where('l.post_id', '=', postId)
    .select(['l.kind', 'l.material', 'l.town', 'l.status', 'l.until'])
    .select((eb) =>
      eb
        .exists(
          eb.selectFrom('appointments as k').whereRef('k.post_id', '=', 'l.post_id').select('k.id'),
        )
        .as('is_requested'),
    )
    .executeTakeFirst();

// The maximum in an email.
const MAX_ALERTS = 20;

/** Lists a member's unread alerts since a time, except one, newest first. */
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
