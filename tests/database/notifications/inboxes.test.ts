// The stored summary of an inbox always matches the list.
import { expect, test } from 'vitest';

import { MAX_UNREAD } from '#lib/contract/notifications/notification-kinds.ts';
import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { BLOCKS } from '#tests/support/nouns/blocks.ts';
import { like, publish, publishGuide, readAll } from '#tests/support/nouns/notification-groups.ts';
import { bearer, NOTIFICATIONS } from '#tests/support/nouns/notification-requests.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const FORUM = '/api/web/forum';
const ACTS_COUNT = 120;

/** @returns random integers below a limit, the same for the same seed (mulberry32) */
function createRandom(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  };
}

interface Walk {
  site: Site;
  me: MemberBrowser;
  other: MemberBrowser;
  post: string;
  random: (limit: number) => number;
  posts: string[];
  comments: string[];
}

const listOf = async (browser: MemberBrowser) => {
  const response = await browser.get(`${NOTIFICATIONS}?limit=50`, await bearer(browser));
  const { notifications, unread_count } = response.body['data'];
  return { notifications, unread_count, etag: response.headers.get('etag') };
};

const ACTS: Record<string, (walk: Walk) => Promise<unknown>> = {
  follow: ({ me, other }) => me.post(`${FORUM}/follow/account/${other.member.id}`),
  unfollow: ({ me, other }) => me.change('PATCH', `${FORUM}/unfollow/account/${other.member.id}`),
  publish: async ({ me, posts }) => posts.push(await publish(me)),
  remove: ({ me, post }) => me.change('DELETE', `${POSTS}/${post}`),
  like: ({ me, post }) => like(me, post),
  unlike: ({ me, post }) => me.post(`${POSTS}/${post}/unlike`),
  comment: async ({ me, post, comments }) => {
    const { body } = await me.post(`${POSTS}/${post}/comments`, { comment: 'Mine?' });
    if (body['data']) comments.push(`${POSTS}/${post}/comments/${body['data'].comment_id}`);
  },
  uncomment: ({ me, comments, random }) =>
    me.change('DELETE', comments[random(comments.length)] ?? `${POSTS}/x/comments/x`),
  block: ({ me, other }) => me.post(`${BLOCKS}/${other.member.id}`),
  unblock: ({ me, other }) => me.change('DELETE', `${BLOCKS}/${other.member.id}`),
  hide: ({ me, random }) =>
    me.change('PUT', '/api/web/account/notifications', {
      hidden: ['like', 'comment', 'post', 'guide'].filter(() => random(3) === 0),
    }),
  guide: ({ site }) => publishGuide(site, 'Compost'),
  read: async ({ me, random }) => {
    const { notifications } = await listOf(me);
    const { id } = notifications[random(notifications.length)] ?? { id: 'x' };
    return me.change('PATCH', `${NOTIFICATIONS}/${id}/read`, {}, await bearer(me));
  },
  readAll: async ({ me, random }) => {
    const { notifications } = await listOf(me);
    if (notifications.length > 0) await readAll(me, notifications[random(3)]?.id);
  },
  disable: async ({ site, other }) => {
    await disableMember(site.services, other.member.id);
    await enableMember(site.services, other.member.id);
  },
  rename: ({ me, random }) =>
    me.change('PATCH', '/api/web/account/profile', {
      first_name: `Ana${'xyz'.charAt(random(3))}`,
      middle_name: 'Luz',
      last_name: 'Cruz',
    }),
};

/** The last state of a member's list. */
type Seen = Awaited<ReturnType<typeof listOf>>;

/** The number is that of the list, and a changed list has another version. */
async function check(browser: MemberBrowser, before: Seen | undefined, done: string) {
  const now = await listOf(browser);
  const unread = now.notifications.filter(({ is_read }: { is_read: boolean }) => !is_read).length;
  expect(now.unread_count, done).toBe(Math.min(unread, MAX_UNREAD));
  if (before && JSON.stringify(before.notifications) !== JSON.stringify(now.notifications))
    expect(now.etag, done).not.toBe(before.etag);
  return now;
}

test.each([1, 2, 3])('number and version are right after random acts (%i)', async (seed) => {
  const site = await openSite();
  const random = createRandom(seed);
  const members = [await site.signedIn(), await site.signedIn(), await site.signedIn()];
  const pick = (): MemberBrowser => members[random(members.length)] as MemberBrowser;
  const posts = [await publish(pick()), await publish(pick())];
  const comments: string[] = [];
  const seen = new Map<MemberBrowser, Seen>();
  const done: string[] = [];
  const names = Object.keys(ACTS);
  for (let nth = 0; nth < ACTS_COUNT; nth += 1) {
    const [name = ''] = names.slice(random(names.length));
    const post = posts[random(posts.length)] ?? '';
    done.push(name);
    await ACTS[name]?.({ site, me: pick(), other: pick(), post, random, posts, comments });
    if (name === 'disable')
      for (const each of members)
        Object.assign(each, { cookies: (await site.signedIn(each.member)).cookies });
    for (const each of members) seen.set(each, await check(each, seen.get(each), done.join(' ')));
  }
});

test('concurrent likes, comments, reads and blocks result in the right number', async () => {
  const site = await openSite();
  const [owner, ...others] = [
    await site.signedIn(),
    await site.signedIn(),
    await site.signedIn(),
    await site.signedIn(),
  ] as const;
  const posts = [await publish(owner), await publish(owner), await publish(owner)];
  for (const post of posts) for (const each of others) await like(each, post);
  const { notifications } = await listOf(owner);
  await Promise.all([
    ...posts.flatMap((post) =>
      others.map((each) => each.post(`${POSTS}/${post}/comments`, { comment: 'Mine?' })),
    ),
    ...posts.map((post) => owner.change('DELETE', `${POSTS}/${post}`)).slice(0, 1),
    owner.post(`${BLOCKS}/${others[0].member.id}`),
    readAll(owner, notifications[1].id),
    others[1].post(`${BLOCKS}/${owner.member.id}`),
  ]);
  for (const each of [owner, ...others]) await check(each, undefined, 'concurrent');
});
