import { expect, test } from 'vitest';

import { expireListings } from '#lib/server/exchange/listings/expire-listings.ts';
import { listPreviewPosts } from '#lib/server/forum/posts/service.ts';
import { addDraft, replaceResource } from '#lib/server/library/resources/import-draft.ts';
import { publishDraft } from '#lib/server/library/resources/publishing.ts';
import { listResources } from '#lib/server/library/resources/service.ts';
import { removePost } from '#lib/server/moderation/service.ts';
import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { replacePolicy } from '#lib/server/people/policies/publishing.ts';
import { getPolicy } from '#lib/server/people/policies/service.ts';
import { type CachePolicy, cachePage } from '#lib/server/platform/cache/page-policy.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { phonePhoto, redBlueImage } from '#tests/support/nouns/images.ts';
import { dayAfter, LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

/** The data of the guests' pages, and their caching. */
const PAGES: Record<string, [CachePolicy, (ctx: Ctx) => Promise<unknown>]> = {
  '/forums/explore': [{ seconds: 300, tags: ['posts'] }, listPreviewPosts],
  '/eduhub': [
    { seconds: 60, tags: ['eduhub'], variesByQuery: true },
    (ctx) => listResources(ctx, { search: '', topic: null, cursor: null, limit: 12 }),
  ],
  '/legal-agreements/data-privacy': [
    { seconds: 300, tags: ['policies'] },
    (ctx) => getPolicy(ctx, 'data_privacy_guidelines'),
  ],
};

/** Runs a write, and checks that the next response to a guest shows it. */
async function openPages(site: Site) {
  const get = await openGuestServer(site, async (c) => {
    const [policy, read] = PAGES[c.req.path] ?? [];
    if (!policy || !read) return c.notFound();
    cachePage(c.get('ctx'), policy);
    return c.json(await read(c.get('ctx')));
  });
  const text = async (path: string) => (await get(path)).text();
  return async (path: string, write: () => Promise<unknown>) => {
    const before = await text(path);
    expect(await text(path)).toBe(before);
    const result = await write();
    expect(await text(path)).not.toBe(before);
    return result;
  };
}

const EXPLORE = '/forums/explore';

test('every write of a member that guests can see invalidates their page', async () => {
  const site = await openSite();
  const [author, fan] = [await site.signedIn(), await site.signedIn()];
  const shows = await openPages(site);
  const onExplore = (write: () => Promise<{ status: number }>) =>
    shows(EXPLORE, async () => expect((await write()).status).toBeLessThan(300));
  let path = '';
  await onExplore(async () => {
    const created = await author.post(POSTS, postForm());
    path = `${POSTS}/${created.body['data'].post_id}`;
    return created;
  });
  const words = { title: 'Rice hull', description: 'Twenty sacks.' };
  await onExplore(() => author.change('PATCH', path, words));
  await onExplore(() => fan.post(`${path}/likes`));
  await onExplore(() => fan.post(`${path}/unlike`));
  await onExplore(() => fan.post(`${path}/comments`, { comment: 'Is it still there?' }));
  const name = { first_name: 'Luz', middle_name: 'Luz', last_name: 'Cruz' };
  await onExplore(() => author.change('PATCH', '/api/web/account/profile', name));
  const avatar = new FormData();
  avatar.append(
    'avatar',
    new File([Uint8Array.from(await phonePhoto())], 'avatar', { type: 'image/jpeg' }),
  );
  await onExplore(() => author.change('PATCH', '/api/web/account/avatar', avatar));
  const listing = { ...LISTING, amount: 9, unit: 'bale' };
  await onExplore(() => author.change('PUT', `${path}/listing`, listing));
  await onExplore(() => author.post(`${path}/listing/status`, { status: 'open', amount_left: 4 }));
  await onExplore(() => author.change('DELETE', `${path}/listing`));
  await onExplore(() => author.change('DELETE', path));
});

test('a listing that expires invalidates the guests’ page', async () => {
  const site = await openSite();
  const shows = await openPages(site);
  await publishListing(await site.signedIn(), { until: dayAfter(site, 0) });
  site.advanceClock(86_400_000);
  await shows(EXPLORE, () => expireListings(site.services));
});

test('every write of the operator that guests can see invalidates their page', async () => {
  const site = await openSite();
  const { services } = site;
  const author = await site.signedIn();
  const shows = await openPages(site);
  const created = await author.post(POSTS, postForm());
  await shows(EXPLORE, () => disableMember(services, author.member.id));
  await shows(EXPLORE, () => enableMember(services, author.member.id));
  await shows(EXPLORE, () => removePost(services, created.body['data'].post_id, 'Spam'));

  const bytes = await redBlueImage(80, 40).png().toBuffer();
  const images = new Map([['cover.png', { type: 'image/png', bytes, name: 'cover.png' }]]);
  const blocks = [{ type: 'TEXT' as const, content: 'Straw and manure.' }];
  const draft = { title: 'Compost', cover: 'cover.png', blocks };
  const id = await addDraft(services, draft, images);
  await shows('/eduhub', () => publishDraft(services, id));
  await shows('/eduhub', () =>
    replaceResource(services, id, { ...draft, title: 'Silage' }, images),
  );

  const kind = 'data_privacy_guidelines';
  const policy = { kind, title: 'Privacy', text: 'x', updated_at: 1 } as const;
  await shows('/legal-agreements/data-privacy', () =>
    replacePolicy(services, Buffer.from('%PDF-1.7'), policy),
  );
});
