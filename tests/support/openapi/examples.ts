// Requests that succeed, by call; a call without one is sent with nothing.
import { newId } from '#lib/server/new-id.ts';

import { imageFile, writeGuide } from '../guides.ts';
import type { Browser } from '../http-browser.ts';
import { LISTING } from '../listings.ts';
import type { Everything } from '../member-with-everything.ts';
import { firstReason } from '../moderation.ts';
import { agreeWith, ask, openPickupStage, withPhone } from '../pickups.ts';
import { postForm } from '../posts.ts';
import { PASSWORD, type Site } from '../site.ts';
import { signedInStaff } from '../staff.ts';

/** What an example sends. */
export interface Example {
  /** the member by default, or staff */
  as?: Browser;
  ids?: Record<string, string>;
  query?: string;
  body?: unknown;
}

/** Makes an example when its turn has come. */
type Make = () => Example | Promise<Example>;

const FORUM = '/web/forum';

async function upload(field: string): Promise<FormData> {
  const form = new FormData();
  form.append(field, await imageFile(400));
  return form;
}

/** @returns examples about posts, and what members do with them */
export function forumExamples(site: Site, { subject, other, othersPost, own }: Everything) {
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
  return {
    [`GET ${FORUM}/users/:id`]: () => member,
    [`GET ${FORUM}/users/:id/profile`]: () => member,
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
    [`POST ${FORUM}/follow/account/:id`]: newMember,
    [`PATCH ${FORUM}/unfollow/account/:id`]: newMember,
    'POST /web/blocks/:id': newMember,
    'DELETE /web/blocks/:id': newMember,
  } satisfies Record<string, Make>;
}

