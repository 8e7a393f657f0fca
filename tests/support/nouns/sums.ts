// Invariants of amounts in the database, whatever members, stewards and the clock do with appointments.
import type { Executor, StoredAppointment } from '#lib/server/platform/db/schema.ts';

const isTaken = ({ status, owner_result, requester_result }: StoredAppointment): boolean =>
  status === 'agreed' ||
  (status === 'done' && !(owner_result === 'not' && requester_result === 'not'));

const sumOf = (rows: { amount: number | null }[]): number =>
  rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** The remaining and agreed amounts of a listing add up to the whole. A listing marked as gone has nothing left. */
async function checkListings(db: Executor, all: StoredAppointment[]): Promise<string[]> {
  const listings = await db.selectFrom('listings').selectAll().execute();
  return listings.flatMap(({ post_id, amount, amount_left, repeat_weeks, status }) => {
    if (amount === null || repeat_weeks !== null) return [];
    const taken = sumOf(all.filter((each) => each.post_id === post_id && isTaken(each)));
    const sum = (amount_left ?? 0) + taken;
    const isRight = status === 'gone' ? sum <= amount : sum === amount;
    return isRight ? [] : [`${amount_left} left and ${taken} agreed of ${amount}, ${status}`];
  });
}

async function checkRounds(db: Executor, all: StoredAppointment[]): Promise<string[]> {
  const rounds = await db.selectFrom('listing_rounds').selectAll().execute();
  return rounds.flatMap(({ post_id, day, amount, amount_left }) => {
    const own = all.filter((each) => each.of_round && each.post_id === post_id && each.day === day);
    const taken = sumOf(own.filter(isTaken));
    return amount_left + taken === amount
      ? []
      : [`of the round of ${day} ${amount_left} left and ${taken} agreed of ${amount}`];
  });
}

const keyOf = (row: { day: string; half: string | null }, id: string): string =>
  `${id} ${row.day} ${row.half}`;

async function checkHalfDays(db: Executor, all: StoredAppointment[]): Promise<string[]> {
  const rows = await db.selectFrom('half_days').selectAll().execute();
  const taken = new Set(
    rows.flatMap((row) => (row.appointment_id ? [keyOf(row, row.appointment_id)] : [])),
  );
  const agreed = new Set(
    all.flatMap((row) =>
      row.subject === 'half_day' && (row.status === 'agreed' || row.status === 'done')
        ? [keyOf(row, row.id)]
        : [],
    ),
  );
  return [...taken.symmetricDifference(agreed)].map(
    (key) => `half day ${key} is of one side alone`,
  );
}

async function checkTrucks(db: Executor, all: StoredAppointment[]): Promise<string[]> {
  const stops = await db.selectFrom('trip_stops').selectAll().execute();
  const trips = await db.selectFrom('trips').selectAll().execute();
  const hasEnded = new Set(
    all.flatMap(({ id, status }) => (status === 'declined' || status === 'called_off' ? [id] : [])),
  );
  return [
    ...stops.flatMap(({ appointment_id }) =>
      hasEnded.has(appointment_id) ? [`${appointment_id} has ended, and goes`] : [],
    ),
    ...trips.flatMap(({ id, appointment_id, amount, amount_left, ended_at }) => {
      if (ended_at !== null) return [];
      if (hasEnded.has(appointment_id)) return [`truck ${id} goes without its driver`];
      const taken = sumOf(stops.filter(({ trip_id }) => trip_id === id));
      return amount_left + taken === amount
        ? []
        : [`on truck ${id} ${amount_left} free and ${taken} taken of ${amount}`];
    }),
  ];
}

/** The violated invariants. */
export async function findWrongSums(db: Executor): Promise<string[]> {
  const all = await db
    .selectFrom('appointments')
    .selectAll()
    .$castTo<StoredAppointment>()
    .execute();
  const checks = [checkListings, checkRounds, checkHalfDays, checkTrucks];
  return (await Promise.all(checks.map((check) => check(db, all)))).flat();
}
