import type { ListingCard } from '#lib/contract/exchange/listings/listing-search.ts';
import { isActive, isExtendable } from '#lib/contract/exchange/listings/listing-states.ts';
import type {
  Listing,
  ListingChange,
  ListingStatusInput,
} from '#lib/contract/exchange/listings/listings.ts';
import { endAppointmentsOfPost } from '#lib/server/exchange/appointments/end.ts';
import { sumAgreed } from '#lib/server/exchange/appointments/queries.ts';
import { stopStandingOfPost } from '#lib/server/exchange/appointments/standing/standing.ts';
import { endMachine } from '#lib/server/exchange/machines/machines.ts';
import { alertsDueAt } from '#lib/server/exchange/stock/alerts-due.ts';
import { lockListing, updateListing } from '#lib/server/exchange/stock/queries.ts';
import { restateRounds } from '#lib/server/exchange/stock/round-queries.ts';
import {
  createListing,
  defaultUntil,
  firstReminder,
  type ResolvedListing,
  resolveListing,
  toListing,
} from '#lib/server/forum/posts/post-listing.ts';
import { inOwnPostTransaction } from '#lib/server/forum/posts/post-transaction.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { actingIdOf, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

import { checkAgreed, findAgreed, notifyOfFewerRounds } from './agreed.ts';
import { toChangedRow, toListingCard, toStated } from './listing-row.ts';
import * as listings from './queries.ts';

export const LIMITS = defineLimits({
  changeListing: { what: "a member's changes of listings", points: 60, seconds: 600 },
});

/**
 * Runs a transaction that changes the listing of the viewer's own post.
 * @param work receives the locked listing, if there is one
 */
async function inOwnListingTransaction<T>(
  ctx: Ctx,
  postId: string,
  work: (tx: Executor, row: ListingTable | undefined) => Promise<T>,
): Promise<T> {
  await ctx.limits.consume(LIMITS.changeListing, actingIdOf(ctx));
  return inOwnPostTransaction(ctx, postId, async (tx) => work(tx, await lockListing(tx, postId)));
}

async function storeListing(
  ctx: Ctx,
  tx: Executor,
  postId: string,
  { listing, row }: { listing: ResolvedListing; row: ListingTable | undefined },
  keepsAgreed = false,
): Promise<ListingTable> {
  if (!row) return createListing(ctx, tx, postId, listing);
  const agreed = await findAgreed(ctx, tx, row);
  // Of rounds, each has its own amount.
  const taken = row.repeat_weeks === null ? (agreed?.amount ?? 0) : 0;
  const changed = toChangedRow(ctx, row, listing, taken);
  await checkAgreed(ctx, tx, { row, next: changed, agreed }, keepsAgreed);
  await updateListing(tx, postId, changed);
  if (row.repeat_weeks !== null) {
    await restateRounds(tx, changed, regionDay(ctx.now()));
    await notifyOfFewerRounds(ctx, tx, { row, next: changed });
  }
  return changed;
}

/**
 * Adds or replaces the listing of the viewer's own post.
 * @returns also whether it is new
 */
export async function putListing(
  ctx: Ctx,
  postId: string,
  { keep_agreed, ...input }: ListingChange,
): Promise<{ listing: Listing; isNew: boolean }> {
  const listing = resolveListing(ctx, input);
  return inOwnListingTransaction(ctx, postId, async (tx, row) => {
    // A listing that is no longer a service has no machine either.
    if (row?.kind === 'service' && listing.kind !== 'service') await endMachine(ctx, tx, postId);
    const stored = await storeListing(ctx, tx, postId, { listing, row }, keep_agreed);
    return { listing: toListing(ctx, stored), isNew: row === undefined };
  });
}

/** @returns the last day of a listing after its owner extends it: never an earlier one */
function extendedUntil({ now }: Services, listing: Pick<Listing, 'until' | 'repeat'>): string {
  const { until } = listing;
  const next = defaultUntil(regionDay(now()), listing);
  return until > next ? until : next;
}

