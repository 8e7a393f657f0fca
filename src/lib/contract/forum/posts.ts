import * as z from 'zod/mini';

import { Listing, ListingInput } from '#lib/contract/exchange/listings/listings.ts';
import { Account } from '#lib/contract/people/members.ts';
import { ForAccount } from '#lib/contract/people/stewards.ts';
import { text } from '#lib/contract/text.ts';

/** On Explore and My Discussions. */
export const POSTS_PAGE = 10;

/** The server renders these first, more than fit on a phone's screen; a script adds the rest. */
export const FIRST_POSTS = 3;

/** On a forum profile. */
export const MEMBER_POSTS_PAGE = 2;

// Separate constants: bundlers keep an unused schema that reads a property.
const MAX_TITLE = 150;
const MAX_DESCRIPTION = 10_000;

/** In UTF-16 units. */
export const POST_MAX = { title: MAX_TITLE, description: MAX_DESCRIPTION } as const;

export const MAX_ATTACHMENTS = 5;

/** Of an image description, in UTF-16 units. */
export const MAX_ALT = 200;

/** The number of posts that guests see. */
export const PREVIEW_PAGE = 5;

export const PostInput = z.object({
  title: text({ max: MAX_TITLE, required: 'title_required', oneLine: true }),
  description: text({ max: MAX_DESCRIPTION, required: 'description_required' }),
});
export type PostInput = z.infer<typeof PostInput>;

/** Descriptions of images, in their order, for those who cannot see them; empty for an image without one. */
const AttachmentAlts = z._default(
  z.array(text({ max: MAX_ALT, oneLine: true })).check(z.maxLength(MAX_ATTACHMENTS)),
  [],
);

/** A post to create, with its listing, if any. */
export const NewPost = z.extend(PostInput, {
  listing: z._default(z.nullable(ListingInput), null),
  attachment_alts: AttachmentAlts,
  for_account: ForAccount,
});
export type NewPost = z.infer<typeof NewPost>;

/** The length of all stored image URLs of a post with their separators. */
const MAX_STORED = 1000;

/** The new images of a post; uploaded ones come after the stored ones. */
export const ReplacedAttachments = z.object({
  /** the URLs of the stored images that stay, in their new order, separated by spaces */
  stored: z._default(text({ max: MAX_STORED, oneLine: true }), ''),
  /** the image URLs that the change is based on; without them, any images are replaced */
  initial: z.optional(text({ max: MAX_STORED, oneLine: true })),
  /** for the stored images, then for the uploaded ones; stored images beyond its end keep theirs */
  attachment_alts: AttachmentAlts,
});
export type ReplacedAttachments = z.infer<typeof ReplacedAttachments>;

export const Post = z.object({
  post_id: z.string(),
  title: z.string(),
  description: z.string(),
  /** URLs */
  attachments: z.array(z.string()),
  /** descriptions of the images, in their order, empty for an image without one; missing when there are none */
  attachment_alts: z.optional(z.array(z.string())),
  /** ISO 8601, UTC */
  created_at: z.string(),
  /** when title or description last changed; ISO 8601, UTC */
  updated_at: z.string(),
  comments: z.number(),
  likes: z.number(),
  is_liked: z.boolean(),
  /** true when the viewer saved it for later */
  is_saved: z.optional(z.boolean()),
  share_link: z.string(),
  post_owner: z.boolean(),
  /** true when the author is a person whom the viewer looks after; `post_owner` is then true, too */
  is_looked_after: z.optional(z.boolean()),
  /** whether the viewer gets no notifications about it; only in the response for a single post */
  is_muted: z.optional(z.boolean()),
  /** true while it awaits review by staff: only the author sees it */
  is_pending: z.optional(z.boolean()),
  /** its listing, if any */
  listing: z.nullable(Listing),
  account: Account,
});
export type Post = z.infer<typeof Post>;

/** The ETag of a post's text, for `If-Match` (RFC 9110, 13.1.1). */
export const postEtag = ({ updated_at }: Pick<Post, 'updated_at'>): string => `"${updated_at}"`;

/** The current text of a post that another request changed, in the error `post_changed`. */
export type PostText = Pick<Post, 'title' | 'description' | 'updated_at'>;

/** The current images of a post that another request replaced, in the error `post_changed`. */
export type PostImages = Pick<Post, 'attachments' | 'attachment_alts'>;

/** Newest first. */
export const PostPage = z.object({ posts: z.array(Post), nextCursor: z.nullable(z.string()) });
export type PostPage = z.infer<typeof PostPage>;

/** Where the posts of a list come from. */
export interface PostList {
  /** its key in the browser's cache */
  key: string[];
  /** the path of the API call */
  path: string;
  /** the page size */
  limit: number;
}

const postList = (key: string[], path: string, limit: number): PostList => ({ key, path, limit });

/** All posts, with the viewer's likes and ownership. */
export const explorePosts = (viewerId: string) =>
  postList(['explore', viewerId], 'web/forum', POSTS_PAGE);

/** The viewer's own posts. */
export const ownPosts = (viewerId: string) =>
  postList(['own', viewerId], 'web/forum/discussions', POSTS_PAGE);

/** Another member's posts. */
export const memberPosts = (viewerId: string, memberId: string) =>
  postList(['member', viewerId, memberId], `web/forum/users/${memberId}`, MEMBER_POSTS_PAGE);

/** Whether the viewer muted a post. */
export const MuteState = z.object({ is_muted: z.boolean() });
export type MuteState = z.infer<typeof MuteState>;

/** Whether the viewer saved a post for later. */
export const SavedState = z.object({ is_saved: z.boolean() });
export type SavedState = z.infer<typeof SavedState>;
