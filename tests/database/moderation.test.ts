import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { dismissReports, listReportedPosts, removePost } from '#lib/server/moderation/service.ts';
import { newId } from '#lib/server/new-id.ts';
import { redBlueImage } from '#tests/support/images.ts';
import { getAllNotifications } from '#tests/support/notification-requests.ts';
import { postForm, POSTS, storedFiles } from '#tests/support/posts.ts';
import { openSite, type Site } from '#tests/support/site.ts';

const MOST = 20;

/** A post, with one report by a new member for each reason. */
async function reported(site: Site, reasons: string[], given = {}) {
  const author = await site.signedIn(await site.member({ posts_count: 1 }));
  const post = await addPost(site.services.db, { author_id: author.member.id, ...given });
  const reporters = [];
  for (const report_desc of reasons) {
    const reporter = await site.signedIn(await site.member({ first_name: 'Ana' }));
    await reporter.post(`${POSTS}/${post.id}/report`, { report_desc });
    reporters.push(reporter);
  }
  return { author, post, reporters };
}

test('staff list reported posts with their reporters, most reported first', async () => {
  const site = await openSite();
  const { services } = site;
  expect(await listReportedPosts(services, MOST)).toEqual([]);
  const few = await reported(site, ['Spam'], { title: 'Few' });
  const many = await reported(site, ['Spam', 'Not a farm post'], { title: 'Many' });
  const by = many.reporters.map(({ member }) => ({ name: 'Ana Santos', email: member.email }));
  const at = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(await listReportedPosts(services, MOST)).toEqual([
    {
      title: 'Many',
      link: `${services.config.publicUrl}/forums/posts/${many.post.id}`,
      author: { name: 'Maria Santos', email: many.author.member.email, disabled: false },
      reports: [
        { reason: 'Spam', by: by[0], at },
        { reason: 'Not a farm post', by: by[1], at },
      ],
    },
    expect.objectContaining({ title: 'Few', author: expect.objectContaining({ disabled: false }) }),
  ]);
  expect(await listReportedPosts(services, 1)).toHaveLength(1);
  const disabled_at = services.now();
  await services.db
    .updateTable('members')
    .set({ disabled_at })
    .where('id', '=', few.author.member.id)
    .execute();
  const [, second] = await listReportedPosts(services, MOST);
  expect(second?.author.disabled).toBe(true);
});

test('dismissed reports are closed; their reporters cannot report again, others can', async () => {
  const site = await openSite();
  const { post, reporters } = await reported(site, ['Spam', 'Spam']);
  expect(await dismissReports(site.services, post.id)).toBe(2);
  expect(await listReportedPosts(site.services, MOST)).toEqual([]);
  await expect(dismissReports(site.services, post.id)).rejects.toMatchObject({
    code: 'no_open_reports',
  });
  const again = await reporters[0]?.post(`${POSTS}/${post.id}/report`, { report_desc: 'Spam' });
  expect(again?.status).toBe(409);
  const other = await site.signedIn();
  expect((await other.post(`${POSTS}/${post.id}/report`, { report_desc: 'Rude' })).status).toBe(
    201,
  );
  const [open] = await listReportedPosts(site.services, MOST);
  expect(open?.reports.map(({ reason }) => reason)).toEqual(['Rude']);
});

test('removing a post deletes everything that belongs to it, and notifies its author with the reason', async () => {
  const site = await openSite();
  const author = await site.signedIn();
  const form = postForm(
    [{ bytes: await redBlueImage(40, 30).jpeg().toBuffer(), type: 'image/jpeg' }],
    {
      title: 'Not straw',
    },
  );
  const sent = await author.post(POSTS, form, { 'idempotency-key': newId() });
  const { post_id: id } = sent.body['data'];
  const reader = await site.signedIn();
  await reader.post(`${POSTS}/${id}/likes`);
  await reader.post(`${POSTS}/${id}/report`, { report_desc: 'Spam' });
  expect(await removePost(site.services, id, 'It sells nothing of a farm.')).toBe('Not straw');
  expect((await reader.get(`${POSTS}/${id}`)).status).toBe(404);
  expect(await storedFiles(site)).toEqual([]);
  expect(await listReportedPosts(site.services, MOST)).toEqual([]);
  const { body } = await author.get(`/api/web/forum/users/${author.member.id}/profile`);
  expect(body['data'].post_count).toBe(0);
  expect(await getAllNotifications(author)).toMatchObject([
    {
      type: 'violation',
      link_data: null,
      title: 'Your post was removed',
      content: '“Not straw” was removed: It sells nothing of a farm.',
    },
  ]);
  expect(await getAllNotifications(reader)).toEqual([]);
  await expect(removePost(site.services, id, '')).rejects.toMatchObject({ code: 'post_not_found' });
});

test('two concurrent removals notify the author once', async () => {
  const site = await openSite();
  const { author, post } = await reported(site, ['Spam']);
  const both = await Promise.allSettled([
    removePost(site.services, post.id, ''),
    removePost(site.services, post.id, ''),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await getAllNotifications(author)).toHaveLength(1);
});
