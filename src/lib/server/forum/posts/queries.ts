import { type NotNull, sql } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import { addSearchTerms } from '#lib/server/forum/search/term-queries.ts';
import { isNotBlocked } from '#lib/server/people/blocks/visibility-queries.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import {
  listParameters,
  type ListParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type { AttachmentTable, Executor, PostTable } from '#lib/server/platform/db/schema.ts';
import { ATTACHMENTS } from '#lib/server/platform/images/queries.ts';

import { LISTING_COLUMNS } from './listing-queries.ts';

/** Null for a guest. */
export type ViewerId = string | null;

/**
 * The base of every list of posts: those that the viewer sees, with their authors, their listings (nulls without one), and
 * their images in one text (null without images).
 */
const visiblePosts = (db: Executor, viewer: ViewerId) =>
  db
    .selectFrom('posts as p')
    // Every post has an author. With an inner join and statistics, SQLite scans all members first.
    .leftJoin('members as m', 'm.id', 'p.author_id')
    .leftJoin('listings as l', 'l.post_id', 'p.id')
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, viewer, 'p.author_id'))
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
    .select((eb) =>
      viewer
        ? eb
            .exists(
              eb
                .selectFrom('likes as own')
                .whereRef('own.post_id', '=', 'p.id')
                .where('own.member_id', '=', viewer)
                .select('own.id'),
            )
            .as('is_liked')
        : eb.lit(false).as('is_liked'),
    )
    .$narrowType<{ member_id: NotNull; first_name: NotNull; last_name: NotNull; role: NotNull }>();

export type PostRow = Awaited<ReturnType<typeof listPosts>>[number];

/** An image of a post, and what it shows. */
export type NewImage = Pick<AttachmentTable, 'image_key' | 'alt'>;

/** What changes the query's text. */
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
 * @param authorId of one member's posts
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

/** In no order. */
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

/** Finds the author of a post that the viewer sees. */
export const findAuthor = async (db: Executor, viewerId: string, id: string) =>
  (await authorById(db, { viewerId, id }))[0];

/** The text of a post, and since when it is that. */
export const findText = (db: Executor, id: string) =>
  db
    .selectFrom('posts')
    .where('id', '=', id)
    .select(['title', 'description', 'updated_at'])
    .executeTakeFirstOrThrow();

/** Finds any post, also one of a disabled member. */
export const findAnyPost = (db: Executor, id: string) =>
  db.selectFrom('posts').where('id', '=', id).select(['author_id', 'title']).executeTakeFirst();

export const findPostByKey = (db: Executor, authorId: string, idempotencyKey: string) =>
  db
    .selectFrom('posts')
    .where('author_id', '=', authorId)
    .where('idempotency_key', '=', idempotencyKey)
    .select(['id', 'request_hash'])
    .executeTakeFirst();

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

/** @param images in order */
export async function insertPost(
  db: Executor,
  post: Omit<PostTable, 'likes_count' | 'comments_count'>,
  images: NewImage[],
): Promise<void> {
  await db
    .insertInto('posts')
    .values({ ...post, likes_count: 0, comments_count: 0 })
    .execute();
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

/** @returns whether it existed */
export async function deletePost(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('posts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
