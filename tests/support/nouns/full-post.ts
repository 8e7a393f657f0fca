import { expect } from 'vitest';

import { countWrongCounters } from '#lib/server/people/members/queries.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

import { redBlueImage } from './images.ts';
import { LISTING } from './listings.ts';
import { comment } from './moderation.ts';
import { postForm, POSTS } from './posts.ts';
import { signedInStaff } from './staff.ts';

/** The tables that have rows of a post. */
export const POST_TABLES = [
  'posts',
  'attachments',
  'listings',
  'machines',
  'half_days',
  'likes',
  'notified_likes',
  'comments',
  'mutes',
  'reports',
] as const;

export async function readAll({ services: { db } }: Site) {
  const rows: Record<string, string[]> = {};
  for (const table of POST_TABLES) {
    const all = await db.selectFrom(table).selectAll().execute();
    rows[table] = all.map((row) => JSON.stringify({ ...row, dismissed_at: null })).toSorted();
  }
  return rows;
}

/** A post with an image, a listing, a like, two comments, a mute and reports. */
export async function openFullPost() {
  const site = await openSite();
  const author = await site.signedIn();
  const reader = await site.signedIn();
  const other = await site.signedIn();
  const image = { bytes: await redBlueImage(40, 30).jpeg().toBuffer(), type: 'image/jpeg' };
  const texts = { title: 'Kamatis ng Bongabon', listing: JSON.stringify(LISTING) };
  const sent = await author.post(POSTS, postForm([image], texts), { 'idempotency-key': newId() });
  const id: string = sent.body['data'].post_id;
  const path = `${POSTS}/${id}`;
  await reader.post(`${path}/likes`);
  const commentId = await comment(reader, id, 'Who buys this?');
  await comment(other, id, 'I do.');
  await reader.change('PUT', `${path}/mute`);
  await reader.post(`${path}/report`, { report_desc: 'Spam' });
  await other.post(`${path}/comments/${commentId}/report`, { report_desc: 'Rude' });
  return { site, author, reader, other, id, path, commentId, staff: await signedInStaff(site) };
}

/** Fails when a counter differs from its number of rows. */
export const expectRightCounters = async ({ services: { db } }: Site) =>
  expect(await countWrongCounters(db)).toEqual(new Map());
