import type { Ctx } from '#lib/server/platform/context.ts';
import type {
  AttachmentTable,
  Executor,
  ListingTable,
  PostTable,
} from '#lib/server/platform/db/schema.ts';
import { joinAttachments } from '#lib/server/platform/images/queries.ts';
import { actingIdOf } from '#lib/server/platform/require-viewer.ts';

import { countPublished, findPosterName } from './poster-queries.ts';
import {
  findPendingPost,
  listPendingOf,
  listRows,
  type PendingRow,
  type PostRow,
} from './queries.ts';

const NO_LISTING = {
  kind: null,
  material: null,
  amount: null,
  unit: null,
  amount_left: null,
  condition: null,
  terms: null,
  price_centavos: null,
  town: null,
  barangay: null,
  ready_on: null,
  until: null,
  truck_access: null,
  loading_help: null,
  status: null,
  repeat_weeks: null,
  repeat_from: null,
  posted_by: null,
  listed_at: null,
  listing_updated_at: null,
};

function toListingColumns(listing: ListingTable | undefined) {
  if (!listing) return NO_LISTING;
  const { created_at: listed_at, updated_at: listing_updated_at, ...columns } = listing;
  return { ...columns, listed_at, listing_updated_at };
}

/** @returns a pending post in the shape of a list's row */
export async function readPendingPost(db: Executor, pending: PendingRow): Promise<PostRow> {
  const rows = Map.groupBy(await listRows(db, pending.quarantine_id), (row) => row.table_name);
  const read = <T>(table: string): T[] =>
    (rows.get(table) ?? []).map(({ content }) => JSON.parse(content) as T);
  const [post] = read<PostTable>('posts');
  const [listing] = read<ListingTable>('listings');
  const images = read<AttachmentTable>('attachments').toSorted((a, b) => a.position - b.position);
  const { quarantine_id: _, subject_id: id, ...member } = pending;
  return {
    ...toListingColumns(listing),
    ...(post as PostTable),
    ...member,
    id,
    images: joinAttachments(images),
    is_liked: false,
    is_saved: false,
    is_looked_after: false,
    poster_name: await findPosterName(db, listing?.posted_by ?? null),
  };
}

/** Lists a member's own pending posts, newest first. */
export const listOwnPendingPosts = async (db: Executor, memberId: string): Promise<PostRow[]> =>
  Promise.all((await listPendingOf(db, memberId)).map((row) => readPendingPost(db, row)));

/** Finds a member's own pending post. */
export async function findOwnPendingPost(
  db: Executor,
  memberId: string,
  id: string,
): Promise<PostRow | undefined> {
  const pending = await findPendingPost(db, memberId, id);
  return pending && readPendingPost(db, pending);
}

/** Whether a new post must be reviewed by staff: a member's first posts are, if the operator has configured that. */
export async function isFirstPostPending(ctx: Ctx, tx: Executor): Promise<boolean> {
  const { pendingFirstPosts } = ctx.config;
  if (pendingFirstPosts === 0) return false;
  const published = await countPublished(tx, actingIdOf(ctx));
  return published !== null && published < pendingFirstPosts;
}
