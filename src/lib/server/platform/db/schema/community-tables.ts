import type { Listing } from '#lib/contract/exchange/listings.ts';
import type { RepeatWeeks } from '#lib/contract/exchange/rounds.ts';

export interface PostTable {
  id: string;
  author_id: string;
  title: string;
  description: string;
  /** of the request that created it: a repeated request creates no second post */
  idempotency_key: string;
  /** of all that request sent; null for a post of no request, as of the demo */
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
  /** a key of `materials/materials.ts` */
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
  /** every so many weeks there is a round of it; null when it does not repeat */
  repeat_weeks: RepeatWeeks | null;
  /** the day of the first round */
  repeat_from: string | null;
  /** the day on which the next rounds are to be made; null for at once */
  rounds_due_on: string | null;
  /** the steward who posted it for its author; null when they did themselves */
  posted_by: string | null;
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

/** A post that a member saved for later. */
export interface SavedPostTable {
  id: string;
  member_id: string;
  /** also of a post that is gone */
  post_id: string;
  created_at: number;
  /** the last day of its listing of which the member was notified */
  reminded_until: string | null;
  /** since when the post is known to be gone */
  gone_at: number | null;
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
  saved_posts: SavedPostTable;
  blocks: BlockTable;
  follows: FollowTable;
  reports: ReportTable;
}

export interface ResourceTable {
  id: string;
  title: string;
  cover_key: string;
  /** null for a draft */
  published_at: number | null;
  /** that it is written in: the name of its catalogue */
  language: string;
  /** the guide that it is a translation of, which is none itself */
  translation_of: string | null;
}

export interface ResourceBlockTable {
  id: string;
  resource_id: string;
  position: number;
  type: 'HEADING' | 'TEXT' | 'image';
  /** text, or the storage key of an image */
  content: string;
  /** what an image shows, for those who cannot see it */
  alt: string | null;
}

/** A resource as staff edit it; it has the id of the resource that it becomes. */
export interface ResourceDraftTable {
  id: string;
  title: string;
  language: string;
  translation_of: string | null;
  cover_key: string | null;
  /** JSON: the blocks of `DraftContent`, images by their URL */
  blocks: string;
  /** counts the changes: who saves names the version that they began from */
  version: number;
  /** the version that guests read; null before the first */
  published_version: number | null;
  /** the page of an editor that saved it last */
  saved_from: string | null;
  updated_by: string | null;
  updated_at: number;
}

/** A resource that staff deleted: all of it stays where it is for a while, and is in no list. */
interface DeletedResourceTable {
  id: string;
  deleted_by: string | null;
  deleted_at: number;
}

/** An image of a resource's drafts. */
interface ResourceImageTable {
  image_key: string;
  resource_id: string;
  /** when a draft named it last */
  named_at: number;
}

/** A word of posts or resources; it stays when they are deleted. */
interface SearchTermTable {
  /** Latin letters, lower case, without accents */
  term: string;
}

export interface PolicyTable {
  kind: 'licensing_terms' | 'data_privacy_guidelines' | 'terms_and_conditions';
  title: string;
  /** storage key of the PDF */
  file_key: string;
  /** size of the PDF */
  bytes: number;
  /** the PDF's text: blank lines separate paragraphs, `## ` starts a heading */
  text: string;
  /** counts from 1 */
  version: number;
  updated_at: number;
}

/** A version of a policy. */
export interface PolicyVersionTable extends Omit<PolicyTable, 'updated_at'> {
  /** 0 for a draft */
  version: number;
  created_at: number;
  /** null for a draft */
  published_at: number | null;
}

export interface ContentTables {
  resources: ResourceTable;
  resource_blocks: ResourceBlockTable;
  resource_drafts: ResourceDraftTable;
  resource_images: ResourceImageTable;
  deleted_resources: DeletedResourceTable;
  policies: PolicyTable;
  policy_versions: PolicyVersionTable;
  search_terms: SearchTermTable;
}
