import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import type { RepeatWeeks } from '#lib/contract/exchange/rounds.ts';

export interface PostTable {
  id: string;
  author_id: string;
  title: string;
  description: string;
  /** of the request that created it, so that repeating the request creates no second post */
  idempotency_key: string;
  /** of everything that the request sent; null for a post of the demo */
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
  /** its description; null without one */
  alt: string | null;
}

/** The listing of a post. Days are YYYY-MM-DD in the site's region. */
export interface ListingTable {
  post_id: string;
  kind: Listing['kind'];
  /** a key of `materials/materials.ts` */
  material: string;
  /** null when not stated */
  amount: number | null;
  unit: Listing['unit'];
  /** null without an amount */
  amount_left: number | null;
  condition: Listing['condition'];
  terms: Listing['terms'];
  /** per unit, in centavos of a peso; null for terms other than `price` */
  price_centavos: number | null;
  /** PSGC code */
  town: string;
  barangay: string | null;
  ready_on: string | null;
  /** the last day */
  until: string;
  /** 1 when trucks can reach it */
  truck_access: number;
  /** 1 when the owner helps with loading */
  loading_help: number;
  status: Listing['status'];
  /** the day of the owner's next reminder; null for none */
  remind_on: string | null;
  /** since when it waits to be compared with alerts; null once compared */
  alerts_due_at: number | null;
  /** the weeks between its rounds; null when it does not repeat */
  repeat_weeks: RepeatWeeks | null;
  /** the day of the first round */
  repeat_from: string | null;
  /** the day on which the next rounds must be created; null for at once */
  rounds_due_on: string | null;
  /** the steward who posted it for the author; null when the author did */
  posted_by: string | null;
  created_at: number;
  updated_at: number;
}

/** A search of the exchange that notifies its member of new listings; null fields mean all. */
export interface AlertTable {
  id: string;
  member_id: string;
  kind: Listing['kind'] | null;
  material: string | null;
  /** PSGC code */
  town: string | null;
  /** null without a town, or for any distance */
  within_km: number | null;
  /** 1 for only listings with the terms `free` */
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
  /** null when never edited */
  edited_at: number | null;
}

/** A member who has muted a post. */
export interface MuteTable {
  post_id: string;
  member_id: string;
  created_at: number;
}

/** A post that a member saved for later. */
export interface SavedPostTable {
  id: string;
  member_id: string;
  /** may be of a deleted post */
  post_id: string;
  created_at: number;
  /** the listing's last day when the member was last notified of it */
  reminded_until: string | null;
  /** since when the post is known to be gone */
  gone_at: number | null;
}

/** A block, which separates both members from each other. */
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

/** About a post, a comment or a member: the other columns are null. */
export interface ReportTable {
  id: string;
  post_id: string | null;
  comment_id: string | null;
  member_id: string | null;
  reporter_id: string;
  reason: string;
  created_at: number;
  /** when staff decided, or its reporter reported a newer version; null while open */
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
  /** the language of the text: the name of a message catalog */
  language: string;
  /** the guide that it translates, which is not itself a translation */
  translation_of: string | null;
}

export interface ResourceBlockTable {
  id: string;
  resource_id: string;
  position: number;
  type: 'HEADING' | 'TEXT' | 'image';
  /** text, or the storage key of an image */
  content: string;
  /** the alt text of an image */
  alt: string | null;
}

/** A resource that staff edit; it shares its id with the published one. */
export interface ResourceDraftTable {
  id: string;
  title: string;
  language: string;
  translation_of: string | null;
  cover_key: string | null;
  /** JSON: the blocks of `DraftContent`, images by their URL */
  blocks: string;
  /** counts changes: a save names the version on which it is based */
  version: number;
  /** the published version; null before the first */
  published_version: number | null;
  /** the editor page that last saved it */
  saved_from: string | null;
  updated_by: string | null;
  updated_at: number;
}

/** A deleted resource, whose rows stay for a while, but are in no list. */
interface DeletedResourceTable {
  id: string;
  deleted_by: string | null;
  deleted_at: number;
}

/** An image of a resource's drafts. */
interface ResourceImageTable {
  image_key: string;
  resource_id: string;
  /** when a draft last used it */
  named_at: number;
}

/** A word of posts or resources for the dictionary of search words; stays when they are deleted. */
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
