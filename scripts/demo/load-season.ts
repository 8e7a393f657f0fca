import { listMondays } from '#lib/contract/days.ts';
import { WEEKS_AHEAD } from '#lib/contract/exchange/season.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { findTownsByName } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { harvests, schedules } from './season.ts';

const ARES = 100;

function townOf([name, province]: [string, string]): string {
  const [town] = findTownsByName(name, province);
  if (!town) throw new Error(`Unknown town in the demo's season: ${name}`);
  return town.code;
}

/**
 * Loads the expected harvests.
 * @param members ids by key
 * @param now milliseconds since 1970
 */
export async function loadSeason(
  tx: Executor,
  members: Map<string, string>,
  now: number,
): Promise<void> {
  const mondays = listMondays(regionDay(now), WEEKS_AHEAD);
  const scheduled = schedules.flatMap(({ material, town, hectares }) =>
    hectares.flatMap((each, nth) => {
      const row = { monday: mondays[nth] ?? '', material, town: townOf(town) };
      return each > 0 ? [{ ...row, ares: each * ARES }] : [];
    }),
  );
  await tx.insertInto('schedules').values(scheduled).execute();
  const own = harvests.map(({ by, material, town, weekIn, hectares }) => ({
    id: newId(),
    member_id: members.get(by) ?? '',
    material,
    town: townOf(town),
    monday: mondays[weekIn] ?? '',
    ares: Math.round(hectares * ARES),
    created_at: now,
  }));
  await tx.insertInto('harvests').values(own).execute();
}
