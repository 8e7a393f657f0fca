import type { NotNull } from 'kysely';

import { isNotBlocked } from '#lib/server/blocks/visibility-queries.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { ATTACHMENTS } from '#lib/server/images/attachment-queries.ts';
import { LISTING_COLUMNS } from '#lib/server/listings/queries.ts';
import { MEMBER_COLUMNS } from '#lib/server/members/queries.ts';

/** Null for a guest. */
export type ViewerId = string | null;

/**
 * The base of every list of posts: those that the viewer sees, with their authors, their listings (nulls without one), and
 * their images in one text (null without images).
 */
export const visiblePosts = (db: Executor, viewer: ViewerId) =>
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
