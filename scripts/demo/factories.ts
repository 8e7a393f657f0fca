import { randomBytes, randomUUID } from 'node:crypto';

import { addDays } from '#lib/contract/days.ts';
import { LISTING_DAYS } from '#lib/contract/exchange/listings/listing-states.ts';
import { CONSENT_DOCUMENTS } from '#lib/contract/people/consents.ts';
import { addSearchTerms } from '#lib/server/forum/text-search/term-queries.ts';
import type {
  AttachmentTable,
  ResourceBlockTable,
  Executor,
  ListingTable,
  MemberTable,
  PostTable,
  ResourceTable,
} from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';

// Rows for seeds and tests. Callers set what matters, and update counters at the end with `recount`.

// Rows created at once must not be in the future.
const LAG_MS = 10_000;
let lastTime = 0;

/** Some seconds ago, but later than the previous call, because rows of one millisecond have no order. */
const nextTime = (): number => (lastTime = Math.max(Date.now() - LAG_MS, lastTime + 1));

/** Most members have an email. */
export type MemberWithEmail = MemberTable & { email: string };

/** Makes a member. @returns the row */
export async function addMember(
  db: Executor,
  given: Partial<MemberWithEmail> & Pick<MemberTable, 'password_hash'>,
): Promise<MemberWithEmail> {
  const joined_at = given.joined_at ?? nextTime();
  const id = given.id ?? idAt(joined_at);
  const member = {
    id,
    email: `${id}@glean.example`,
    role: 'farmer' as const,
    first_name: 'Maria',
    middle_name: 'Luz',
    last_name: 'Santos',
    sign_in_phone: null,
    contact_phone: null,
    birthdate: null,
    avatar_key: null,
    joined_at,
    disabled_at: null,
    followers_count: 0,
    following_count: 0,
    posts_count: 0,
    town: null,
    language: null,
    ...given,
  };
  await db.insertInto('members').values(member).execute();
  await addConsents(db, id, joined_at);
  return member;
}

/** Lets a member agree to the first version of each document. */
async function addConsents(db: Executor, member_id: string, agreed_at: number): Promise<void> {
  const rows = CONSENT_DOCUMENTS.map((document) => ({
    id: idAt(agreed_at),
    member_id,
    document,
    version: 1,
    origin: 'demo' as const,
    agreed_at,
    withdrawn_at: null,
  }));
  await db.insertInto('consents').values(rows).execute();
}

/** Makes a post. @param pictures its attachments in order: keys, or keys with descriptions @returns the row */
export async function addPost(
  db: Executor,
  given: Partial<PostTable> & Pick<PostTable, 'author_id'>,
  pictures: (string | Pick<AttachmentTable, 'image_key' | 'alt'>)[] = [],
): Promise<PostTable> {
  const created_at = given.created_at ?? nextTime();
  const post: PostTable = {
    id: idAt(created_at),
    title: 'Rice straw, dry',
    description: 'Forty bundles beside the road.',
    idempotency_key: randomUUID(),
    request_hash: null,
    created_at,
    updated_at: created_at,
    likes_count: 0,
    comments_count: 0,
    ...given,
  };
  await db.insertInto('posts').values(post).execute();
  await addSearchTerms(db, `${post.title} ${post.description}`);
  const rows = pictures.map((each, position) => {
    const { image_key, alt } = typeof each === 'string' ? { image_key: each, alt: null } : each;
    return { post_id: post.id, position, image_key, alt };
  });
  if (rows.length > 0) await db.insertInto('attachments').values(rows).execute();
  return post;
}

/** Makes a post's listing: an open offer without reminders. @returns the row */
export async function addListing(
  db: Executor,
  given: Partial<ListingTable> & Pick<ListingTable, 'post_id'>,
): Promise<ListingTable> {
  const created_at = given.created_at ?? nextTime();
  const listing: ListingTable = {
    kind: 'offer',
    material: 'rice-straw',
    amount: 40,
    unit: 'bundle',
    amount_left: 40,
    condition: 'dry',
    terms: 'free',
    price_centavos: null,
    town: '0304911000',
    barangay: 'San Roque',
    ready_on: null,
    until: addDays(regionDay(created_at), LISTING_DAYS.default),
    truck_access: 1,
    loading_help: 0,
    status: 'open',
    remind_on: null,
    alerts_due_at: null,
    repeat_weeks: null,
    repeat_from: null,
    rounds_due_on: null,
    posted_by: null,
    created_at,
    updated_at: created_at,
    ...given,
  };
  await db.insertInto('listings').values(listing).execute();
  return listing;
}

/** Makes a comment. @param at milliseconds since 1970 */
export const addComment = (
  db: Executor,
  post_id: string,
  member_id: string,
  content: string,
  at = nextTime(),
) =>
  db
    .insertInto('comments')
    .values({
      id: idAt(at),
      post_id,
      member_id,
      content,
      idempotency_key: randomUUID(),
      created_at: at,
      edited_at: null,
    })
    .execute();

/** Makes a like. @param at milliseconds since 1970 */
export const addLike = (db: Executor, post_id: string, member_id: string, at = nextTime()) =>
  db
    .insertInto('likes')
    .values({ id: idAt(at), post_id, member_id, created_at: at })
    .execute();

/** Lets one member follow another. @param at milliseconds since 1970 */
export const addFollow = (db: Executor, follower: string, followed: string, at = nextTime()) =>
  db
    .insertInto('follows')
    .values({ id: idAt(at), follower_id: follower, followed_id: followed, created_at: at })
    .execute();

/** Makes a resource, published by default. @param blocks in their order @returns the row */
export async function addResource(
  db: Executor,
  given: Partial<ResourceTable> = {},
  blocks: (Pick<ResourceBlockTable, 'type' | 'content'> & { alt?: string | null })[] = [],
): Promise<ResourceTable> {
  const at = given.published_at ?? nextTime();
  const resource: ResourceTable = {
    id: idAt(at),
    title: 'A heap that heats',
    cover_key: `${randomBytes(16).toString('base64url')}-1600x900`,
    published_at: at,
    language: 'en',
    translation_of: null,
    ...given,
  };
  await db.insertInto('resources').values(resource).execute();
  const rows = blocks.map((block, position) => ({
    id: idAt(at),
    resource_id: resource.id,
    position,
    alt: null,
    ...block,
  }));
  if (rows.length > 0) await db.insertInto('resource_blocks').values(rows).execute();
  const texts = blocks.filter(({ type }) => type !== 'image').map(({ content }) => content);
  await addSearchTerms(db, [resource.title, ...texts].join(' '));
  return resource;
}
