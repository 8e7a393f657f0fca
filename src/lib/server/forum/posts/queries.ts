import { type NotNull, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import { addSearchTerms } from '#lib/server/forum/text-search/term-queries.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import { isLookedAfter } from '#lib/server/people/stewards/queries.ts';
import {
  listParameters,
  type ListParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type {
  AttachmentTable,
  Executor,
  ListingTable,
  PostTable,
} from '#lib/server/platform/db/schema.ts';
import { ATTACHMENTS } from '#lib/server/platform/images/queries.ts';

import { isPosterNotBlocked, POSTER_NAME } from './poster-queries.ts';

/** Null for a guest. */
export type ViewerId = string | null;

/** Whether the viewer has liked or saved post `p`. */
const hasOwn = (table: 'likes' | 'saved_posts', viewer: ViewerId): RawBuilder<SqlBool> =>
  viewer === null
    ? sql`false`
    : sql`exists (select 1 from ${sql.table(table)} as own
        where own.post_id = p.id and own.member_id = ${viewer})`;

/**
 * The base of every list of posts: those that the viewer can see, with their authors, their listings (null without
 * one), and their images joined in one text (null without images).
 */
const visiblePosts = (db: Executor, viewer: ViewerId) =>
  db
    .selectFrom('posts as p')
    // Every post has an author. With an inner join and statistics, SQLite scans all members first.
    .leftJoin('members as m', 'm.id', 'p.author_id')
    .leftJoin('listings as l', 'l.post_id', 'p.id')
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, viewer, 'p.author_id'))
    .where(isPosterNotBlocked(db, viewer))
    .select([
      ...MEMBER_COLUMNS,
      ...LISTING_COLUMNS,
      'p.id',
      'p.title',
      'p.description',
      'p.created_at',
      'p.updated_at',
      'p.comments_count',
      'p.likes_count',
    ])
    .select((eb) =>
      eb
        .selectFrom('attachments as a')
        .whereRef('a.post_id', '=', 'p.id')
        .select(ATTACHMENTS)
        .as('images'),
    )
    .select([POSTER_NAME, isLookedAfter(viewer, 'p.author_id').as('is_looked_after')])
    .select([hasOwn('likes', viewer).as('is_liked'), hasOwn('saved_posts', viewer).as('is_saved')])
    .$narrowType<{ member_id: NotNull; first_name: NotNull; last_name: NotNull; role: NotNull }>();

export type PostRow = Awaited<ReturnType<typeof listPosts>>[number];

/** An image of a post with its description. */
export type NewImage = Pick<AttachmentTable, 'image_key' | 'alt'>;

/** The parameters that change the query's text. */
interface PostListVariant {
  limit: number;
  after: boolean;
  viewer: boolean;
  author: boolean;
}

interface PostListValues {
  cursor: string | null;
  viewer: ViewerId;
  authorId: string | undefined;
}

const newestPosts = precompiled((db, values: PostListValues, shape: PostListVariant) =>
  visiblePosts(db, shape.viewer ? values.viewer : null)
    .$if(shape.after, (query) => query.where('p.id', '<', values.cursor as string))
    .$if(shape.author, (query) => query.where('p.author_id', '=', values.authorId as string))
    .orderBy('p.id', 'desc')
    .limit(sql.lit(shape.limit)),
);

/**
 * Lists posts, newest first.
 * @param authorId only posts of this member
 */
export const listPosts = (
  db: Executor,
  viewer: ViewerId,
  { cursor, limit }: ListQuery,
  authorId?: string,
) =>
  newestPosts(
    db,
    { cursor, viewer, authorId },
    { limit, after: cursor !== null, viewer: viewer !== null, author: authorId !== undefined },
  );

const postsById = precompiled((db, values: { viewer: string } & ListParameters, count: number) =>
  visiblePosts(db, values.viewer).where('p.id', 'in', listParameters(values, count)),
);

/** Unordered. */
export const listPostsById = async (db: Executor, viewer: string, ids: string[]) =>
  ids.length === 0 ? [] : postsById(db, Object.assign({ viewer }, ids), ids.length);

const postById = precompiled((db, { viewer, id }: { viewer: string; id: string }) =>
  visiblePosts(db, viewer)
    .where('p.id', '=', id)
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('mutes')
            .whereRef('mutes.post_id', '=', 'p.id')
            .where('mutes.member_id', '=', viewer)
            .select('mutes.post_id'),
        )
        .as('is_muted'),
    ),
);

export const findPost = async (db: Executor, viewer: string, id: string) =>
  (await postById(db, { viewer, id }))[0];

export const getTitle = async (db: Executor, id: string): Promise<string> =>
  (await db.selectFrom('posts').where('id', '=', id).select('title').executeTakeFirstOrThrow())
    .title;

const authorById = precompiled((db, { viewerId, id }: { viewerId: string; id: string }) =>
  db
    .selectFrom('posts as p')
    .innerJoin('members as m', 'm.id', 'p.author_id')
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, viewerId, 'p.author_id'))
    .where('p.id', '=', id)
    .select('p.author_id'),
);

/** Finds the author of a post that the viewer can see. */
export const findAuthor = async (db: Executor, viewerId: string, id: string) =>
  (await authorById(db, { viewerId, id }))[0];

/** The text of a post, and when it last changed. */
export const findText = (db: Executor, id: string) =>
  db
    .selectFrom('posts')
    .where('id', '=', id)
    .select(['title', 'description', 'updated_at'])
    .executeTakeFirstOrThrow();

