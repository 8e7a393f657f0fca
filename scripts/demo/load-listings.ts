import { addDays } from '#lib/contract/days.ts';
import { nextWeekday } from '#lib/contract/exchange/rounds.ts';
import { setTownIfNone } from '#lib/server/people/members/queries.ts';
import type { Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { findTownsByName } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { addListing } from './factories.ts';
import { listings } from './listings.ts';
import { posts } from './posts.ts';
import type { DemoListing } from './types.ts';

const CENTAVOS = 100;
const MINUTE = 60_000;
const SATURDAY = 6;
const WEEK = 7;

/**
 * Finds the code of a town by its name.
 * @throws Error for an unknown or ambiguous name
 */
function townOf({ town, province }: DemoListing): string {
  const [found, other] = findTownsByName(town, province);
  if (!found || other) throw new Error(`Not one town in the demo: ${town}`);
  return found.code;
}

function lastDay({ untilIn }: DemoListing, today: string): string {
  if (untilIn !== 'Saturday') return addDays(today, untilIn);
  return addDays(today, (SATURDAY - new Date(today).getUTCDay() + WEEK) % WEEK);
}

function toRow(
  listing: DemoListing,
  today: string,
): Omit<ListingTable, 'post_id' | 'created_at' | 'updated_at'> {
  const [amount = null, unit = listing.unit ?? null, left = amount] = listing.amount ?? [];
  const price_centavos = listing.price ? listing.price * CENTAVOS : null;
  return {
    kind: listing.kind,
    material: listing.material,
    town: townOf(listing),
    barangay: listing.barangay ?? null,
    amount,
    unit,
    amount_left: left,
    condition: listing.condition ?? null,
    terms: price_centavos ? 'price' : (listing.terms ?? null),
    price_centavos,
    ready_on: listing.readyIn ? addDays(today, listing.readyIn) : null,
    until: lastDay(listing, today),
    truck_access: Number(listing.truck ?? false),
    loading_help: Number(listing.help ?? false),
    status: listing.status ?? 'open',
    remind_on: null,
    alerts_due_at: null,
    repeat_weeks: listing.repeats?.weeks ?? null,
    repeat_from: listing.repeats ? nextWeekday(listing.repeats.weekday, addDays(today, 1)) : null,
    rounds_due_on: null,
    posted_by: null,
  };
}

/**
 * Loads the listings of posts. A member's town is that of their first listing.
 * @param ids by key
 * @param now milliseconds since 1970
 */
export async function loadListings(
  tx: Executor,
  ids: Record<'posts' | 'members', Map<string, string>>,
  now: number,
): Promise<void> {
  const today = regionDay(now);
  for (const [key, listing] of Object.entries(listings)) {
    const post_id = ids.posts.get(key);
    if (!post_id) throw new Error(`No post of a listing in the demo: ${key}`);
    const { minutesAgo = 0, author = '' } = posts.find((post) => post.key === key) ?? {};
    const created_at = now - minutesAgo * MINUTE;
    const row = toRow(listing, today);
    await addListing(tx, { ...row, post_id, created_at, updated_at: created_at });
    await setTownIfNone(tx, ids.members.get(author) ?? '', row.town);
  }
}
