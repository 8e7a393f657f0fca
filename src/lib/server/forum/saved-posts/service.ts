import { addDays } from '#lib/contract/days.ts';
import type { SavedState } from '#lib/contract/forum/posts.ts';
import type { SavedPostPage } from '#lib/contract/forum/saved-posts.ts';
import { MAX_SAVED } from '#lib/contract/limits.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { inPostTransaction } from '#lib/server/forum/posts/post-transaction.ts';
import { listPostsById } from '#lib/server/forum/posts/queries.ts';
import { toPost } from '#lib/server/forum/posts/service.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { betweenBatches } from '#lib/server/platform/jobs/run-job.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

import * as saved from './queries.ts';

export const LIMITS = defineLimits({
  save: { what: 'posts that a member saves and removes', points: 300, seconds: 600 },
});

/** @returns the last day of a post's listing if it is too late for a notification, else null */
async function tooLateFor({ now }: Ctx, tx: Executor, postId: string): Promise<string | null> {
  const until = await saved.findLastDay(tx, postId);
  return until !== null && until <= addDays(regionDay(now()), 1) ? until : null;
}

/** Saves a post for later; repeating changes nothing. */
export async function savePost(ctx: Ctx, post_id: string): Promise<SavedState> {
  const { id: member_id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.save, member_id);
  const row = { id: newId(), member_id, post_id, created_at: ctx.now(), gone_at: null };
  const options = { invalidates: [], allowsSuspended: true };
  await inPostTransaction(ctx, post_id, options, async (tx) => {
    if (await saved.isSaved(tx, post_id, member_id)) return;
    if ((await saved.countSaved(tx, member_id)) >= MAX_SAVED) throw new AppError('too_many_saved');
    const reminded_until = await tooLateFor(ctx, tx, post_id);
    await saved.insertSaved(tx, { ...row, reminded_until });
  });
  return { is_saved: true };
}

/** Removes a post from the viewer's saved posts, even a deleted one; repeating changes nothing. */
export async function unsavePost(ctx: Ctx, postId: string): Promise<SavedState> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.save, id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await saved.deleteSaved(tx, postId, id);
  });
  return { is_saved: false };
}

/** Whether the viewer saved a post; false for guests. */
export const hasSaved = async ({ db, viewer }: Ctx, postId: string): Promise<boolean> =>
  viewer !== null && saved.isSaved(db, postId, viewer.id);

/** Lists the viewer's saved posts, latest saved first. A post that they can no longer see is null. */
export async function listSaved(ctx: Ctx, list: ListQuery): Promise<SavedPostPage> {
  const { id } = requireViewer(ctx);
  const rows = await saved.listSaved(ctx.db, id, withLookahead(list));
  const { items, nextCursor } = toPage(rows, list.limit, (row) => row.id);
  const ids = items.map(({ post_id }) => post_id);
  const found = await listPostsById(ctx.db, id, ids);
  const posts = new Map(found.map((row) => [row.id, toPost(ctx, row)]));
  const page = items.map(({ post_id, created_at }) => ({
    post_id,
    saved_at: new Date(created_at).toISOString(),
    post: posts.get(post_id) ?? null,
  }));
  return { saved: page, nextCursor };
}

const BATCH_SIZE = 100;

/** Notifies the savers of a listing that it ends, unless another server did. */
async function remindSaversOf(services: Services, ending: saved.EndingListing): Promise<void> {
  await transact(services, { invalidates: [] }, async (tx) => {
    const listing = await saved.lockEnding(tx, ending);
    if (!listing) return;
    const { post_id: postId, author_id: authorId, until } = listing;
    const savers = await saved.markReminded(tx, listing);
    const memberIds = savers.filter((id) => id !== authorId);
    await services.notify(tx, { event: 'saved_ends', postId, authorId, until, memberIds });
  });
}

/**
 * Notifies members on the day before a saved listing ends, once per last day; on the last day itself if no server was
 * running the day before. Safe on several servers at once, and when a server is killed.
 */
export async function remindSavers(services: Services): Promise<void> {
  const today = regionDay(services.now());
  const days = [today, addDays(today, 1)];
  for (;;) {
    const ending = await saved.listEnding(services.db, days, BATCH_SIZE);
    for (const each of ending) await remindSaversOf(services, each);
    if (ending.length < BATCH_SIZE) return;
  }
}

// Longer than the time in which staff can restore a removed post.
const GONE_MS = 90 * 86_400_000;

// On SQLite, requests wait for a batch.
const GONE_BATCH = 500;

/** Deletes saved posts that are long gone, and marks those gone since. */
export async function deleteGoneSaved({ db, now }: Services): Promise<void> {
  await saved.deleteGone(db, now() - GONE_MS);
  let after: string | null = null;
  do {
    after = await saved.noteSomeGone(db, { after, size: GONE_BATCH, now: now() });
    if (after !== null) await betweenBatches();
  } while (after !== null);
}
