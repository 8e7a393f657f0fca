import type { TokenScope } from '#lib/contract/personal-tokens.ts';

/** What a token may read. */
const READS = [
  'GET /openapi.json',
  'GET /web/account/moderation',
  'GET /web/account/profile',
  'GET /web/alerts',
  'GET /web/blocks',
  'GET /web/eduhub',
  'GET /web/eduhub/:id',
  'GET /web/forum',
  'GET /web/forum/discussions',
  'GET /web/forum/explore/look/account/posts',
  'GET /web/forum/following/suggestions',
  'GET /web/forum/list/followers',
  'GET /web/forum/list/following',
  'GET /web/forum/posts/:id',
  'GET /web/forum/posts/:id/comments',
  'GET /web/forum/posts/:id/likes',
  'GET /web/forum/posts/:id/report',
  'GET /web/forum/posts/limited',
  'GET /web/forum/users/:id',
  'GET /web/forum/users/:id/profile',
  'GET /web/impact',
  'GET /web/impact/csv',
  'GET /web/listings',
  'GET /web/moderation',
  'GET /web/notification',
  'GET /web/pickups',
  'GET /web/pickups/:id',
  'GET /web/pickups/:id/messages',
] as const;

/** What a token with the scope `write` may do besides. */
const WRITES = [
  'DELETE /web/alerts/:id',
  'DELETE /web/blocks/:id',
  'DELETE /web/forum/posts/:id',
  'DELETE /web/forum/posts/:id/comments/:comment_id',
  'DELETE /web/forum/posts/:id/listing',
  'DELETE /web/forum/posts/:id/mute',
  'PATCH /web/account/avatar',
  'PATCH /web/account/phone',
  'PATCH /web/account/profile',
  'PATCH /web/account/town',
  'PATCH /web/alerts/:id',
  'PATCH /web/forum/posts/:id',
  'PATCH /web/forum/posts/:id/comments/:comment_id',
  'PATCH /web/forum/unfollow/account/:id',
  'PATCH /web/notification/:id/read',
  'POST /web/account/moderation/:id/reply',
  'POST /web/alerts',
  'POST /web/blocks/:id',
  'POST /web/forum/follow/account/:id',
  'POST /web/forum/posts',
  'POST /web/forum/posts/:id/comments',
  'POST /web/forum/posts/:id/comments/:comment_id/report',
  'POST /web/forum/posts/:id/likes',
  'POST /web/forum/posts/:id/listing/status',
  'POST /web/forum/posts/:id/report',
  'POST /web/forum/posts/:id/unlike',
  'POST /web/forum/users/:id/report',
  'POST /web/pickups',
  'POST /web/pickups/:id/agree',
  'POST /web/pickups/:id/call-off',
  'POST /web/pickups/:id/confirm',
  'POST /web/pickups/:id/decline',
  'POST /web/pickups/:id/messages',
  'POST /web/pickups/:id/outcome',
  'PUT /web/forum/posts/:id/listing',
  'PUT /web/forum/posts/:id/mute',
] as const;

/**
 * The calls that are open to personal access tokens, by method and path as the routes have them, with the scope that
 * they need. All others are closed: a new call is, unless somebody adds it here.
 */
export const OPEN_CALLS: ReadonlyMap<string, TokenScope> = new Map([
  ...READS.map((call) => [call, 'read'] as const),
  ...WRITES.map((call) => [call, 'write'] as const),
]);
