import * as z from 'zod/mini';

import { Listing, ListingInput } from '#lib/contract/exchange/listings.ts';
import { Account } from '#lib/contract/people/members.ts';
import { ForAccount } from '#lib/contract/people/stewards.ts';
import { text } from '#lib/contract/text.ts';

/** On Explore and on My Discussions. */
export const POSTS_PAGE = 10;

/** Of these, the server renders the first, more than a phone's screen shows; a script adds the others. */
export const FIRST_POSTS = 3;

/** On a forum profile. */
export const MEMBER_POSTS_PAGE = 2;

// A schema that reads a property is not removed from bundles that do not use it.
const MAX_TITLE = 150;
const MAX_DESCRIPTION = 10_000;

/** In UTF-16 units. */
export const POST_MAX = { title: MAX_TITLE, description: MAX_DESCRIPTION } as const;

export const MAX_ATTACHMENTS = 5;

/** Of the description of an image, in UTF-16 units. */
export const MAX_ALT = 200;

/** The posts that a guest sees. */
export const PREVIEW_PAGE = 5;

export const PostInput = z.object({
  title: text({ max: MAX_TITLE, required: 'title_required', oneLine: true }),
  description: text({ max: MAX_DESCRIPTION, required: 'description_required' }),
});
export type PostInput = z.infer<typeof PostInput>;

/** What images show, in their order, for those who cannot see them; empty for an image that is not described. */
const AttachmentAlts = z._default(
  z.array(text({ max: MAX_ALT, oneLine: true })).check(z.maxLength(MAX_ATTACHMENTS)),
  [],
);

/** A post that is created, and what it offers, needs or serves, if anything. */
export const NewPost = z.extend(PostInput, {
  listing: z._default(z.nullable(ListingInput), null),
  attachment_alts: AttachmentAlts,
  for_account: ForAccount,
});
export type NewPost = z.infer<typeof NewPost>;

/** All stored URLs of a post's images, with what separates them. */
const MAX_STORED = 1000;

/** The images that a post has from now on; new ones follow them. */
export const ReplacedAttachments = z.object({
  /** the URLs of stored images that stay, in their new order, with spaces between them */
  stored: z._default(text({ max: MAX_STORED, oneLine: true }), ''),
  /** the URLs of the images that the change began from; without it, any images are replaced */
  initial: z.optional(text({ max: MAX_STORED, oneLine: true })),
  /** of the stored ones, then of the new ones; those of stored ones that are left out stay as they are */
  attachment_alts: AttachmentAlts,
});
export type ReplacedAttachments = z.infer<typeof ReplacedAttachments>;

export const Post = z.object({
  post_id: z.string(),
  title: z.string(),
  description: z.string(),
  /** URLs */
  attachments: z.array(z.string()),
  /** what they show, in their order, empty for one that is not described; missing when none is */
  attachment_alts: z.optional(z.array(z.string())),
  /** ISO 8601, UTC */
  created_at: z.string(),
  /** when title or description last changed; ISO 8601, UTC */
  updated_at: z.string(),
  comments: z.number(),
  likes: z.number(),
  is_liked: z.boolean(),
  /** true where the viewer saved it for later */
  is_saved: z.optional(z.boolean()),
  share_link: z.string(),
  post_owner: z.boolean(),
  /** true where it is of a person whom the viewer looks after: `post_owner` is true, too */
  is_looked_after: z.optional(z.boolean()),
  /** whether the viewer gets no notifications of it; only of a post that is requested alone */
  is_muted: z.optional(z.boolean()),
  /** true while it awaits review by staff: only its author sees it */
  is_pending: z.optional(z.boolean()),
  /** what it offers, needs or serves, if anything */
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

/** Where a list of posts comes from. */
export interface PostList {
  /** names it in the browser's cache */
  key: string[];
  /** of the API call */
  path: string;
  /** the page size */
  limit: number;
}

const postList = (key: string[], path: string, limit: number): PostList => ({ key, path, limit });

/** All posts; what is liked and owned is the viewer's. */
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
