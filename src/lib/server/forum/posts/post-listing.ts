// The listing of a post. The exchange searches and changes listings.
import { addDays, daysBetween } from '#lib/contract/days.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import {
  lastDaysOf,
  LISTING_DAYS,
  REPEAT_DAYS,
} from '#lib/contract/exchange/listings/listing-states.ts';
import {
  amountOf,
  capitalize,
  conditionOf,
  materialOf,
  termsOf,
} from '#lib/contract/exchange/listings/listing-texts.ts';
import type { Listing, ListingInput } from '#lib/contract/exchange/listings/listings.ts';
import { nextWeekday, weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { formatWeekday } from '#lib/messages/format-weekday.ts';
import { t } from '#lib/messages/t.ts';
import { setTownIfNone } from '#lib/server/people/members/queries.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { validationError } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { findTown, isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { insertListing } from './queries.ts';

type StatedRow = Omit<ListingTable, 'post_id' | 'remind_on' | 'alerts_due_at' | 'rounds_due_on'> & {
  /** the name of `posted_by`; missing where it is not queried */
  poster_name?: string | null;
};

/** The columns of a listing in a row of a post. */
type ListingColumns = Omit<StatedRow, 'created_at' | 'updated_at'> & {
  listed_at: number;
  listing_updated_at: number;
};

/** All null for a post without a listing. */
type PostListing = { [Name in keyof ListingColumns]: ListingColumns[Name] | null };

const hasListing = (row: PostListing): row is ListingColumns => row.kind !== null;

/** @returns the listing of a post as the viewer sees it, or null */
export const listingOf = (ctx: Ctx, row: PostListing): Listing | null =>
  hasListing(row)
    ? toListing(ctx, { ...row, created_at: row.listed_at, updated_at: row.listing_updated_at })
    : null;

const repeatOf = ({
  repeat_weeks: weeks,
  repeat_from: from,
}: Pick<StatedRow, 'repeat_weeks' | 'repeat_from'>): Listing['repeat'] =>
  weeks !== null && from !== null ? { weeks, weekday: weekdayOf(from) } : null;

const posterOf = ({ posted_by: account_id, poster_name: name }: StatedRow) =>
  account_id && name ? { posted_by: { account_id, name } } : {};

const withoutFacts = ({ viewer }: Ctx, row: StatedRow): Omit<Listing, 'facts'> => ({
  kind: row.kind,
  material: row.material,
  amount: row.amount,
  unit: row.unit,
  amount_left: row.amount_left,
  condition: row.condition,
  terms: row.terms,
  price_centavos: row.price_centavos,
  town: row.town,
  barangay: viewer ? row.barangay : null,
  ready_on: row.ready_on,
  until: row.until,
  truck_access: row.truck_access === 1,
  loading_help: row.loading_help === 1,
  repeat: repeatOf(row),
  status: row.status,
  ...(viewer && posterOf(row)),
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});

type Facts = Omit<Listing, 'facts'>;

const stateOf = ({ status, kind }: Facts): string =>
  status === 'open' ? t('listing.kind', { kind }) : t('listing.status', { status });

/**
 * @returns the facts of a listing as short texts: `Offered`, `Rice straw`, `120 bundles`, `dry`, `free`, `Guimba`,
 *   `until Sat 28 Nov`. The first is its state, e.g. `All gone`
 */
export const listingFacts = (listing: Facts): string[] =>
  [
    stateOf(listing),
    materialOf(listing),
    amountOf(listing),
    conditionOf(listing),
    termsOf(listing),
    townName(listing.town) ?? null,
    listing.ready_on && t('listing.ready_on', { day: formatWeekday(listing.ready_on) }),
    t('listing.until_day', { day: formatWeekday(listing.until) }),
  ].filter((fact) => fact !== null);

/** @returns e.g. `Guimba, Nueva Ecija`, or null for an unknown code */
export function townWithProvince(code: string): string | null {
  const town = findTown(code);
  return town ? `${town.name}, ${town.province}` : null;
}

/** @returns the details that are not in the line under a listing's title, each with a label */
export function listingDetails(listing: Facts): [label: string, text: string][] {
  const details: [label: string, text: string | null | undefined][] = [
    [t('listing.material'), materialOf(listing)],
    [t('listing.town'), townWithProvince(listing.town)],
    [t('listing.ready'), listing.ready_on && formatWeekday(listing.ready_on)],
    [t('listing.until'), formatWeekday(listing.until)],
    [t('listing.state'), conditionOf(listing)],
    [t('listing.road'), listing.truck_access ? t('listing.truck') : null],
    [t('listing.loading'), listing.loading_help ? t('listing.loading_help') : null],
  ];
  return details.flatMap(([label, text]) => (text ? [[label, capitalize(text)]] : []));
}

/** A listing as the viewer sees it: guests do not see the barangay. */
export function toListing(ctx: Ctx, row: StatedRow): Listing {
  const listing = withoutFacts(ctx, row);
  return { ...listing, facts: listingFacts(listing) };
}

/** A listing whose town and days were validated. */
export type ResolvedListing = Omit<ListingInput, 'repeat'> &
  Pick<ListingTable, 'repeat_weeks' | 'repeat_from'> & { until: string };

type Problem = [field: keyof ListingInput, code: ErrorCode];

function findUntilProblem(
  { until, repeat_from }: ResolvedListing,
  today: string,
): ErrorCode | null {
  if (until < today) return 'until_past';
  if (repeat_from !== null)
    return until > addDays(today, REPEAT_DAYS.max) ? 'repeat_too_long' : null;
  return until > addDays(today, LISTING_DAYS.max) ? 'until_too_late' : null;
}

function findProblems(listing: ResolvedListing, today: string): Problem[] {
  const { town, ready_on, until, repeat_from } = listing;
  const problems: Problem[] = [];
  if (!isTown(town)) problems.push(['town', 'town_invalid']);
  const problem = findUntilProblem(listing, today);
  if (problem) problems.push(['until', problem]);
  else if (ready_on && ready_on > until) problems.push(['ready_on', 'ready_after_until']);
  else if (repeat_from && repeat_from > until) problems.push(['until', 'until_before_round']);
  return problems;
}

/**
 * Validates what a schema cannot, the town and the days, and adds the default last day.
 * @param formField the form field that contains the listing, if any
 */
export function resolveListing(
  { now }: Services,
  { repeat, ...input }: ListingInput,
  ...formField: string[]
): ResolvedListing {
  const today = regionDay(now());
  const first = input.ready_on && input.ready_on > today ? input.ready_on : today;
  const listing = {
    ...input,
    until: input.until ?? defaultUntil(today, { repeat }),
    repeat_weeks: repeat && repeat.weeks,
    repeat_from: repeat && nextWeekday(repeat.weekday, first),
  };
  const problems = findProblems(listing, today);
  if (problems.length === 0) return listing;
  throw validationError(
    problems.map(([field, message]) => ({ path: [...formField, field], message })),
  );
}

/** @returns the default last day of a listing that is created today */
export const defaultUntil = (today: string, listing: Parameters<typeof lastDaysOf>[0]): string =>
  addDays(today, lastDaysOf(listing).default);

const dayBefore = (day: string): string => addDays(day, -1);

/**
 * The day of the first reminder: half time, or else the day before the last. For a listing of one day, that day.
 * @param today the day on which the last day was chosen
 * @returns null when no day is left
 */
export function firstReminder(today: string, until: string): string | null {
  const half = addDays(today, Math.floor(daysBetween(today, until) / 2));
  return [half, dayBefore(until), until].find((day) => day > today) ?? null;
}

/** The day of the next reminder: the day before the last, or null when it has passed. */
export const nextReminder = (today: string, until: string): string | null =>
  dayBefore(until) > today ? dayBefore(until) : null;

/** The row of a new listing: open, with its whole amount left. */
export const toNewRow = (at: number, post_id: string, listing: ResolvedListing): ListingTable => ({
  ...listing,
  post_id,
  amount_left: listing.amount,
  barangay: listing.barangay || null,
  truck_access: Number(listing.truck_access),
  loading_help: Number(listing.loading_help),
  status: 'open',
  remind_on: firstReminder(regionDay(at), listing.until),
  alerts_due_at: at,
  rounds_due_on: null,
  posted_by: null,
  created_at: at,
  updated_at: at,
});

/** Adds a listing to the viewer's own post. Its town becomes the viewer's, if they had none. */
export async function createListing(
  ctx: Ctx,
  tx: Executor,
  postId: string,
  listing: ResolvedListing,
): Promise<ListingTable> {
  const { id, stewardId: posted_by = null } = requireViewer(ctx);
  const created = { ...toNewRow(ctx.now(), postId, listing), posted_by };
  await insertListing(tx, created);
  await setTownIfNone(tx, id, listing.town);
  return created;
}
