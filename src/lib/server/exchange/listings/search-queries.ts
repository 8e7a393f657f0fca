import { type ExpressionBuilder, type Nullable, sql, SqliteAdapter } from 'kysely';

import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import { hiddenMembers, isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import {
  listParameters,
  type ListParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type {
  Executor,
  ListingTable,
  MemberTable,
  PostTable,
  Schema,
} from '#lib/server/platform/db/schema.ts';

/** Which open listings; null for all. */
interface ListingFilter {
  kind: Listing['kind'] | null;
  material: string | null;
  /** only those with the terms `free` */
  isFree: boolean;
  /** the last day on which it becomes ready */
  readyBy?: string | null;
}

/** The day of a listing that states none, before all others. */
const READY_NOW = '0000-00-00';

/** @returns the day on which a listing is ready, as the queries compute it */
export const readyDay = ({
  repeat_from,
  ready_on,
}: Pick<ListingTable, 'repeat_from' | 'ready_on'>): string => repeat_from ?? ready_on ?? READY_NOW;

/** What lists of listings are sorted by. */
export interface ListingKey {
  post_id: string;
  town: string;
  /** the last day */
  until: string;
  /** the day on which it is ready; only where it is the order */
  ready?: string;
}

/** A part of a list. */
export interface ListingSlice {
  /** null for a guest */
  viewerId: string | null;
  filter: ListingFilter;
  /** null for all */
  towns: string[] | null;
  after: Partial<ListingKey> | null;
  limit: number;
}

/** What changes the queries' text. */
interface Variant {
  viewer: boolean;
  kind: boolean;
  material: boolean;
  isFree: boolean;
  readyBy: boolean;
  after: boolean;
  /** how many; 0 for all */
  towns: number;
  limit: number;
}

interface Values extends ListParameters {
  viewerId: string | null;
  kind: Listing['kind'] | null;
  material: string | null;
  postId: string | undefined;
  until: string | undefined;
  ready: string | undefined;
  readyBy: string | null | undefined;
}

// Rounded up to one of these counts, so that there are few query texts. The padding matches no town.
const TOWN_COUNTS = [2, 8, 32, 128];
const NO_TOWN = '';

/** Fills a list of towns up to the next count. */
function padTowns(towns: string[]): string[] {
  const count = TOWN_COUNTS.find((each) => each >= towns.length) ?? towns.length;
  return [...towns, ...Array<string>(count - towns.length).fill(NO_TOWN)];
}

function toParameters({ viewerId, filter, towns, after, limit }: ListingSlice): [Values, Variant] {
  const { kind, material, isFree, readyBy = null } = filter;
  const padded = towns ? padTowns(towns) : [];
  const key = { postId: after?.post_id, until: after?.until, ready: after?.ready };
  const named = { viewerId, kind, material, readyBy, ...key };
  const values: Values = Object.assign(named, padded);
  const given = { viewer: viewerId !== null, kind: kind !== null, material: material !== null };
  const filters = { ...given, isFree, readyBy: readyBy !== null };
  return [values, { ...filters, after: after !== null, towns: padded.length, limit }];
}

type Tables = Schema & { l: ListingTable; p: Nullable<PostTable>; m: Nullable<MemberTable> };

// In the words of the index. Rounds are ready from the first on.
const READY = sql<string>`coalesce(l.repeat_from, l.ready_on, ${sql.lit(READY_NOW)})`;

/** Open listings. */
const ofFilter =
  (values: Values, { kind, material, isFree, readyBy }: Variant) =>
  (eb: ExpressionBuilder<Tables, 'l'>) => [
    eb('l.status', '=', 'open'),
    ...(kind ? [eb('l.kind', '=', values.kind as Listing['kind'])] : []),
    ...(material ? [eb('l.material', '=', values.material as string)] : []),
    ...(isFree ? [eb('l.terms', '=', 'free')] : []),
    ...(readyBy ? [eb(READY, '<=', values.readyBy as string)] : []),
  ];

/** Open listings of members visible to the viewer. */
const isOpen =
  (db: Executor, values: Values, variant: Variant) =>
  (eb: ExpressionBuilder<Tables, 'l' | 'p' | 'm'>) =>
    eb.and([
      eb('m.disabled_at', 'is', null),
      isNotBlocked(db, variant.viewer ? values.viewerId : null, 'p.author_id'),
      ...ofFilter(values, variant)(eb as never),
    ]);

// Every listing has a post and an author. With inner joins, the planners may begin with these.
const openListings = (db: Executor, values: Values, variant: Variant) =>
  db
    .selectFrom('listings as l')
    .leftJoin('posts as p', 'p.id', 'l.post_id')
    .leftJoin('members as m', 'm.id', 'p.author_id')
    .where(isOpen(db, values, variant));

const KEY = ['l.post_id', 'l.town', 'l.until'] as const;

const ofTowns = (db: Executor, values: Values, variant: Variant) =>
  openListings(db, values, variant)
    .$if(variant.towns > 0, (query) =>
      query.where('l.town', 'in', listParameters(values, variant.towns)),
    )
    .limit(sql.lit(variant.limit))
    .select(KEY);

const newest = precompiled((db, values: Values, variant: Variant) =>
  ofTowns(db, values, variant)
    .$if(variant.after, (query) => query.where('l.post_id', '<', values.postId as string))
    .orderBy('l.post_id', 'desc'),
);

const ending = precompiled((db, values: Values, variant: Variant) =>
  ofTowns(db, values, variant)
    .$if(variant.after, (query) =>
      query.where(sql<boolean>`(l.until, l.post_id) > (${values.until}, ${values.postId})`),
    )
    .orderBy('l.until')
    .orderBy('l.post_id'),
);

const ready = precompiled((db, values: Values, variant: Variant) =>
  ofTowns(db, values, variant)
    .$if(variant.after, (query) =>
      query.where((eb) =>
        eb.or([
          eb(READY, '>', values.ready as string),
          eb.and([
            eb(READY, '=', values.ready as string),
            eb('l.post_id', '<', values.postId as string),
          ]),
        ]),
      ),
    )
    .orderBy(READY)
    .orderBy('l.post_id', 'desc')
    .select(READY.as('ready')),
);

/** The members whose posts the viewer does not see: the disabled, and those of a block. */
const hiddenAuthors = (db: Executor, values: Values, { viewer }: Variant) =>
  db
    .selectFrom('members')
    .where('disabled_at', 'is not', null)
    .select('id')
    .$if(viewer, (query) => query.union(hiddenMembers(db, values.viewerId as string)));

/**
 * Counts all by an index, and subtracts those of the few hidden members: reading the post and author of each listing
 * takes ten times as long.
 */
const counted = precompiled((db, values: Values, variant: Variant) => {
  const { towns } = variant;
  const isCounted = (eb: ExpressionBuilder<Tables, 'l'>) =>
    eb.and([
      ...ofFilter(values, variant)(eb),
      ...(towns > 0 ? [eb('l.town', 'in', listParameters(values, towns))] : []),
    ]);
  const all = db
    .selectFrom('listings as l')
    .where(isCounted as never)
    .groupBy('l.town')
    .select(['l.town', sql<number>`count(*)`.as('count')]);
  const hidden = db
    .selectFrom('posts as p')
    // So that SQLite begins with the members.
    .crossJoin('listings as l')
    .whereRef('l.post_id', '=', 'p.id')
    .where('p.author_id', 'in', hiddenAuthors(db, values, variant))
    .where(isCounted as never)
    .groupBy('l.town')
    .select(['l.town', sql<number>`-count(*)`.as('count')]);
  const shown = sql<number>`cast(sum(count) as integer)`;
  return db
    .selectFrom(all.unionAll(hidden).as('c'))
    .groupBy('town')
    .having(shown, '>', sql.lit(0))
    .select(['town', shown.as('count')]);
});

/** Counts those of each town, in no order. */
export const countByTown = (db: Executor, slice: Omit<ListingSlice, 'after' | 'limit'>) =>
  counted(db, ...toParameters({ ...slice, after: null, limit: 0 }));

// Below every id.
const NO_ID = sql.lit('00000000-0000-0000-0000-000000000000');

/**
 * Reads the index once per town, as no index has the distance from any town: a page of each is enough. The cross join
 * makes SQLite begin with the towns.
 */
const nearest = precompiled((db, values: Values, variant: Variant) => {
  const towns = listParameters(values, variant.towns).map(
    (town, nth) => sql`(${sql.lit(nth)}, ${town})`,
  );
  const around = sql<{ column1: number; column2: string }>`(values ${sql.join(towns)})`.as('t');
  const isAfter = sql<boolean>`(t.column1 > 0 or l.post_id < ${values.postId})`;
  const inTown = sql<boolean>`l.town = t.column2${variant.after ? sql` and ${isAfter}` : sql``}`;
  const ofTown = openListings(db, values, variant).where(inTown).orderBy('l.post_id', 'desc');
  if (!(db.getExecutor().adapter instanceof SqliteAdapter))
    return db
      .selectFrom(around)
      .innerJoinLateral(ofTown.limit(sql.lit(variant.limit)).select(KEY).as('l'), (join) =>
        join.onTrue(),
      )
      .orderBy('t.column1')
      .orderBy('l.post_id', 'desc')
      .limit(sql.lit(variant.limit))
      .select(KEY);
  // SQLite has no lateral join: the last of the page is found first.
  const last = ofTown
    .limit(sql.lit(1))
    .offset(sql.lit(variant.limit - 1))
    .select('l.post_id');
  return db
    .selectFrom(around)
    .crossJoin('listings as l')
    .leftJoin('posts as p', 'p.id', 'l.post_id')
    .leftJoin('members as m', 'm.id', 'p.author_id')
    .where(isOpen(db, values, variant) as never)
    .where(inTown)
    .where(sql<boolean>`l.post_id >= coalesce((${last}), ${NO_ID})`)
    .orderBy('t.column1')
    .orderBy('l.post_id', 'desc')
    .limit(sql.lit(variant.limit))
    .select(KEY);
});

/** Newest first, after the one with a post's id. */
export const listNewest = (db: Executor, slice: ListingSlice): Promise<ListingKey[]> =>
  newest(db, ...toParameters(slice));

/** Those that end first, after the one with a last day and a post's id. */
export const listEnding = (db: Executor, slice: ListingSlice): Promise<ListingKey[]> =>
  ending(db, ...toParameters(slice));

/** Those that are ready first, newest first of a day, after the one with a day and a post's id. */
export const listReady = (db: Executor, slice: ListingSlice): Promise<ListingKey[]> =>
  ready(db, ...toParameters(slice));

/** In the order of the towns, newest first, of the first town after the one with a post's id. */
export async function listNearest(
  db: Executor,
  { towns, after, ...slice }: ListingSlice & { towns: string[] },
): Promise<ListingKey[]> {
  const found: ListingKey[] = [];
  let start = 0;
  for (const count of TOWN_COUNTS) {
    const batch = towns.slice(start, start + count);
    if (batch.length === 0 || found.length >= slice.limit) break;
    const isFirst = start === 0;
    // Always the same limit: PostgreSQL plans each other text of a query, on each connection.
    const part = { ...slice, towns: batch, after: isFirst ? after : null };
    found.push(...(await nearest(db, ...toParameters(part))));
    start += count;
  }
  return found.slice(0, slice.limit);
}
