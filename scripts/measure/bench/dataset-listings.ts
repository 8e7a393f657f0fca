// The listings of the data set, and the alerts of its members.
import { addDays } from '#lib/contract/days.ts';
import { MATERIALS } from '#lib/contract/exchange/materials/materials.ts';
import { listTowns } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { columnOf, type Database } from './database.ts';
import { choose, few, numbers, oneOf, scatter, uuid } from './dataset-expressions.ts';

/** One in this many posts has a listing. */
const POSTS_A_LISTING = 20;
/** One in this many listings repeats. */
const LISTINGS_A_REPEATING = 10;
/** Number of weekly rounds created for them. */
const ROUNDS = 4;
const WEEK = 7;
const ALERTS_A_MEMBER = 20;
const KINDS = ['offer', 'offer', 'offer', 'need', 'service'];
const UNITS = ['kg', 'sack', 'bundle', 'bale', 'truckload', 'piece'];
const TERMS = ['free', 'price', 'trade'];
const MOST = 500;
const CENTAVOS = 5000;
const LAST_DAYS = 60;
// The data set is used for weeks without anything expiring.
const DAYS_AHEAD = 365;

const TOWN_CODES = listTowns().map(({ code }) => code);

const insertListings = (count: number, postId: string, postedAt: string, now: number): string => {
  const terms = oneOf(TERMS, 'n', 1);
  const amount = `1 + ${scatter('n', MOST, 2)}`;
  const days = Array.from({ length: LAST_DAYS }, (_, nth) =>
    addDays(regionDay(now), DAYS_AHEAD + nth),
  );
  return `
    insert into listings (post_id, kind, material, amount, unit, amount_left, terms,
      price_centavos, town, until, truck_access, loading_help, status, created_at, updated_at)
    ${numbers(0, count)}
    select ${postId}, ${oneOf(KINDS, 'n', 3)}, ${oneOf([...MATERIALS], 'n', 4)}, ${amount},
      ${oneOf(UNITS, 'n', 5)}, ${amount}, ${terms},
      case when ${terms} = 'price' then ${CENTAVOS} end, ${oneOf(TOWN_CODES, 'n', 6)},
      ${oneOf(days, 'n', 7)}, n % 2, n % 3 % 2, 'open', ${postedAt}, ${postedAt}
    from s where n % ${POSTS_A_LISTING} = 0`;
};

/** Makes some listings repeat weekly, with their next rounds, so that the job finds nothing due. */
function repeatListings(now: number): string[] {
  const today = regionDay(now);
  const inWeeks = (weeks: number): string => addDays(today, weeks * WEEK);
  const days = Array.from({ length: ROUNDS }, (_, nth) => inWeeks(nth + 1));
  return [
    `update listings set repeat_weeks = 1, repeat_from = '${inWeeks(1)}', rounds_due_on = '${inWeeks(DAYS_AHEAD)}'
      where post_id in (select post_id from (
        select post_id, row_number() over (order by post_id) as n from listings) as counted
        where n % ${LISTINGS_A_REPEATING} = 0)`,
    `insert into listing_rounds (post_id, day, amount, amount_left, created_at)
      select post_id, ${choose(days, 'k')}, amount, amount_left, created_at
      from listings cross join ${few(ROUNDS)} where repeat_weeks is not null`,
  ];
}

/** Adds open listings of all towns and materials to posts. @param posts their number, and SQL of their ids and times */
export async function fillListings(
  database: Database,
  { count, postId, postedAt }: { count: number; postId: string; postedAt: string },
): Promise<void> {
  // Older versions of the site have no listings.
  if (!(await columnOf(database, 'listings', ['town']))) return;
  const now = Date.now();
  await database.run(insertListings(count, postId, postedAt, now));
  if (await columnOf(database, 'listings', ['repeat_weeks']))
    for (const statement of repeatListings(now)) await database.run(statement);
  // On Postgres, triggers are off here.
  if (await columnOf(database, 'posts', ['listing_vector']))
    await database.run('select index_listing(post_id) from listings');
}

/** Replaces all alerts. Each of the first members gets 20, one for each of 20 materials. */
export async function replaceAlerts({ dialect, run }: Database, count: number): Promise<void> {
  await run('delete from alerts');
  if (count === 0) return;
  const now = Date.now();
  await run(`
    insert into alerts (id, member_id, material, free, created_at)
    select ${uuid(dialect, String(now), 'n')}, id,
      ${choose(MATERIALS.slice(0, ALERTS_A_MEMBER), 'k')}, 0, ${now}
    from (select m.id, k, row_number() over (order by m.id, k) as n
      from (select id from members order by id limit ${count / ALERTS_A_MEMBER}) as m
      cross join ${few(ALERTS_A_MEMBER)}) as wanted`);
}
