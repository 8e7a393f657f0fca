import type { ContentTables, NotificationTables } from '#lib/server/platform/db/schema.ts';

import type { Rules } from './rules.ts';

const PUBLISHED = 'staff publish it for everyone';

/** Notifications, and what belongs to the site as a whole. */
export const SITE_RULES: Rules<keyof (ContentTables & NotificationTables)> = {
  notifications: {
    label: 'Notifications to you, and about what you did',
    key: 'id',
    names: ['audience_member_id', 'actor_id'],
    exported: [
      'id',
      'type',
      'kind',
      'audience',
      'audience_member_id',
      'actor_id',
      'link_data',
      'title',
      'content',
      'created_at',
      'comment_id',
      'first_comment_id',
      'commenters_count',
      'replaced_at',
    ],
    withheld: { dedupe_key: 'it only tells repeated ones apart' },
    erasure: 'deleted',
  },
  notification_reads: {
    label: 'Notifications you’ve read',
    key: 'notification_id',
    names: ['member_id'],
    exported: ['notification_id', 'member_id', 'read_at'],
    withheld: {},
    erasure: 'deleted',
  },
  notification_versions: {
    label: 'How often your notifications changed',
    key: 'audience',
    names: ['member_id'],
    exported: ['member_id', 'audience', 'version'],
    withheld: {},
    erasure: 'deleted',
  },
  hidden_notifications: {
    label: 'Notifications that you turned off',
    key: 'kind',
    names: ['member_id'],
    exported: ['member_id', 'kind'],
    withheld: {},
    erasure: 'deleted',
  },
  notified_likes: {
    label: 'Your likes of which others were notified',
    key: 'post_id',
    names: ['member_id'],
    exported: ['post_id', 'member_id'],
    withheld: {},
    erasure: 'deleted',
  },
  emails: {
    why: 'encrypted and gone once sent; `deletions/erase-member.ts` removes those to a member',
    texts: ['encrypted_payload'],
  },
  search_terms: {
    why: 'words without their texts; those of erased posts are removed with them',
    texts: ['term'],
  },
  resources: { why: PUBLISHED, texts: ['title', 'cover_key'] },
  resource_blocks: { why: PUBLISHED, texts: ['type', 'content', 'alt'] },
  resource_drafts: {
    why: 'staff write it for everyone',
    texts: ['title', 'cover_key', 'blocks', 'saved_from'],
    mentions: ['updated_by'],
  },
  deleted_resources: { why: 'staff delete it for everyone', texts: [], mentions: ['deleted_by'] },
  resource_images: { why: PUBLISHED, texts: ['image_key'] },
  policies: { why: PUBLISHED, texts: ['kind', 'title', 'file_key', 'text'] },
  policy_versions: { why: PUBLISHED, texts: ['kind', 'title', 'file_key', 'text'] },
  cache_versions: { why: 'numbers', texts: ['tag'] },
  jobs: { why: 'times', texts: ['name'] },
  clock_marks: { why: 'times', texts: ['effect'] },
};
