// Parts of the weeks ahead: those of one town, the rest, and the next near a town.
import {
  FIELD_MATERIALS,
  type Season,
  type SeasonRow,
  type SeasonWeek,
} from '#lib/contract/exchange/season.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { findTown, townsWithin } from '#lib/server/platform/towns/towns.ts';

import { getSeason, NEAR_KM, toSums } from './service.ts';

/** @returns the weeks with the wanted rows; their totals are sums of exactly these */
function selectRows({ weeks }: Season, isWanted: (row: SeasonRow) => boolean): SeasonWeek[] {
  return weeks.flatMap(({ monday, rows }) => {
    const wanted = rows.filter(isWanted);
    return wanted.length > 0 ? [{ monday, ...toSums(wanted), rows: wanted }] : [];
  });
}

/** Splits the weeks ahead into those of a town and those of all others. @param town null for none */
export function splitByTown(
  season: Season,
  town: string | null,
): Record<'own' | 'others', SeasonWeek[]> {
  const isOwn = (row: SeasonRow): boolean => town !== null && row.town === town;
  return {
    own: selectRows(season, isOwn),
    others: selectRows(season, (row) => !isOwn(row)),
  };
}

/**
 * Finds the next week in which a material is expected.
 * @param search its town, around which the week is; null for anywhere
 * @returns null for other materials, and when nothing is known
 */
export async function findNextWeek(
  services: Pick<Services, 'db' | 'now'>,
  search: { material: string | null; town: string | null },
): Promise<SeasonWeek | null> {
  const material = FIELD_MATERIALS.find((each) => each === search.material);
  if (!material) return null;
  const place = search.town === null ? null : findTown(search.town);
  const near = place && new Set(townsWithin(place, NEAR_KM).map(({ town }) => town.code));
  const season = await getSeason(services, { material, town: null });
  const isNear = ({ town }: SeasonRow) => !near || (town !== null && near.has(town));
  return selectRows(season, isNear)[0] ?? null;
}