/** @returns examples about listings, pick-ups and alerts */
export function exchangeExamples(site: Site, { own }: Everything) {
  const alert = async () => {
    const as = await site.signedIn();
    const { body } = await as.post('/api/web/alerts', { kind: 'offer' });
    return { as, ids: { id: body['data'].alert_id as string } };
  };
  const listing = async () => {
    const { owner, post } = await openPickupStage(site);
    return { as: owner, ids: { id: post.post_id } };
  };
  const requested = async () => {
    const stage = await openPickupStage(site);
    const requester = await withPhone(site);
    const { body } = await ask(stage, requester);
    return { as: stage.owner as Browser, ids: { id: body['data'].pickup_id as string } };
  };
  const agreed = async () => {
    const stage = await openPickupStage(site);
    const requester = await withPhone(site);
    const path = await agreeWith(stage, requester);
    return { as: requester as Browser, ids: { id: path.split('/').at(-1) ?? '' } };
  };
  return {
    'POST /web/alerts': async () => ({ as: await site.signedIn(), body: { kind: 'offer' } }),
    'PATCH /web/alerts/:id': async () => ({ ...(await alert()), body: { paused: true } }),
    'DELETE /web/alerts/:id': alert,
    [`PUT ${FORUM}/posts/:id/listing`]: async () => ({ ...(await listing()), body: LISTING }),
    [`POST ${FORUM}/posts/:id/listing/status`]: async () => ({
      ...(await listing()),
      body: { status: 'gone' },
    }),
    [`DELETE ${FORUM}/posts/:id/listing`]: listing,
    'POST /web/pickups': async () => {
      const stage = await openPickupStage(site);
      const day = new Date(site.services.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      return { as: await withPhone(site), body: { post_id: stage.post.post_id, day } };
    },
    'GET /web/pickups/:id': requested,
    'GET /web/pickups/:id/messages': requested,
    'POST /web/pickups/:id/agree': async () => ({
      ...(await requested()),
      body: { place: 'Gate' },
    }),
    'POST /web/pickups/:id/decline': requested,
    'POST /web/pickups/:id/call-off': async () => ({
      ...(await agreed()),
      body: { reason: 'Rain' },
    }),
    'POST /web/pickups/:id/confirm': async () => ({
      ...(await agreed()),
      body: { is_coming: true },
    }),
    'POST /web/pickups/:id/messages': async () => ({
      ...(await agreed()),
      body: { content: 'Hi' },
    }),
    'DELETE /web/forum/posts/:id': () => ({ as: own.owner, ids: { id: own.post.post_id } }),
  } satisfies Record<string, Make>;
}

/** @returns examples about accounts */
export function accountExamples(site: Site) {
  const as = async () => site.loggedIn();
  return {
    'POST /web/auth/login': async () => ({
      as: site.guest(),
      body: { email: (await site.member()).email, password: PASSWORD },
    }),
    'POST /web/auth/logout': async () => ({ as: await as() }),
    'POST /web/auth/forgot-password': async () => ({
      as: site.guest(),
      body: { email: (await site.member()).email },
    }),
    'POST /web/account/confirmations': () => ({ body: { confirm_password: PASSWORD } }),
    'POST /web/account/deletion': async () => ({
      as: await as(),
      body: { confirm_password: PASSWORD },
    }),
    'POST /web/account/export': async () => ({ as: await as() }),
    'PATCH /web/account/profile': () => ({ body: { first_name: 'Ana', last_name: 'Cruz' } }),
    'PATCH /web/account/phone': () => ({ body: { phone_number: '09171234567' } }),
    'PATCH /web/account/town': () => ({ body: { town: LISTING.town } }),
    'PATCH /web/account/avatar': async () => ({ body: await upload('avatar') }),
    'PATCH /web/account/password': async () => ({
      as: await as(),
      body: { old_password: PASSWORD, new_password: 'Husks-for-9-Goats' },
    }),
    'DELETE /web/account/sessions': async () => ({ as: await as() }),
    'DELETE /web/account/sessions/:id': async () => {
      const browser = await as();
      const { body } = await browser.get('/api/web/account/sessions');
      return { as: browser, ids: { id: body['data'].sessions[0].session_id as string } };
    },
  } satisfies Record<string, Make>;
}

/** @returns examples of calls of staff */
export function staffExamples(site: Site, { othersPost }: Everything) {
  const guide = async () => {
    const as = await signedInStaff(site);
    const { guide_id: id, version } = await writeGuide(as);
    return { as: as as Browser, ids: { id }, body: { version } };
  };
  const member = async () => ({ ids: { id: (await site.member()).id } });
  const reason = async () => {
    const as = await signedInStaff(site);
    return { as: as as Browser, ids: { id: (await firstReason(as)).reason_id } };
  };
  const because = { reason: 'They asked for it.' };
  const audience = { to: 'everyone' };
  const until = new Date(site.services.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const invitation = { note: 'Meeting', max_uses: 5, until };
  const invited = async () => {
    const as = await signedInStaff(site);
    const { body } = await as.post('/api/admin/invitations', invitation);
    return { as: as as Browser, ids: { id: body['data'].invitation_id as string } };
  };
  return {
    'GET /admin/guides/:id': guide,
    'PUT /admin/guides/:id': async () => {
      const { body, ...rest } = await guide();
      return { ...rest, body: { ...body, title: 'Straw', cover: null, blocks: [] } };
    },
    'DELETE /admin/guides/:id': guide,
    'POST /admin/guides/:id/images': async () => ({
      ...(await guide()),
      body: await upload('image'),
    }),
    'POST /admin/guides/:id/publish': guide,
    'POST /admin/guides/:id/unpublish': guide,
    'GET /admin/members/:id': member,
    'POST /admin/members/:id/contact': member,
    'PATCH /admin/members/:id/role': async () => ({ ...(await member()), body: { role: 'feed' } }),
    'POST /admin/members/:id/disable': async () => ({ ...(await member()), body: because }),
    'POST /admin/members/:id/enable': async () => ({ ...(await member()), body: because }),
    'DELETE /admin/members/:id/sessions': member,
    'POST /admin/members/:id/password-reset': member,
    'POST /admin/members/:id/email': async () => ({
      ...(await member()),
      body: { email: 'new@glean.example' },
    }),
    'POST /admin/members': () => ({
      body: {
        first_name: 'Ben',
        middle_name: '',
        last_name: 'Diaz',
        email: 'ben@glean.example',
        role: 'farmer',
      },
    }),
    'GET /admin/reports/post/:id': () => ({ ids: { id: othersPost } }),
    'POST /admin/reports/post/:id/decision': () => ({
      ids: { id: othersPost },
      body: { action: 'stays', note: 'It is fine.' },
    }),
    'POST /admin/moderation-reasons': () => ({ body: { text: 'Sells phones' } }),
    'PUT /admin/moderation-reasons/:id': async () => ({
      ...(await reason()),
      body: { text: 'Sells cars' },
    }),
    'DELETE /admin/moderation-reasons/:id': reason,
    'GET /admin/notifications/readers': () => ({ query: '?to=everyone' }),
    'POST /admin/notifications': () => ({
      body: { ...audience, key: newId(), title: 'Harvest', content: 'It begins.' },
    }),
    'POST /admin/invitations': () => ({ body: invitation }),
    'GET /admin/invitations/:id': invited,
    'DELETE /admin/invitations/:id': invited,
  } satisfies Record<string, Make>;
}
