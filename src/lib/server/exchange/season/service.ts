// What the fields will leave over, for everyone. Which figures are shown: docs/decisions/0089-weeks-ahead.md.
import { addDays, DAYS_A_WEEK, mondayOf, sundayOf } from '#lib/contract/days.ts';
import { materialName, townName } from '#lib/contract/exchange/listing-choices.ts';
import type { ListingCard } from '#lib/contract/exchange/listing-search.ts';
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

// Tonnes of dry matter on a hectare after the harvest: IPCC 2006 Guidelines, volume 4, table 2.4, "agricultural residues".
const TONNES_PER_HECTARE: Partial<Record<FieldMaterial, number>> = {
  'rice-straw': 5.5,
  'corn-stover': 10,
  'sugarcane-tops': 6.5,
};

// Fewer could be about one member,
const LEAST_FARMS = 3;
// and so could a sum of which one has more.
const MOST_OF_ONE = 0.75;
// One farm more or less does not show as what it has.
const STEP_HECTARES = 5;

/** @returns the weeks that can be stated, and are shown */
export function weeksAhead({ now }: Pick<Services, 'now'>): queries.Weeks {
  const from = mondayOf(regionDay(now()));
  return { from, until: addDays(from, (WEEKS_AHEAD - 1) * DAYS_A_WEEK) };
}

type Share = Awaited<ReturnType<typeof queries.listShares>>[number];
type Cell = Pick<Share, 'monday' | 'material'> & Pick<SeasonRow, 'town' | 'hectares' | 'source'>;

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

/** @returns the hectares of some farms as everyone may see them; null where one of them could be found out */
function toPublicHectares(shares: Share[]): number | null {
  // In whole hectares: made-up fields beside a farm must not measure it.
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
 * Makes the figures that everyone may see: no farm is in two of them, so that none can be found by subtracting. Farms lie in
 * the area of their town's schedule, and are not added to it; what is left of towns without one is one figure.
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

const isFieldMaterial = (key: string): key is FieldMaterial =>
  (FIELD_MATERIALS as readonly string[]).includes(key);

function toRow({ town, material, hectares, source }: Cell): SeasonRow[] {
  if (!isFieldMaterial(material)) return [];
  const tonnes = TONNES_PER_HECTARE[material];
  return [
    { town, material, hectares, tonnes: tonnes ? Math.round(hectares * tonnes) : null, source },
  ];
}

/** Adds up what is shown. */
function toSums(parts: Pick<SeasonRow, 'hectares' | 'tonnes'>[]) {
  const known = parts.flatMap(({ tonnes }) => tonnes ?? []);
  // Hectares are to a hundredth.
  const hectares = Math.round(sum(parts.map((part) => part.hectares)) * ARES) / ARES;
  return { hectares, tonnes: known.length > 0 ? sum(known) : null };
}

const bySize = (a: SeasonRow, b: SeasonRow): number =>
  Number(a.town === null) - Number(b.town === null) ||
  b.hectares - a.hectares ||
  (townName(a.town) ?? '').localeCompare(townName(b.town) ?? '', 'en');

/** What will come in the weeks ahead, the next first, and of a week the most first. */
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
    // Last: a filter shows fewer of the same figures, and makes no others.
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

/** Reads the query of the page; a field that is wrong means all. */
export function readSeasonQuery(params: URLSearchParams): ReadQuery<SeasonQuery> {
  const { query, dropped } = readListQuery(SeasonQuery, params);
  if (query.town === null || isTown(query.town)) return { query, dropped };
  return { query: { ...query, town: null }, dropped: [...dropped, 'town'] };
}

const MOST_SERVICES = 50;
const SHOWN_SERVICES = 3;
const NEAR_KM = 50;

const townsOf = ({ rows }: SeasonWeek): string[] => rows.flatMap(({ town }) => town ?? []);
const materialsOf = ({ rows }: SeasonWeek): string[] => rows.map(({ material }) => material);

/** @returns the distance of a service from the nearest town of a week; 0 where no town is named */
function kmTo(week: SeasonWeek, { listing }: ListingCard): number {
  const place = findTown(listing.town);
  const towns = townsOf(week).flatMap((town) => findTown(town) ?? []);
  if (!place || towns.length === 0) return 0;
  return Math.round(Math.min(...towns.map((each) => distanceKm(each, place))));
}

/** Whether a service is for something that comes in a week, and can be had then, as far as its listing says. */
const isFor = ({ monday, rows }: SeasonWeek, { listing }: ListingCard): boolean =>
  rows.some(({ material }) => material === listing.material) &&
  listing.until >= monday &&
  (listing.ready_on ?? '') <= sundayOf(monday);

/** Who can do the work of the weeks, by their Mondays, the nearest first. */
interface Work {
  /** that are free then */
  machines: Map<string, FreeMachine[]>;
  /** of those without a machine, which say no days */
  services: Map<string, NearService[]>;
}

/**
 * Finds the machines for what comes in each week that come to one of its towns and are free then, and the other services
 * that are open and near.
 */
export async function listWork(
  ctx: Ctx,
  { weeks }: Season,
  { town }: Pick<SeasonQuery, 'town'>,
): Promise<Work> {
  const wanted = weeks.map((week) => ({
    monday: week.monday,
    towns: townsOf(week),
    materials: materialsOf(week),
  }));
  const { machines, ids } = await listFreeByWeek(ctx, wanted);
  const none = { search: null, within: null, free: null, sort: null, cursor: null };
  const search = { ...none, kind: 'service' as const, town, limit: MOST_SERVICES };
  // Each of its own: the newest of all could be for none of these.
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

/** @returns the rows of a season, for spreadsheets */
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

/** @returns the weeks of a season, for calendar programs */
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
