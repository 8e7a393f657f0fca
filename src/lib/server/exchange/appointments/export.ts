// A member's own pickups, as a file for spreadsheets.
import { materialName } from '#lib/contract/exchange/listing-choices.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import type { Pickup, PickupList } from '#lib/contract/exchange/pickups.ts';
import { pickupPath } from '#lib/contract/paths.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { toCsvHead, toCsvLine, toTownCells, TOWN_COLUMNS } from '#lib/server/platform/csv.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

import { listPickups } from './list-pickups.ts';

export const LIMITS = defineLimits({
  pickupsFile: { what: "a member's downloads of their pickups", points: 20, seconds: 3600 },
});

const BATCH = 200;
const COLUMNS = [
  'day',
  'status',
  'role',
  'title',
  'material',
  'amount',
  'unit',
  'kg',
  ...TOWN_COLUMNS,
  'member',
  'link',
];

const toCells = (origin: string, pickup: Pickup): (string | number)[] => [
  pickup.takes_place_on,
  pickup.status,
  pickup.role,
  pickup.title ?? '',
  isMaterial(pickup.material) ? materialName(pickup.material) : pickup.material,
  pickup.amount ?? '',
  pickup.unit ?? '',
  pickup.kg ?? '',
  ...toTownCells(pickup.town),
  pickup.account?.name ?? '',
  origin + pickupPath(pickup.appointment_id),
];

async function* readLines(ctx: Ctx): AsyncGenerator<string> {
  yield toCsvHead(COLUMNS);
  for (const state of ['open', 'ended'] as const) {
    let list: PickupList | null = { state, cursor: null, limit: BATCH };
    while (list) {
      const { pickups, nextCursor } = await listPickups(ctx, list);
      yield pickups.map((each) => toCsvLine(toCells(ctx.config.publicUrl, each))).join('');
      list = nextCursor === null ? null : { ...list, cursor: nextCursor };
    }
  }
}

/**
 * @returns the lines of all pickups of the viewer, those to come first; phone numbers and places are not in it
 * @throws AppError rate_limited
 */
export async function exportPickups(ctx: Ctx): Promise<AsyncGenerator<string>> {
  await ctx.limits.consume(LIMITS.pickupsFile, requireViewer(ctx).id);
  return readLines(ctx);
}
