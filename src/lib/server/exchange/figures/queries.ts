import { type RawBuilder, sql, SqliteAdapter } from 'kysely';

import type { BookingOutcome, Outcome } from '#lib/contract/exchange/figures.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

const DAY_MS = 86_400_000;

/** A month with its start (inclusive) and end (exclusive), in milliseconds since 1970. */
export interface Month {
  /** YYYY-MM */
  name: string;
  start: number;
  end: number;
}

/** Filters the requests to count; null means all. */
interface Slice {
  /** without gaps, oldest first */
  months: [Month, ...Month[]];
  town: string | null;
  material: string | null;
}

/** @returns the start of a pickup's day in UTC, in milliseconds since 1970 */
const startOfDay = (db: Executor): RawBuilder<number> =>
  db.getExecutor().adapter instanceof SqliteAdapter
    ? sql`unixepoch(day) * 1000`
    : sql`extract(epoch from day::timestamp) * 1000`;

/**
 * The outcome of a request, by the states of a pickup (`appointments/acts.ts`). Handed-over pickups may have lost
 * their members, and with them the reason.
 * @param offset of the region, in milliseconds; a request that no member ended was ended by time, or with its post
 */
const outcomeOf = (db: Executor, offset: number): RawBuilder<Outcome> => sql`case
  when status = 'requested' then 'waiting'
  when status = 'declined' then 'declined'
  when status = 'agreed' then 'to_come'
  when status = 'done' then case
    when kg > 0 then 'picked_up'
    when kg is null then 'unreported'
    else case coalesce(owner_reason, requester_reason)
      when 'no_show' then 'no_show'
      when 'not_as_said' then 'not_as_described'
      else 'other' end end
  when agreed_at is null then case
    when ended_by = requester_id then 'taken_back'
    when ended_by is null and updated_at >= ${startOfDay(db)} + ${sql.lit(DAY_MS - offset)}
      then 'unanswered'
    else 'dropped' end
  when ended_by = owner_id then 'owner_called_off'
  when ended_by = requester_id then 'requester_called_off'
  else 'ended' end`;

/** @returns the month of a time */
function monthOf(months: Month[]): RawBuilder<string> {
  const cases = months.map(
    ({ name, end }) => sql`when created_at < ${sql.lit(end)} then ${sql.lit(name)}`,
  );
  return sql`case ${sql.join(cases, sql` `)} end`;
}

/** @returns the month of a request; when both members are erased, only the month of its day is left */
const monthOfRequest = (months: Month[]): RawBuilder<string> =>
  sql`case when created_at = 0 then substr(day, 1, 7) else ${monthOf(months)} end`;

// A message alone is not a response.
const IS_RESPONDED = sql`agreed_at - created_at <= ${sql.lit(DAY_MS)}
  or (status = 'declined' and updated_at - created_at <= ${sql.lit(DAY_MS)})`;

// Created for a round under an agreement: no member requested it.
const IS_MADE = sql`standing_id is not null and agreed_at = created_at`;

/**
 * Counts requests by month, town and outcome, in one pass; pickups of rounds follow one request and count only as
 * pickups.
 * @param offset see `outcomeOf`
 */
export async function countRequests(db: Executor, slice: Slice, offset: number) {
  const { months, town, material } = slice;
  const [first, last] = [months[0], months.at(-1) ?? months[0]];
  const keys = { month: monthOfRequest(months), outcome: outcomeOf(db, offset) };
  return db
    .selectFrom('appointments')
    .where('subject', '=', 'amount')
    .where((eb) =>
      eb.or([
        eb('created_at', '>=', first.start).and('created_at', '<', last.end),
        eb('created_at', '=', 0)
          .and('day', '>=', `${first.name}-01`)
          .and('day', '<=', `${last.name}-31`),
      ]),
    )
    .$if(town !== null, (query) => query.where('town', '=', town ?? ''))
    .$if(material !== null, (query) => query.where('material', '=', material ?? ''))
    .groupBy([keys.month, 'town', keys.outcome])
    .select([keys.month.as('month'), 'town', keys.outcome.as('outcome')])
    .select([
      sql<number>`cast(count(*) as integer)`.as('pickups'),
      sql<number>`cast(sum(case when ${IS_MADE} then 0 else 1 end) as integer)`.as('requested'),
      sql<number>`cast(sum(case when ${IS_MADE} then 0 when ${IS_RESPONDED} then 1 else 0 end)
        as integer)`.as('responded'),
      sql<number>`cast(coalesce(sum(kg), 0) as integer)`.as('kg'),
    ])
    .execute();
}

