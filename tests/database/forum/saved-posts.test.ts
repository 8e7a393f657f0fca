// Saved posts: the list, and the notification before a listing ends.
import { expect, test } from 'vitest';

import { MAX_SAVED } from '#lib/contract/limits.ts';
import { deleteGoneSaved, remindSavers } from '#lib/server/forum/saved-posts/service.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { block, unblock } from '#tests/support/nouns/blocks.ts';
import { dayAfter, LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import { decide } from '#tests/support/nouns/moderation.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { startSharedJob } from '#tests/support/site/shared-jobs.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const SAVED = '/api/web/forum/saved';
const PAGE = '/profile/saved';
const DAY = 86_400_000;

const save = (browser: Browser, id: string) => browser.change('PUT', `${POSTS}/${id}/saved`);
const unsave = (browser: Browser, id: string) => browser.change('DELETE', `${POSTS}/${id}/saved`);
const listSaved = async (browser: Browser, query = '') =>
  (await browser.get(SAVED + query)).body['data'];
const titlesOf = async (browser: Browser): Promise<(string | null)[]> =>
  (await listSaved(browser)).saved.map(
    ({ post }: { post: { title: string } | null }) => post?.title ?? null,
  );

/** A site with an owner's listing, and Jun. */
async function open(listing: (site: Site) => object = () => ({})) {
  const site = await openSite();
  const [owner, jun] = [await site.signedIn(), await site.signedIn()];
  const { post, path } = await publishListing(owner, listing(site));
  return { site, owner, jun, id: post.post_id as string, path };
}

const reminders = async (browser: Browser) =>
  (await getAllNotifications(browser)).filter(({ kind }) => kind === 'saved');

test('a post is saved once and removed once, only by its saver', async () => {
  const { owner, jun, id } = await open();
  for (const _ of ['once', 'again'])
    expect((await save(jun, id)).body['data']).toEqual({ is_saved: true });
  expect(await titlesOf(jun)).toEqual(['Rice straw']);
  expect((await jun.get(`${POSTS}/${id}`)).body['data'].is_saved).toBe(true);
  expect((await jun.get('/api/web/forum')).body['data'].posts).toMatchObject([{ is_saved: true }]);
  expect(await titlesOf(owner)).toEqual([]);
  expect((await owner.get(`${POSTS}/${id}`)).body['data']).not.toHaveProperty('is_saved');
  for (const _ of ['once', 'again'])
    expect((await unsave(jun, id)).body['data']).toEqual({ is_saved: false });
  expect(await titlesOf(jun)).toEqual([]);
  expect((await save(jun, newId())).status).toBe(404);
});

test('the list has pages, most recently saved first', async () => {
  const { owner, jun, id } = await open();
  const { post: second } = await publishListing(owner);
  await save(jun, second.post_id);
  await save(jun, id);
  const { saved, nextCursor } = await listSaved(jun, '?limit=1');
  expect(saved).toMatchObject([{ post_id: id }]);
  const rest = await listSaved(jun, `?limit=1&cursor=${nextCursor}`);
  expect(rest).toMatchObject({ saved: [{ post_id: second.post_id }], nextCursor: null });
});

test('the number of saved posts is limited, until some are removed', async () => {
  const { site, jun, id } = await open();
  const rows = Array.from({ length: MAX_SAVED }, () => ({
    id: newId(),
    member_id: jun.member.id,
    post_id: newId(),
    created_at: site.services.now(),
    reminded_until: null,
    gone_at: null,
  }));
  await site.services.db.insertInto('saved_posts').values(rows).execute();
  expect((await save(jun, id)).body['code']).toBe('too_many_saved');
  await unsave(jun, rows[0]?.post_id ?? '');
  expect((await save(jun, id)).status).toBe(200);
});

test('an unavailable post is shown as such until removed, or for 90 days', async () => {
  const { site, owner, jun, id } = await open();
  const { post: other } = await publishListing(owner);
  await save(jun, id);
  await save(jun, other.post_id);
  await owner.change('DELETE', `${POSTS}/${id}`);
  await owner.change('DELETE', `${POSTS}/${other.post_id}`);
  expect(await titlesOf(jun)).toEqual([null, null]);
  await unsave(jun, id);
  await deleteGoneSaved(site.services);
  site.advanceClock(89 * DAY);
  await deleteGoneSaved(site.services);
  const rows = () => site.services.db.selectFrom('saved_posts').selectAll().execute();
  expect(await rows()).toHaveLength(1);
  site.advanceClock(2 * DAY);
  await deleteGoneSaved(site.services);
  expect(await rows()).toEqual([]);
});

test('a daily job finds unavailable posts, in several batches', async () => {
  const { site, jun } = await open();
  const { db } = site.services;
  const ids = Array.from({ length: 1100 }, () => newId());
  const row = { member_id: jun.member.id, reminded_until: null, gone_at: null, created_at: 0 };
  await db
    .insertInto('saved_posts')
    .values(ids.map((id) => ({ ...row, id, post_id: newId() })))
    .execute();
  const countNoted = async () => {
    await startSharedJob(site.services, 'saved_posts')();
    const noted = db.selectFrom('saved_posts').where('gone_at', 'is not', null);
    return (await noted.select('id').execute()).length;
  };
  expect(await countNoted()).toBe(ids.length);
  const again = () => db.updateTable('saved_posts').set({ gone_at: null }).execute();
  await again();
  site.advanceClock(DAY / 2);
  expect(await countNoted()).toBe(0);
  site.advanceClock(DAY / 2);
  expect(await countNoted()).toBe(ids.length);
});

test('a post removed by staff appears again when restored', async () => {
  const { site, jun, id } = await open();
  await save(jun, id);
  const staff = await signedInStaff(site);
  const { body } = await decide(staff, 'post', id);
  expect(await titlesOf(jun)).toEqual([null]);
  await deleteGoneSaved(site.services);
  requireOk(await staff.post(`/api/admin/decisions/${body['data'].decision_id}/reversal`));
  expect(await titlesOf(jun)).toEqual(['Rice straw']);
  site.advanceClock(100 * DAY);
  await deleteGoneSaved(site.services);
  const rows = await site.services.db.selectFrom('saved_posts').selectAll().execute();
  expect(rows).toHaveLength(1);
});

test('members who block each other do not see it, and are not notified', async () => {
  const { site, owner, jun, id } = await open((each) => ({ until: dayAfter(each, 2) }));
  await save(jun, id);
  await block(owner, jun);
  expect(await titlesOf(jun)).toEqual([null]);
  site.advanceClock(DAY);
  await remindSavers(site.services);
  await unblock(owner, jun);
  expect(await titlesOf(jun)).toEqual(['Rice straw']);
  expect(await reminders(jun)).toEqual([]);
});

test('savers are notified the day before each last day, once; the owner is not', async () => {
  const { site, owner, jun, id, path } = await open((each) => ({ until: dayAfter(each, 3) }));
  await save(jun, id);
  await save(owner, id);
  await remindSavers(site.services);
  site.advanceClock(DAY);
  await remindSavers(site.services);
  expect(await reminders(jun)).toEqual([]);
  site.advanceClock(DAY);
  for (const _ of ['once', 'again']) await remindSavers(site.services);
  const [reminder, ...more] = await reminders(jun);
  expect(more).toEqual([]);
  expect(reminder).toMatchObject({ type: 'forum', content: 'Rice straw', link_data: id });
  expect(reminder?.['title']).toMatch(/^You saved this: it ends on \d/);
  expect(await reminders(owner)).toEqual([]);
  const rows = await site.services.db
    .selectFrom('deliveries')
    .select(['kind', 'channel'])
    .execute();
  expect(rows).toContainEqual({ kind: 'saved', channel: 'email' });
  requireOk(await owner.change('PUT', path, { ...LISTING, until: dayAfter(site, 4) }));
  site.advanceClock(3 * DAY);
  await remindSavers(site.services);
  expect(await reminders(jun)).toHaveLength(2);
});

test('there is no notification for a post saved too late, or a listing that has ended', async () => {
  const { site, jun, id } = await open((each) => ({ until: dayAfter(each, 1) }));
  await save(jun, id);
  await remindSavers(site.services);
  site.advanceClock(2 * DAY);
  await remindSavers(site.services);
  expect(await reminders(jun)).toEqual([]);
});

test('plain forms save, and remove', async () => {
  const { jun, id } = await open();
  const saved = await sendForm(jun, PAGE, { action: 'save', post_id: id });
  expect(redirectOf(saved)).toEqual([303, `${PAGE}?done=saved`]);
  expect(await titlesOf(jun)).toEqual(['Rice straw']);
  const removed = await sendForm(jun, PAGE, { action: 'remove', post_id: id });
  expect(redirectOf(removed)).toEqual([303, `${PAGE}?done=removed`]);
  expect(await titlesOf(jun)).toEqual([]);
  expect((await sendForm(jun, PAGE, { action: 'save', post_id: 'x' })).status).toBe(404);
});
