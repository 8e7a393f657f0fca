// Requests that succeed, by call.
import { newId } from '#lib/server/platform/new-id.ts';
import type { Everything } from '#tests/support/nouns/everything.ts';
import { imageFile } from '#tests/support/nouns/guides.ts';
import { LISTING } from '#tests/support/nouns/listings.ts';
import { postForm } from '#tests/support/nouns/posts.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import type { Site } from '#tests/support/site/site.ts';

import type { Make } from './example.ts';
import { upload } from './upload.ts';

const FORUM = '/web/forum';

/** Prepares the data of the examples. */
function prepare(site: Site, { other, othersPost, own }: Everything) {
  const ids = { id: othersPost };
  const mine = { id: own.post.post_id };
  const member = { ids: { id: other.member.id } };
  const commentId = async (browser: Browser) => {
    const path = `/api${FORUM}/posts/${othersPost}/comments`;
    const { body } = await browser.post(
      path,
      { comment: 'Is it dry?' },
      { 'idempotency-key': newId() },
    );
    return { id: othersPost, comment_id: body['data'].comment_id as string };
  };
  const newMember = async () => ({ ids: { id: (await site.member()).id } });
  return { ids, mine, member, commentId, newMember };
}

const forumPart1 = (site: Site, all: Everything) => {
  const { subject } = all;
  const { ids, mine, member, commentId } = prepare(site, all);
  return {
    [`GET ${FORUM}/users/:id`]: () => member,
    [`GET ${FORUM}/users/:id/profile`]: () => member,
    [`GET ${FORUM}/users/:id/activity`]: () => member,
    [`GET ${FORUM}/posts/:id`]: () => ({ ids: mine }),
    [`GET ${FORUM}/posts/:id/likes`]: () => ({ ids: mine }),
    [`GET ${FORUM}/posts/:id/comments`]: () => ({ ids }),
    [`GET ${FORUM}/posts/:id/report`]: () => ({ ids }),
    [`GET ${FORUM}/explore/look/account/posts`]: () => ({ query: '?search=straw' }),
    [`POST ${FORUM}/posts`]: async () => {
      const { bytes } = { bytes: new Uint8Array(await (await imageFile(400)).arrayBuffer()) };
      return {
        body: postForm([{ bytes, type: 'image/png' }], { listing: JSON.stringify(LISTING) }),
      };
    },
    [`PATCH ${FORUM}/posts/:id`]: () => ({
      ids: mine,
      body: { title: 'Dry straw', description: 'Dry.' },
    }),
    [`PUT ${FORUM}/posts/:id/attachments`]: async () => ({
      ids: mine,
      body: await upload('attachments'),
    }),
    [`POST ${FORUM}/posts/:id/likes`]: () => ({ ids }),
    [`POST ${FORUM}/posts/:id/unlike`]: () => ({ ids }),
    [`POST ${FORUM}/posts/:id/comments`]: () => ({ ids, body: { comment: 'How dry?' } }),
    [`PATCH ${FORUM}/posts/:id/comments/:comment_id`]: async () => ({
      ids: await commentId(subject),
      body: { comment: 'How wet?' },
    }),
    [`DELETE ${FORUM}/posts/:id/comments/:comment_id`]: async () => ({
      ids: await commentId(subject),
    }),
  } satisfies Record<string, Make>;
};

const forumPart2 = (site: Site, all: Everything) => {
  const { other } = all;
  const { ids, commentId, newMember } = prepare(site, all);
  return {
    [`POST ${FORUM}/posts/:id/report`]: async () => ({
      as: await site.signedIn(),
      ids,
      body: { report_desc: 'It sells phones.' },
    }),
    [`POST ${FORUM}/posts/:id/comments/:comment_id/report`]: async () => ({
      ids: await commentId(other),
      body: { report_desc: 'It sells phones.' },
    }),
    [`POST ${FORUM}/users/:id/report`]: async () => ({
      ...(await newMember()),
      body: { report_desc: 'They sell phones.' },
    }),
    [`PUT ${FORUM}/posts/:id/mute`]: () => ({ ids }),
    [`DELETE ${FORUM}/posts/:id/mute`]: () => ({ ids }),
    [`PUT ${FORUM}/posts/:id/saved`]: () => ({ ids }),
    [`DELETE ${FORUM}/posts/:id/saved`]: () => ({ ids }),
    [`POST ${FORUM}/follow/account/:id`]: newMember,
    [`PATCH ${FORUM}/unfollow/account/:id`]: newMember,
    'POST /web/blocks/:id': newMember,
    'DELETE /web/blocks/:id': newMember,
  } satisfies Record<string, Make>;
};

/** Examples of posts, and of actions on them. */
export const forumExamples = (site: Site, all: Everything) => ({
  ...forumPart1(site, all),
  ...forumPart2(site, all),
});
