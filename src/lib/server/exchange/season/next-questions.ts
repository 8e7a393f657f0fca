// The questions to the owner of a new listing, each once (docs/product.md, "Posts").
import { addDays, mondayOf } from '#lib/contract/days.ts';
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import { amountWeight } from '#lib/contract/exchange/materials/material-weights.ts';
import type { NextQuestions } from '#lib/contract/exchange/next-questions.ts';
import { ARES, MAX_FIELD_HECTARES } from '#lib/contract/exchange/season.ts';
import { getOwnListing } from '#lib/server/exchange/listings/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

import { listHarvests } from './harvests.ts';
import * as queries from './queries.ts';
import { isFieldMaterial, TONNES_PER_HECTARE, weeksAhead } from './service.ts';

/** The average farm of the Philippines: Philippine Statistics Authority, Census of Agriculture and Fisheries 2012. */
const AVERAGE_FARM_HECTARES = 1.29;
const STRAW = 'rice-straw';
const LARGE_KG = 20_000;
const LATE_DAYS = 14;
const KG_PER_TONNE = 1000;

const kgOf = ({ material, amount, unit }: Listing): number | null =>
  amountWeight(material, amount, unit)?.kg ?? null;

/** Estimates the field that an amount comes from; of an unknown amount, an average farm. */
function hectaresOf(listing: Listing): number {
  const kg = kgOf(listing);
  const tonnes = isFieldMaterial(listing.material) ? TONNES_PER_HECTARE[listing.material] : null;
  if (kg === null || !tonnes) return AVERAGE_FARM_HECTARES;
  const ares = Math.round((kg / KG_PER_TONNE / tonnes) * ARES);
  return Math.min(Math.max(ares, 1) / ARES, MAX_FIELD_HECTARES);
}

/** An offer that is too large to fetch at once, or not there for weeks, may be a harvest to plan for. */
const isForWeeksAhead = (listing: Listing, today: string): boolean =>
  (kgOf(listing) ?? 0) > LARGE_KG || (listing.ready_on ?? today) > addDays(today, LATE_DAYS);

/** Lists the questions to the owner of a new listing. What they have entered in the weeks ahead is no question again. */
export async function listNextQuestions(ctx: Ctx, postId: string): Promise<NextQuestions> {
  const { id, stewardId } = requireViewer(ctx);
  const { card } = await getOwnListing(ctx, postId);
  const { listing } = card;
  const { town, material, kind, amount, repeat } = listing;
  const can_repeat = kind !== 'service' && amount !== null && repeat === null;
  // A steward does not speak for a person's fields.
  if (kind !== 'offer' || !isFieldMaterial(material) || stewardId)
    return { weeks_ahead: null, harvest: null, can_repeat };
  const { harvests } = await listHarvests(ctx);
  const own = harvests.filter((each) => each.material === material);
  const field = { town, material, hectares: hectaresOf(listing) };
  const today = regionDay(ctx.now());
  const week = mondayOf(listing.ready_on && listing.ready_on > today ? listing.ready_on : today);
  const isEntered = own.some((each) => each.week === week && each.town === town);
  const belongs = isForWeeksAhead(listing, today) && week <= weeksAhead(ctx).until && !isEntered;
  const isFirst =
    material === STRAW &&
    own.length === 0 &&
    (await queries.countListings(ctx.db, id, material)) === 1;
  return {
    weeks_ahead: belongs ? { ...field, week } : null,
    // One thing at a time: an offer of the harvest itself says when it is.
    harvest: isFirst && !belongs ? field : null,
    can_repeat,
  };
}
