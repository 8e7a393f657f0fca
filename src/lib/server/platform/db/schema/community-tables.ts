import type { Listing } from '#lib/contract/exchange/listings.ts';

export interface PostTable {
  id: string;
  author_id: string;
  title: string;
  description: string;
  /** of the request that created it: a repeated request creates no second post */
  idempotency_key: string;
  /** of all that request sent; null for posts from before this was stored */
  request_hash: string | null;
  created_at: number;
  updated_at: number;
  likes_count: number;
  comments_count: number;
}

export interface AttachmentTable {
  post_id: string;
  /** 0 to 4 */
  position: number;
  image_key: string;
  /** what it shows; null when its author has not described it */
  alt: string | null;
}

/** What a post offers, needs or serves. Days are YYYY-MM-DD in the site's region. */
export interface ListingTable {
  post_id: string;
  kind: Listing['kind'];
  /** a key of `contract/materials.ts` */
  material: string;
  /** null when it is not stated */
  amount: number | null;
  unit: Listing['unit'];
  /** null without an amount */
  amount_left: number | null;
  condition: Listing['condition'];
  terms: Listing['terms'];
  /** of one unit, in centavos of a peso; null for other terms than `price` */
  price_centavos: number | null;
  /** PSGC code */
  town: string;
  barangay: string | null;
  ready_on: string | null;
  /** the last day */
  until: string;
  /** 1 when a truck reaches it */
  truck_access: number;
  /** 1 when the owner helps with loading */
  loading_help: number;
  status: Listing['status'];
  /** the next day on which the owner gets a reminder; null when none is to come */
  remind_on: string | null;
  /** since when the alerts are to be compared with it; null once they were */
  alerts_due_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A search of the exchange, whose member is notified of new listings that it finds; null for all. */
export interface AlertTable {
  id: string;
  member_id: string;
  kind: Listing['kind'] | null;
  material: string | null;
  /** PSGC code */
  town: string | null;
  /** null without a town, and for any distance */
  within_km: number | null;
  /** 1 for listings with the terms `free` alone */
  free: number;
  paused_at: number | null;
  created_at: number;
}

export interface LikeTable {
  id: string;
  post_id: string;
  member_id: string;
  created_at: number;
}

export interface CommentTable {
  id: string;
  post_id: string;
  member_id: string;
  content: string;
  idempotency_key: string;
  created_at: number;
  /** null when it is as it was written */
  edited_at: number | null;
}

/** A member who wants no notifications of a post. */
export interface MuteTable {
  post_id: string;
  member_id: string;
  created_at: number;
}

/** A member who wants nothing to do with another: it holds for both. */
export interface BlockTable {
  id: string;
  blocker_id: string;
  blocked_id: string;
  created_at: number;
}

export interface FollowTable {
  id: string;
  follower_id: string;
  followed_id: string;
  created_at: number;
}

/** A follow that ended and that brought notifications, which stay. */
interface PastFollowTable {
  /** the follow's; it sorts by when the follow began */
  id: string;
  follower_id: string;
  followed_id: string;
  /** an id of when it ended */
  until_id: string;
}

/** Of a post, a comment or a member: the others are null. */
export interface ReportTable {
  id: string;
  post_id: string | null;
  comment_id: string | null;
  member_id: string | null;
  reporter_id: string;
  reason: string;
  created_at: number;
  /** set when staff decided, or when its reporter reported what was changed since; null while the report is open */
  dismissed_at: number | null;
}

export interface CommunityTables {
  posts: PostTable;
  attachments: AttachmentTable;
  listings: ListingTable;
  alerts: AlertTable;
  likes: LikeTable;
  comments: CommentTable;
  mutes: MuteTable;
  blocks: BlockTable;
  follows: FollowTable;
  past_follows: PastFollowTable;
  reports: ReportTable;
}
