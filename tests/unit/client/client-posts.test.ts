import { expect, test } from 'vitest';

import { rejectionReason } from '#islands/forum/posts/create/selected-images.ts';
import { formatRelativeTime } from '#islands/ui/format/relative-time.ts';
import { postHref } from '#islands/ui/post/post-links.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';

const MB = 1024 * 1024;
const TYPE = 'Invalid file type. Only PNG, JPG, and JPEG are allowed.';

test.each([
  ['image/png', 5 * MB, null],
  ['image/jpeg', 1, null],
  ['image/jpeg', 0, IMAGE_MESSAGES.image_empty],
  ['', 0, IMAGE_MESSAGES.image_empty],
  ['image/jpeg', 5 * MB + 1, 'File size exceeds 5MB.'],
  ['image/webp', 1, TYPE],
  ['image/gif', 1, TYPE],
  ['', 1, TYPE],
])('a file of type "%s" with %i bytes: %s', (type, size, message) => {
  expect(rejectionReason({ type, size })).toBe(message);
});

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

test.each([
  [-5, 'Just now'],
  [0.9, 'Just now'],
  [1, '1 minute ago'],
  [59, '59 minutes ago'],
  [60, '1 hour ago'],
  [23 * 60, '23 hours ago'],
  [24 * 60, 'Yesterday'],
  [2 * 24 * 60, '2 days ago'],
  [7 * 24 * 60, '14 Nov'],
  [365 * 24 * 60, '21 Nov 2025'],
])('%d minutes ago reads "%s"', (minutes, words) => {
  expect(formatRelativeTime(new Date(NOW - minutes * MINUTE).toISOString(), NOW)).toBe(words);
});

test('a guest’s link to a post leads to the login and back', () => {
  const post = { post_id: '01a1' } as Post;
  expect(postHref({ post })).toBe('/forums/posts/01a1');
  expect(postHref({ post, isGuest: true })).toBe('/login?redirect=%2Fforums%2Fposts%2F01a1');
});