/** Finds any post, even of a disabled member. */
export const findAnyPost = (db: Executor, id: string) =>
  db.selectFrom('posts').where('id', '=', id).select(['author_id', 'title']).executeTakeFirst();

const createdByKey = precompiled((db, { memberId, key }: { memberId: string; key: string }) =>
  db
    .selectFrom('posts')
    .where('author_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .select(['id', 'request_hash'])
    .unionAll(
      db
        .selectFrom('quarantine')
        .where('member_id', '=', memberId)
        .where('idempotency_key', '=', key)
        .where('kind', '=', sql.lit('post'))
        .select(['subject_id as id', 'request_hash']),
    ),
);

/** Finds the post that an earlier request with this key created, even if it is pending or was removed since. */
export const findCreated = async (db: Executor, memberId: string, key: string) =>
  (await createdByKey(db, { memberId, key }))[0];

/** A post's images, in order. */
export const listImages = (db: Executor, postId: string): Promise<NewImage[]> =>
  db
    .selectFrom('attachments')
    .where('post_id', '=', postId)
    .orderBy('position')
    .select(['image_key', 'alt'])
    .execute();

async function insertImages(db: Executor, post_id: string, images: NewImage[]): Promise<void> {
  const rows = images.map((image, position) => ({ post_id, position, ...image }));
  if (rows.length > 0) await db.insertInto('attachments').values(rows).execute();
}

type NewPost = Omit<PostTable, 'likes_count' | 'comments_count'>;

const newPost = precompiled((db, post: NewPost) => {
  const { id, author_id, title, description, idempotency_key, request_hash } = post;
  const { created_at, updated_at } = post;
  const text = { title, description, created_at, updated_at };
  const counts = { likes_count: 0, comments_count: 0 };
  return db
    .insertInto('posts')
    .values({ id, author_id, idempotency_key, request_hash, ...text, ...counts });
});

/** @param images in order */
export async function insertPost(db: Executor, post: NewPost, images: NewImage[]): Promise<void> {
  await newPost(db, post);
  await addSearchTerms(db, `${post.title} ${post.description}`);
  await insertImages(db, post.id, images);
}

/** Replaces the images of a post. @param images in order */
export async function replaceImages(
  db: Executor,
  postId: string,
  images: NewImage[],
): Promise<void> {
  await db.deleteFrom('attachments').where('post_id', '=', postId).execute();
  await insertImages(db, postId, images);
}

/** @param now milliseconds since 1970 */
export async function updatePost(
  db: Executor,
  id: string,
  input: Pick<PostTable, 'title' | 'description'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('posts')
    .set({ ...input, updated_at: now })
    .where('id', '=', id)
    .execute();
  await addSearchTerms(db, `${input.title} ${input.description}`);
}

export async function deletePost(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('posts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** The columns of a listing `l` that members see with a post. */
export const LISTING_COLUMNS = [
  'l.kind',
  'l.material',
  'l.amount',
  'l.unit',
  'l.amount_left',
  'l.condition',
  'l.terms',
  'l.price_centavos',
  'l.town',
  'l.barangay',
  'l.ready_on',
  'l.until',
  'l.truck_access',
  'l.loading_help',
  'l.status',
  'l.repeat_weeks',
  'l.repeat_from',
  'l.posted_by',
  'l.created_at as listed_at',
  'l.updated_at as listing_updated_at',
] as const;

export const insertListing = (db: Executor, listing: ListingTable) =>
  db.insertInto('listings').values(listing).execute();

// Pending posts are in the quarantine until staff have reviewed them.

/** Pending posts of enabled members. */
const pendingPosts = (db: Executor) =>
  db
    .selectFrom('quarantine as q')
    .innerJoin('members as m', 'm.id', 'q.member_id')
    .where('m.disabled_at', 'is', null)
    .where('q.decision_id', 'is', null)
    .where('q.kind', '=', 'post')
    .select([...MEMBER_COLUMNS, 'q.id as quarantine_id', 'q.subject_id']);

/** Oldest first. */
export const listPending = (db: Executor, limit: number) =>
  pendingPosts(db).orderBy('q.id').limit(limit).execute();

const pendingOf = precompiled((db, { memberId }: { memberId: string }) =>
  pendingPosts(db).where('q.member_id', '=', memberId).orderBy('q.id', 'desc'),
);

/** Newest first. */
export const listPendingOf = (db: Executor, memberId: string) => pendingOf(db, { memberId });

export const findPending = (db: Executor, quarantineId: string) =>
  pendingPosts(db).where('q.id', '=', quarantineId).executeTakeFirst();

/** Finds a member's own pending post by its id. */
export const findPendingPost = (db: Executor, memberId: string, postId: string) =>
  pendingPosts(db)
    .where('q.member_id', '=', memberId)
    .where('q.subject_id', '=', postId)
    .executeTakeFirst();

export async function countPending(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom(pendingPosts(db).as('pending'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export type PendingRow = Awaited<ReturnType<typeof listPending>>[number];

/** The rows of an item, in the order in which they are restored. */
export const listRows = (db: Executor, quarantineId: string) =>
  db
    .selectFrom('quarantine_rows')
    .where('quarantine_id', '=', quarantineId)
    .orderBy('position')
    .select(['table_name', 'content'])
    .execute();

/** Deletes an item with its rows. @returns whether it existed */
export async function deleteQuarantine(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('quarantine')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
