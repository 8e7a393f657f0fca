import type { StoredImage } from '#lib/client/device/stored-images.ts';
import type { PostDraft } from '#lib/client/drafts/drafts.ts';
import type { PostInput, PostText } from '#lib/contract/posts.ts';

interface NewPostAction extends PostInput, Pick<PostDraft, 'listing'> {
  kind: 'post';
  images: StoredImage[];
  fingerprints: string[];
  /** what the images show, in their order */
  alts?: string[];
}

interface CommentAction {
  kind: 'comment';
  postId: string;
  content: string;
}

interface UpdateAction extends PostText {
  kind: 'update';
  postId: string;
}

interface LikeAction {
  kind: 'like';
  postId: string;
  /** as it will be */
  isLiked: boolean;
}

interface FollowAction {
  kind: 'follow';
  memberId: string;
  /** as it will be */
  isFollowed: boolean;
}

interface DeleteAction {
  kind: 'delete';
  postId: string;
}

/** What a member did without a connection. */
export type OutboxAction =
  | NewPostAction
  | CommentAction
  | UpdateAction
  | LikeAction
  | FollowAction
  | DeleteAction;

/** An action that waits to be sent. */
export interface NewEntry {
  accountId: string;
  action: OutboxAction;
  /** what it is about, for people: a post's title or a member's name */
  subject: string;
  idempotencyKey: string;
  /** the response may have been lost, not the request */
  mayHaveArrived: boolean;
  /** milliseconds since 1970 */
  savedAt: number;
  /** not before; milliseconds since 1970 */
  retryAt: number;
  /** failures one after the other */
  failures: number;
  /** why the server rejected it; it then waits for its member */
  rejection?: string;
  /** its request is on its way until `retryAt` */
  isInFlight?: true;
}

/** A stored entry; ids go up. */
export interface OutboxEntry extends NewEntry {
  id: number;
}

/** Whether it goes out by itself. */
export const isWaiting = ({ rejection }: NewEntry): boolean => rejection === undefined;

// No limit of the server is longer than a day.
const LONGEST_WAIT_MS = 2 * 86_400_000;

/** Whether it has waited long enough; also when the device's clock was ahead as `retryAt` was set. */
export const isDue = ({ retryAt }: Pick<NewEntry, 'retryAt'>, now: number): boolean =>
  retryAt <= now || retryAt > now + LONGEST_WAIT_MS;

/** Whether it is listed on a page: not while its request is on its way. */
export const isVisible = (entry: NewEntry): boolean =>
  !entry.isInFlight || isDue(entry, Date.now());

/** Whether a member wrote something that would be lost with it. */
export const isWritten = ({ action: { kind } }: NewEntry): boolean =>
  kind === 'post' || kind === 'comment' || kind === 'update';
