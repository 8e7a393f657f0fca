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

interface AttachmentTable {
  post_id: string;
  /** 0 to 4 */
  position: number;
  image_key: string;
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
}

/** A member who wants no notifications of a post. */
export interface MuteTable {
  post_id: string;
  member_id: string;
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

export interface ReportTable {
  id: string;
  post_id: string;
  reporter_id: string;
  reason: string;
  created_at: number;
  /** set by staff; null while the report is open */
  dismissed_at: number | null;
}

export interface CommunityTables {
  posts: PostTable;
  attachments: AttachmentTable;
  likes: LikeTable;
  comments: CommentTable;
  mutes: MuteTable;
  follows: FollowTable;
  past_follows: PastFollowTable;
  reports: ReportTable;
}
