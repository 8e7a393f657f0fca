// Reports handled by the operator's commands and by staff in the browser, which use the same services.
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { dismissReports, listReportedLines, removePost } from '#lib/server/moderation/service.ts';
import { decide, firstReason, FORUM, REPORTS } from '#tests/support/nouns/moderation.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { actsOf, signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const MOST = 20;

/** A post with a report by a new member for each reason. */
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

test('the operator lists reported posts with their reporters, most reported first', async () => {
  const site = await openSite();
  const { services } = site;
  expect(await listReportedLines(services, MOST)).toEqual([]);
  const few = await reported(site, ['Spam'], { title: 'Few' });
  const many = await reported(site, ['Spam', 'Not a farm post'], { title: 'Many' });
  const by = many.reporters.map(({ member }) => ({ name: 'Ana Santos', email: member.email }));
  const at = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(await listReportedLines(services, MOST)).toEqual([
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
  expect(await listReportedLines(services, 1)).toHaveLength(1);
  const disabled_at = services.now();
  await services.db
    .updateTable('members')
    .set({ disabled_at })
    .where('id', '=', few.author.member.id)
    .execute();
  const [, second] = await listReportedLines(services, MOST);
  expect(second?.author.disabled).toBe(true);
});

test('dismissing closes reports; the same and other members may report the post again', async () => {
  const site = await openSite();
  const { post, reporters } = await reported(site, ['Spam', 'Spam']);
  expect(await dismissReports(site.services, post.id)).toBe(2);
  expect(await listReportedLines(site.services, MOST)).toEqual([]);
  await expect(dismissReports(site.services, post.id)).rejects.toMatchObject({
    code: 'no_open_reports',
  });
  const again = await reporters[0]?.post(`${POSTS}/${post.id}/report`, { report_desc: 'Spam' });
  expect(again?.status).toBe(201);
  const other = await site.signedIn();
  expect((await other.post(`${POSTS}/${post.id}/report`, { report_desc: 'Rude' })).status).toBe(
    201,
  );
  const [open] = await listReportedLines(site.services, MOST);
  expect(new Set(open?.reports.map(({ reason }) => reason))).toEqual(new Set(['Spam', 'Rude']));
});

test('the operator removes a post, and its author is notified with the reason', async () => {
  const site = await openSite();
  const { author, post, reporters } = await reported(site, ['Spam'], { title: 'Not straw' });
  expect(await removePost(site.services, post.id, 'It sells nothing of a farm.')).toBe('Not straw');
  expect((await author.get(`${POSTS}/${post.id}`)).status).toBe(404);
  expect(await listReportedLines(site.services, MOST)).toEqual([]);
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
  for (const reporter of reporters) expect(await getAllNotifications(reporter)).toEqual([]);
  await expect(removePost(site.services, post.id, '')).rejects.toMatchObject({
    code: 'post_not_found',
  });
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

test('staff see each reported item once with all reports, and its author’s history', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, post } = await reported(site, ['Spam', 'Rude'], { title: 'Phones' });
  const other = await site.signedIn();
  await other.post(`${FORUM}/users/${author.member.id}/report`, { report_desc: 'Sells phones' });
  const { body } = await staff.get(REPORTS);
  expect(body['data'].total).toBe(2);
  expect(body['data'].reports).toMatchObject([
    { kind: 'post', title: 'Phones', reports: [{ reason: 'Spam' }, { reason: 'Rude' }] },
    { kind: 'member', id: author.member.id, reports: [{ reason: 'Sells phones', is_open: true }] },
  ]);
  const reason = await firstReason(staff);
  const { reason_id } = reason;
  await decide(staff, 'post', post.id, { reason_id, note: 'Phones are none.' });
  const detail = await staff.get(`${REPORTS}/member/${author.member.id}`);
  expect(detail.body['data']).toMatchObject({
    reports_received: 1,
    history: [
      {
        kind: 'post',
        excerpt: 'Phones',
        reason: reason.text,
        note: 'Phones are none.',
        reports_count: 2,
        decided_by: 'Sol Santos',
        can_reverse: true,
      },
    ],
  });
  const after = (await staff.get(REPORTS)).body['data'];
  expect(after.total).toBe(1);
  // Viewing an email is logged, on the member's page.
  expect(JSON.stringify([body, detail.body, after])).not.toContain('@');
});

test('dismissed content is no longer listed, and its author is not notified', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, post } = await reported(site, ['Spam']);
  expect((await decide(staff, 'post', post.id, { action: 'stays' })).status).toBe(201);
  expect((await staff.get(REPORTS)).body['data']).toEqual({ reports: [], total: 0 });
  expect(await getAllNotifications(author)).toEqual([]);
  expect((await author.get(`${POSTS}/${post.id}`)).status).toBe(200);
  const again = await decide(staff, 'post', post.id, { action: 'stays' });
  expect([again.status, again.body['code']]).toEqual([404, 'no_open_reports']);
  expect(await actsOf(site, 'reports.dismissed')).toMatchObject([
    { actor_id: staff.member.id, target_type: 'post', target_id: post.id },
  ]);
});