/**
 * The outcome of a machine request.
 * @param today earlier days are over, and bookings on them are done
 * @param offset see `outcomeOf`; requests for a morning or a whole day end at noon
 */
const bookingOutcomeOf = (
  db: Executor,
  today: string,
  offset: number,
): RawBuilder<BookingOutcome> => sql`case
  when status = 'requested' then case
    when day < ${sql.lit(today)} then 'unanswered' else 'waiting' end
  when status = 'declined' then 'declined'
  when status = 'agreed' then case when day < ${sql.lit(today)} then 'done' else 'to_come' end
  when agreed_at is null then case
    when ended_by = requester_id then 'taken_back'
    when ended_by = owner_id then 'declined'
    when ended_by is null and updated_at >= ${startOfDay(db)} - ${sql.lit(offset)}
      + case half when 'morning' then ${sql.lit(DAY_MS / 2)} else ${sql.lit(DAY_MS)} end
      then 'unanswered'
    else 'dropped' end
  when ended_by = owner_id then 'owner_called_off'
  when ended_by = requester_id then 'requester_called_off'
  else 'ended' end`;

/** The times in which counted rows were created. */
const timesOf = ({ months }: Pick<Slice, 'months'>): [from: number, before: number] => [
  months[0].start,
  (months.at(-1) ?? months[0]).end,
];

/** Counts machine requests by month, town of the work, and outcome. */
export async function countBookings(
  db: Executor,
  slice: Omit<Slice, 'material'>,
  { today, offset }: { today: string; offset: number },
) {
  const { months, town } = slice;
  const [from, before] = timesOf(slice);
  const keys = { month: monthOf(months), outcome: bookingOutcomeOf(db, today, offset) };
  return db
    .selectFrom('appointments')
    .where('subject', '=', 'half_day')
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .$if(town !== null, (query) => query.where('town', '=', town ?? ''))
    .groupBy([keys.month, 'town', keys.outcome])
    .select([keys.month.as('month'), 'town', keys.outcome.as('outcome')])
    .select([
      sql<number>`cast(count(*) as integer)`.as('bookings'),
      sql<number>`cast(sum(case when ${IS_RESPONDED} then 1 else 0 end) as integer)`.as(
        'responded',
      ),
    ])
    .execute();
}

/** Counts shared trucks by the month of the offer and the town where they load, and the loads on them. */
export async function countTrucks(db: Executor, slice: Omit<Slice, 'material'>) {
  const { months, town } = slice;
  const [from, before] = timesOf(slice);
  const month = monthOf(months);
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('trips as r')
        .where('r.created_at', '>=', from)
        .where('r.created_at', '<', before)
        .$if(town !== null, (query) => query.where('r.from_town', '=', town ?? ''))
        .select(['r.created_at', 'r.ended_at', 'r.from_town as town'])
        .select((trip) =>
          trip
            .selectFrom('trip_stops as s')
            .whereRef('s.trip_id', '=', 'r.id')
            .select(trip.fn.countAll().as('count'))
            .as('loads'),
        )
        .as('t'),
    )
    .groupBy([month, 'town'])
    .select([month.as('month'), 'town'])
    .select([
      sql<number>`cast(count(*) as integer)`.as('offered'),
      sql<number>`cast(sum(case when ended_at is not null then 1 else 0 end) as integer)`.as(
        'called_off',
      ),
      sql<number>`cast(sum(loads) as integer)`.as('loads'),
    ])
    .execute();
}

/** @returns when the first request with a time was made, in milliseconds since 1970; null without any */
export async function findFirstTime(db: Executor): Promise<number | null> {
  const query = db.selectFrom('appointments').where('created_at', '>', 0).orderBy('id').limit(1);
  return (await query.select('created_at').executeTakeFirst())?.created_at ?? null;
}
