// Requests that succeed, by call.
import type { Everything } from '#tests/support/nouns/everything.ts';
import { publishGuide, writeGuide } from '#tests/support/nouns/guides.ts';
import { addAuthor, comment, decide, decisionId } from '#tests/support/nouns/moderation.ts';
import { getNotifications } from '#tests/support/nouns/notification-requests.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import type { Site } from '#tests/support/site/site.ts';

import type { Make } from './example.ts';

const FORUM = '/web/forum';

/** Prepares the data of the examples. */
function prepare(site: Site, { subject, othersPost }: Everything) {
  const reported = { report_desc: 'It sells phones.' };
  const reportedComment = async () => {
    const id = await comment(await site.signedIn(), othersPost, 'Phones!');
    await subject.post(`/api${FORUM}/posts/${othersPost}/comments/${id}/report`, reported);
    return { ids: { id } };
  };
  const reportedMember = async () => {
    const { id } = await site.member();
    await subject.post(`/api${FORUM}/users/${id}/report`, reported);
    return { ids: { id } };
  };
  const decided = async () => {
    const { author, postId } = await addAuthor(site);
    await subject.post(`/api${FORUM}/posts/${postId}/report`, reported);
    const ids = { id: decisionId(await decide(await signedInStaff(site), 'post', postId)) };
    return { author: author as Browser, ids };
  };
  const replied = async () => {
    const { author, ids } = await decided();
    await author.post(`/api/web/account/moderation/${ids.id}/reply`, { content: 'It does not.' });
    return { ids };
  };
  const removed = async () => {
    const staff = await signedInStaff(site);
    const { id } = await site.member();
    return {
      ids: { id: decisionId(await decide(staff, 'member', id, { action: 'remove_name' })) },
    };
  };
  const stays = { action: 'stays', note: 'It is fine.' };
  return { reported, reportedComment, reportedMember, decided, replied, removed, stays };
}

const decisionPart1 = (site: Site, all: Everything) => {
  const { reportedComment, reportedMember, decided, replied, removed, stays } = prepare(site, all);
  return {
    'GET /admin/reports/comment/:id': reportedComment,
    'GET /admin/reports/member/:id': reportedMember,
    'POST /admin/reports/comment/:id/decision': async () => ({
      ...(await reportedComment()),
      body: stays,
    }),
    'POST /admin/reports/member/:id/decision': async () => ({
      ...(await reportedMember()),
      body: stays,
    }),
    'GET /admin/decisions/:id': replied,
    'POST /admin/decisions/:id/response': async () => ({
      ...(await replied()),
      body: { content: 'We looked again.' },
    }),
    'POST /admin/decisions/:id/reversal': replied,
    'POST /admin/decisions/:id/reopening': removed,
    'POST /web/account/moderation/:id/reply': async () => {
      const { author, ids } = await decided();
      return { as: author, ids, body: { content: 'It does not.' } };
    },
    'GET /web/eduhub/:id': async () => {
      const staff = await signedInStaff(site);
      const guide = await writeGuide(staff);
      await publishGuide(staff, guide);
      return { ids: { id: guide.guide_id } };
    },
    'PATCH /web/notification/read': async () => {
      const { body } = await getNotifications(all.subject);
      return { body: { until: body['data'].notifications[0].id as string } };
    },
    'PATCH /web/notification/:id/read': async () => {
      const { body } = await getNotifications(all.subject);
      return { ids: { id: body['data'].notifications[0].id as string } };
    },
  } satisfies Record<string, Make>;
};

/** Examples of decisions, and of the pages of staff that members and guests read. */
export const decisionExamples = (site: Site, all: Everything) => ({ ...decisionPart1(site, all) });
