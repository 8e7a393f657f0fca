// The residues expected in the weeks ahead, for everyone. docs/decisions/0089-weeks-ahead.md has the rules for what
// is shown.
import { addDays, DAYS_A_WEEK, mondayOf, sundayOf } from '#lib/contract/days.ts';
import { materialName, townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import type { ListingCard } from '#lib/contract/exchange/listings/listing-search.ts';
import type { FreeMachine } from '#lib/contract/exchange/machines.ts';
import {
  ARES,
  FIELD_MATERIALS,
  type FieldMaterial,
  type NearService,
  type Season,
  SeasonQuery,
  type SeasonRow,
  type SeasonWeek,
  WEEKS_AHEAD,
} from '#lib/contract/exchange/season.ts';
import { type ReadQuery, readListQuery } from '#lib/contract/pagination.ts';
import { seasonPath } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';
import { toDaysCalendar } from '#lib/server/exchange/calendars/to-calendar.ts';
import { searchListings } from '#lib/server/exchange/listings/search-listings.ts';
import { listFreeByWeek } from '#lib/server/exchange/machines/search-machines.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import { toCsvHead, toCsvLine, toTownCells, TOWN_COLUMNS } from '#lib/server/platform/csv.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import { distanceKm, findTown, isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay, site } from '#lib/site.ts';

import * as queries from './queries.ts';

// Tonnes of dry matter per hectare after the harvest: IPCC 2006 Guidelines, volume 4, table 2.4, "agricultural
// residues".
export const TONNES_PER_HECTARE: Partial<Record<FieldMaterial, number>> = {
  'rice-straw': 5.5,
  'corn-stover': 10,
  'sugarcane-tops': 6.5,
};

// Fewer could reveal a single member,
const LEAST_FARMS = 3;
// as could a sum that mostly belongs to one.
const MOST_OF_ONE = 0.75;
// Hides the area of one farm more or less.
const STEP_HECTARES = 5;

/** @returns the weeks that can be entered, and are shown */
export function weeksAhead({ now }: Pick<Services, 'now'>): queries.Weeks {
  const from = mondayOf(regionDay(now()));
  return { from, until: addDays(from, (WEEKS_AHEAD - 1) * DAYS_A_WEEK) };
}

type Share = Awaited<ReturnType<typeof queries.listShares>>[number];
type Cell = Pick<Share, 'monday' | 'material'> & Pick<SeasonRow, 'town' | 'hectares' | 'source'>;

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

/** @returns the hectares of several farms for the public; null when a single farm could be found out */
function toPublicHectares(shares: Share[]): number | null {
  // Each farm in whole hectares: made-up fields beside a farm must not reveal its area.
  const farms = [...Map.groupBy(shares, ({ member_id }) => member_id).values()].map(
    (own) => Math.max(1, Math.round(sum(own.map(({ ares }) => ares)) / ARES)) * ARES,
  );
  const all = sum(farms);
  if (farms.length < LEAST_FARMS || Math.max(...farms) > all * MOST_OF_ONE) return null;
  const steps = Math.round(all / ARES / STEP_HECTARES);
  return Math.max(steps, 1) * STEP_HECTARES;
}

const groupOf = ({ monday, material }: Pick<Share, 'monday' | 'material'>) =>
  `${monday} ${material}`;
const keyOf = (cell: Pick<Share, 'monday' | 'material' | 'town'>) =>
  `${groupOf(cell)} ${cell.town}`;

/**
 * Computes the public figures: no farm is part of two, so that none can be found by subtraction. Farms are part of
 * their town's schedule, and not added to it; the rest of the towns without one is a single figure.
 */
function toCells(scheduled: Cell[], shares: Share[]): Cell[] {
  const cells = new Map(scheduled.map((cell) => [keyOf({ ...cell, town: cell.town ?? '' }), cell]));
  const left: Share[] = [];
  const add = (town: string | null, all: Share[]): boolean => {
    const [first] = all;
    const hectares = toPublicHectares(all);
    if (!first || hectares === null) return false;
    const { monday, material } = first;
    const key = keyOf({ monday, material, town: town ?? '' });
    if (hectares > (cells.get(key)?.hectares ?? 0))
      cells.set(key, { monday, material, town, hectares, source: 'members' });
    return true;
  };
  for (const [key, all] of Map.groupBy(shares, keyOf))
    if (!add(all[0]?.town ?? null, all) && !cells.has(key)) left.push(...all);
  for (const all of Map.groupBy(left, groupOf).values()) add(null, all);
  return [...cells.values()];
}

export const isFieldMaterial = (key: string): key is FieldMaterial =>
  (FIELD_MATERIALS as readonly string[]).includes(key);

function toRow({ town, material, hectares, source }: Cell): SeasonRow[] {
  if (!isFieldMaterial(material)) return [];
  const tonnes = TONNES_PER_HECTARE[material];
  return [
    { town, material, hectares, tonnes: tonnes ? Math.round(hectares * tonnes) : null, source },
  ];
}

/** Adds up the figures shown. */
export function toSums(parts: Pick<SeasonRow, 'hectares' | 'tonnes'>[]) {
  const known = parts.flatMap(({ tonnes }) => tonnes ?? []);
  // Rounded to hundredths.
  const hectares = Math.round(sum(parts.map((part) => part.hectares)) * ARES) / ARES;
  return { hectares, tonnes: known.length > 0 ? sum(known) : null };
}

const bySize = (a: SeasonRow, b: SeasonRow): number =>
  Number(a.town === null) - Number(b.town === null) ||
  b.hectares - a.hectares ||
  (townName(a.town) ?? '').localeCompare(townName(b.town) ?? '', 'en');

/** Gets the weeks ahead, next first, and within a week the largest first. */
export async function getSeason(
  services: Pick<Services, 'db' | 'now'>,
  { material, town }: SeasonQuery,
): Promise<Season> {
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
  const weeks = weeksAhead(services);
  const scheduled = (await queries.listSchedule(services.db, weeks, null)).map(
    ({ monday, material: of, town: at, ares }): Cell => ({
      monday,
      material: of,
      town: at,
      hectares: ares / ARES,
      source: 'schedule',
    }),
  );
  const cells = toCells(scheduled, await queries.listShares(services.db, weeks))
    // Last: a filter must select from the same figures, and not change them.
    .filter((cell) => material === null || cell.material === material)
    .filter((cell) => town === null || cell.town === town);
  const byWeek = [...Map.groupBy(cells, ({ monday }) => monday)]
    .map(([monday, own]): SeasonWeek => {
      const rows = own.flatMap(toRow).toSorted(bySize);
      return Object.assign({ monday, rows }, toSums(rows));
    })
    .toSorted((a, b) => a.monday.localeCompare(b.monday, 'en'));
  return { ...toSums(byWeek), weeks: byWeek };
}

/** Reads the query of the page; an invalid field means all. */
export function readSeasonQuery(params: URLSearchParams): ReadQuery<SeasonQuery> {
  const { query, dropped } = readListQuery(SeasonQuery, params);
  if (query.town === null || isTown(query.town)) return { query, dropped };
  return { query: { ...query, town: null }, dropped: [...dropped, 'town'] };
}

const MOST_SERVICES = 50;
const SHOWN_SERVICES = 3;
/** How far from a town its surroundings reach. */
export const NEAR_KM = 50;

const townsOf = ({ rows }: SeasonWeek): string[] => rows.flatMap(({ town }) => town ?? []);
const materialsOf = ({ rows }: SeasonWeek): string[] => rows.map(({ material }) => material);

/** @returns the distance of a service from the nearest town of a week; 0 when no town is named */
function kmTo(week: SeasonWeek, { listing }: ListingCard): number {
  const place = findTown(listing.town);
  const towns = townsOf(week).flatMap((town) => findTown(town) ?? []);
  if (!place || towns.length === 0) return 0;
  return Math.round(Math.min(...towns.map((each) => distanceKm(each, place))));
}

/** Whether a service handles a material of a week, and is available then, according to its listing. */
const isFor = ({ monday, rows }: SeasonWeek, { listing }: ListingCard): boolean =>
  rows.some(({ material }) => material === listing.material) &&
  listing.until >= monday &&
  (listing.ready_on ?? '') <= sundayOf(monday);

/** Services and machines for the weeks, by Monday, nearest first. */
interface Work {
  /** machines that are free in the week */
  machines: Map<string, FreeMachine[]>;
  /** services without a machine, whose free days are unknown */
  services: Map<string, NearService[]>;
}

/** Finds for each week the free machines that come to one of its towns, and other open services nearby. */
export async function listWork(
  ctx: Ctx,
  { weeks }: Pick<Season, 'weeks'>,
  { town }: Pick<SeasonQuery, 'town'>,
): Promise<Work> {
  const wanted = weeks.map((week) => ({
    monday: week.monday,
    towns: townsOf(week),
    materials: materialsOf(week),
  }));
  const { machines, ids } = await listFreeByWeek(ctx, wanted);
  const none = { search: null, within: null, free: null, ready_by: null, sort: null, cursor: null };
  const search = { ...none, kind: 'service' as const, town, limit: MOST_SERVICES };
  // Per material: the newest of all could be for none of these.
  const materials = new Set(weeks.flatMap(materialsOf));
  const pages = await Promise.all(
    [...materials].map((material) => searchListings(ctx, { ...search, material })),
  );
  const listings = pages
    .flatMap((page) => page.listings)
    .filter(({ post_id }) => !ids.has(post_id));
  const near = (week: SeasonWeek): NearService[] =>
    listings
      .filter((card) => isFor(week, card))
      .map((card) => ({ card, km: kmTo(week, card) }))
      .filter(({ km }) => km <= NEAR_KM)
      .toSorted((a, b) => a.km - b.km)
      .slice(0, SHOWN_SERVICES);
  return { machines, services: new Map(weeks.map((week) => [week.monday, near(week)])) };
}

const sourceName = ({ source }: SeasonRow): string => t('season.source', { source });
const placeOf = ({ town }: SeasonRow): string => townName(town) ?? t('season.other_towns');

/** @returns the rows of a season as CSV */
export function toCsv({ weeks }: Season): string {
  const figures = ['material', 'hectares', 'estimated_tonnes', 'source'];
  const lines = weeks.flatMap(({ monday, rows }) =>
    rows.map((row) =>
      toCsvLine([
        monday,
        sundayOf(monday),
        ...(row.town === null ? [placeOf(row), '', ''] : toTownCells(row.town)),
        materialName(row.material),
        row.hectares,
        row.tonnes ?? '',
        sourceName(row),
      ]),
    ),
  );
  return toCsvHead(['monday', 'sunday', ...TOWN_COLUMNS, ...figures]) + lines.join('');
}

/** @returns the weeks of a season as a calendar feed */
export function toCalendar({ config, now }: Services, { weeks }: Season): string {
  const updatedAt = new Date(now()).toISOString();
  const events = weeks.flatMap(({ monday, rows }) =>
    rows.map((row) => ({
      id: `${monday}-${row.material}-${row.town ?? 'others'}@${new URL(config.publicUrl).hostname}`,
      from: monday,
      days: DAYS_A_WEEK,
      summary: t('season.event', {
        material: materialName(row.material),
        town: placeOf(row),
        hectares: row.hectares,
      }),
      where: townName(row.town) ?? '',
      url: config.publicUrl + seasonPath({ material: row.material, town: row.town }),
      updatedAt,
      status: 'TENTATIVE' as const,
    })),
  );
  return toDaysCalendar(t('season.calendar_name', { site: site.name }), events);
}