/** A listing, and what its owner can do to extend it. */
interface OwnListing {
  card: ListingCard;
  /** whether its last day is over */
  isOver: boolean;
  /** the last day after extending it; null when that changes nothing */
  extendedUntil: string | null;
}

/** Finds the listing of the viewer's own post, whatever its status. */
export async function getOwnListing(ctx: Ctx, postId: string): Promise<OwnListing> {
  const { id } = requireViewer(ctx);
  const [row] = await listings.listListingCards(ctx.db, id, [postId]);
  const card = row && toListingCard(ctx, row);
  if (card?.account?.account_id !== id) throw notFound('listing');
  const { status, until } = card.listing;
  const isOver = !isActive(status) || until < regionDay(ctx.now());
  const next = extendedUntil(ctx, card.listing);
  const isExtended = isExtendable(status) && (isOver || next > until);
  return { card, isOver, extendedUntil: isExtended ? next : null };
}

/**
 * Extends the viewer's own listing for as long as a new one from today; an expired one is open again. Repeating
 * changes nothing.
 */
export async function extendListing(ctx: Ctx, postId: string): Promise<void> {
  await inOwnListingTransaction(ctx, postId, async (tx, row) => {
    if (!row) throw notFound('listing');
    if (!isExtendable(row.status)) throw new AppError('listing_not_open');
    const until = extendedUntil(ctx, toListing(ctx, row));
    if (until === row.until && isActive(row.status)) return;
    await storeListing(ctx, tx, postId, { listing: { ...toStated(row), until }, row });
  });
}

/** Deletes the listing of the viewer's own post, but not the post. */
export async function deleteListing(ctx: Ctx, postId: string): Promise<void> {
  await inOwnListingTransaction(ctx, postId, async (tx) => {
    if (!(await listings.deleteListing(tx, postId))) throw notFound('listing');
    await endAppointmentsOfPost(ctx, tx, { id: postId, link: postId });
    await endMachine(ctx, tx, postId);
  });
}

/**
 * Computes the amount left with a new status.
 * @param agreed the agreed amount, which is not left
 */
function amountLeft(
  { amount, amount_left: current, repeat_weeks }: ListingTable,
  { status, amount_left: given }: ListingStatusInput,
  agreed: number,
): number | null {
  if (repeat_weeks !== null) {
    if (given) throw fieldError('amount_left', 'amount_left_of_rounds');
    return status === 'gone' ? 0 : amount;
  }
  if (amount === null) {
    if (given !== null) throw fieldError('amount_left', 'amount_not_stated');
    return null;
  }
  if (status === 'gone') {
    if (given) throw fieldError('amount_left', 'amount_left_of_gone');
    return 0;
  }
  if (given !== null && given > amount - agreed)
    throw fieldError('amount_left', 'amount_left_out_of_range');
  const left = given ?? current;
  if (status === 'open' && !left) throw fieldError('amount_left', 'amount_left_required');
  return left;
}

function remindOn(row: ListingTable, status: ListingTable['status'], today: string): string | null {
  if (!isActive(status)) return null;
  if (row.until < today) throw new AppError('listing_ended');
  return isActive(row.status) ? row.remind_on : firstReminder(today, row.until);
}

/** Changes the status of the viewer's own listing, and how much is left. */
export async function changeListingStatus(
  ctx: Ctx,
  postId: string,
  input: ListingStatusInput,
): Promise<Listing> {
  return inOwnListingTransaction(ctx, postId, async (tx, row) => {
    if (!row) throw notFound('listing');
    const change = {
      status: input.status,
      amount_left: amountLeft(row, input, (await sumAgreed(tx, postId))?.amount ?? 0),
      remind_on: remindOn(row, input.status, regionDay(ctx.now())),
      updated_at: ctx.now(),
    };
    const next = { ...row, ...change };
    if (!isActive(input.status)) await stopStandingOfPost(ctx, tx, postId);
    await updateListing(tx, postId, { ...change, alerts_due_at: alertsDueAt(row, next) });
    return toListing(ctx, next);
  });
}
