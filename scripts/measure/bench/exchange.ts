// Searches for listings and new listings, with another town and material each turn.
import { MATERIALS } from '#lib/contract/exchange/materials/materials.ts';
import { listTowns } from '#lib/server/platform/towns/towns.ts';

import { at } from './searches.ts';

const TOWNS = listTowns();
// Primes, so that consecutive turns are far apart.
const TOWN_STEP = 7919;
const MATERIAL_STEP = 104_729;
// One in this many searches is for all materials.
const ALL_MATERIALS = 4;

const townOf = (turn: number): string => at(TOWNS, turn * TOWN_STEP).code;
const materialOf = (turn: number): string => at(MATERIALS, turn * MATERIAL_STEP);

/** The query of the listings nearest to a town. */
export function nearestTo(turn: number): string {
  const query = new URLSearchParams({ town: townOf(turn), sort: 'nearest' });
  if (turn % ALL_MATERIALS > 0) query.set('material', materialOf(turn));
  return String(query);
}

/** The form of a new listing. */
export const newListing = (turn: number): string =>
  JSON.stringify({ kind: 'offer', material: materialOf(turn), town: townOf(turn), terms: 'free' });
