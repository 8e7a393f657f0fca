// A member who has done everything that members can do, with texts that nothing else has.
import { addPost } from '#demo/factories.ts';
import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { insertSend } from '#lib/server/notifications/channels/sms/sms-queries.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { type ApiResponse, requireOk } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, PASSWORD, type Site } from '#tests/support/site/site.ts';

import { saveAlert } from './alerts.ts';
import { addMachines, addRounds, addTrips } from './everything-of-exchange.ts';
import { type Everything, MARK, OTHERS } from './everything.ts';
import { redBlueImage } from './images.ts';
import { LISTING } from './listings.ts';
import { addCoopRows } from './member-of-coop.ts';
import { makeToken } from './personal-tokens.ts';
import { agreeWith, ask, type PickupStage, APPOINTMENTS, withPhone } from './pickups.ts';
import { postForm, POSTS } from './posts.ts';
import { newSubscription, PUSH_DEVICES } from './push-devices.ts';
import { HARVESTS, harvestIn, mondayIn } from './season.ts';

export const PHONE = '09179998877';
export const SIGN_IN_PHONE = '09179998866';
const ACCOUNT = {
  first_name: `${MARK}first`,
  middle_name: `${MARK}middle`,
  last_name: `${MARK}last`,
  email: `${MARK}@glean.example`,
  contact_phone: PHONE,
  sign_in_phone: SIGN_IN_PHONE,
  birthdate: '1970-01-31',
  town: LISTING.town,
};
const DAY_MS = 86_400_000;
const AMOUNT = { amount: 100, unit: 'bundle' };
const FORUM = '/api/web/forum';

const image = async () => ({
  bytes: await redBlueImage(640, 480).jpeg().toBuffer(),
  type: 'image/jpeg',
});

/** @throws Error unless the response is successful */
async function ok(response: Promise<ApiResponse>): Promise<ApiResponse> {
  return requireOk(await response);
}

const comment = (browser: MemberBrowser, postId: string, content: string) =>
  ok(
    browser.post(
      `${POSTS}/${postId}/comments`,
      { comment: content },
      { 'idempotency-key': newId() },
    ),
  );

/** Confirms with the password. */
export const confirm = (browser: MemberBrowser) =>
  browser.post('/api/web/account/confirmations', { [CONFIRM_FIELD]: PASSWORD });

async function publish(site: Site, owner: MemberBrowser, title: string): Promise<PickupStage> {
  const texts = {
    title,
    description: `${title}, dry`,
    listing: JSON.stringify({ ...LISTING, ...AMOUNT }),
  };
  const { body } = await ok(owner.post(POSTS, postForm([await image()], texts)));
  const post = body['data'];
  return { site, owner, post, path: `${POSTS}/${post.post_id}/listing` };
}

/** Completes a pickup, with reports by both members. */
async function handOver(stage: PickupStage, requester: MemberBrowser, words: string) {
  const { site, owner } = stage;
  const note = { amount: 1, note: `${words} note`, vehicle: `${words} truck`, town: LISTING.town };
  const path = await agreeWith(stage, requester, note);
  for (const browser of [owner, requester])
    await ok(browser.post(`${path}/messages`, { content: `${MARK} hello` }));
  site.advanceClock(2 * DAY_MS);
  for (const browser of [owner, requester])
    await ok(browser.post(`${path}/outcome`, { result: 'taken', kg: 120 }));
}

async function shareAndReact(site: Site, all: Everything) {
  const { subject, other, othersPost } = all;
  const { member } = subject;
  await ok(subject.post(`${POSTS}/${othersPost}/likes`));
  await comment(subject, othersPost, `${MARK} comment`);
  await ok(subject.post(`${POSTS}/${othersPost}/report`, { report_desc: `${MARK} report` }));
  await ok(subject.change('PUT', `${POSTS}/${othersPost}/mute`));
  await ok(subject.change('PUT', `${POSTS}/${othersPost}/saved`));
  await ok(
    subject.change('PUT', '/api/web/account/notifications', {
      hidden: ['guide'],
      channels: { email: ['pickup'], push: [] },
      quiet_hours: { from: 21, until: 5 },
    }),
  );
  await ok(subject.post(`${FORUM}/follow/account/${other.member.id}`));
  await ok(other.post(`${FORUM}/follow/account/${member.id}`));
  const alertId = await saveAlert(subject, { kind: 'offer' });
  await addRounds(site, all);
  await addMachines(site, all);
  await addTrips(site, all);
  const { db, now } = site.services;
  await ok(subject.post(HARVESTS, harvestIn(site, { town: LISTING.town })));
  const heard = { alert_id: alertId, monday: mondayIn(site, 1), heard_at: now() };
  await db
    .insertInto('heard_weeks')
    .values({ ...heard, member_id: member.id })
    .execute();
}

/** Publishes posts that the other member likes, comments on and reports; one is deleted after a request. */
async function publishOwn(site: Site, subject: MemberBrowser, other: MemberBrowser) {
  const deleted = await publish(site, subject, `${MARK} deleted`);
  await ok(ask(deleted, other));
  await ok(subject.change('DELETE', `${POSTS}/${deleted.post.post_id}`));
  const own = await publish(site, subject, `${MARK} straw`);
  const path = `${POSTS}/${own.post.post_id}`;
  await ok(other.post(`${path}/likes`));
  await comment(other, own.post.post_id, 'Is it dry?');
  await ok(other.post(`${path}/report`, { report_desc: 'Spam' }));
  return own;
}

/** Requests a pickup, and withdraws the request. */
async function takeBack({ subject, others }: Everything): Promise<void> {
  const { body } = await ok(ask(others, subject, { amount: 1 }));
  const path = `${APPOINTMENTS}/${body['data'].appointment_id}/call-off`;
  await ok(subject.post(path, { reason: `${MARK} reason` }));
}

/** Adds rows that staff and the site itself store. */
async function addRest(site: Site, subject: MemberBrowser): Promise<void> {
  const { services, guest } = site;
  const { id, email } = subject.member;
  await ok(guest().post('/api/web/auth/forgot-password', { email }));
  const change = {
    token_hash: newId(),
    member_id: id,
    actor_id: id,
    email: `new-${MARK}@glean.example`,
  };
  const times = { created_at: services.now(), expires_at: services.now() + 90 * DAY_MS };
  await services.db
    .insertInto('email_changes')
    .values({ ...change, ...times })
    .execute();
  const act = { act: 'reports.dismissed', targetType: 'post', targetId: null } as const;
  await recordAct(services.db, { actorId: id, ...act });
  const reason = `${MARK} reason`;
  await disableMember(services, id, { actorId: null, reason });
  await enableMember(services, id, { actorId: null, reason });
}

/** Makes the member a steward and gives them one; each has posted a listing for the other. */
async function addStewardships({ services }: Site, { subject, other, own, others }: Everything) {
  const { db, now } = services;
  const [a, b] = [subject.member.id, other.member.id];
  const consent = { consent: 'paper', consent_note: `${MARK} shelf`, begun_by: a } as const;
  for (const [steward_id, person_id] of [
    [a, b],
    [b, a],
  ] as const)
    await db
      .insertInto('stewardships')
      .values({ steward_id, person_id, ...consent, begun_at: now() })
      .execute();
  for (const [{ post }, posted_by] of [
    [own, b],
    [others, a],
  ] as const)
    await db
      .updateTable('listings')
      .set({ posted_by })
      .where('post_id', '=', post.post_id)
      .execute();
}

async function addBroadcast({ services }: Site, { member }: MemberBrowser): Promise<void> {
  const { db, now } = services;
  const broadcast = { id: newId(), audience: 'followers', type: 'forum', kind: 'post' } as const;
  await db
    .insertInto('broadcasts')
    .values({ ...broadcast, actor_id: member.id, created_at: now() })
    .execute();
}

/** Adds SMS to and from the member, and a claim of a number. */
async function addPhoneRows({ services: { db } }: Site, id: string, otherId: string) {
  for (const [member_id, caused_by] of [
    [id, otherId],
    [otherId, id],
  ] as const) {
    const send = { member_id, caused_by, number_hash: 'hash', sent_at: 0 };
    await insertSend(db, { delivery_id: newId(), ...send });
  }
  const claim = { member_id: id, phone: `${MARK}09170000000`, claimed_at: 0 };
  await db.insertInto('sign_in_phone_claims').values(claim).execute();
}

/**
 * Makes a member with a row in every table that refers to members except `deletions`, with images, and with a pending
 * export of their data.
 */
export async function addMemberWithEverything(site: Site): Promise<Everything> {
  const member = await site.member(ACCOUNT);
  const subject = await site.signedIn(member);
  const other = await withPhone(site);
  const avatar = new FormData();
  avatar.append('avatar', new File([(await image()).bytes], 'me.jpg', { type: 'image/jpeg' }));
  await ok(subject.change('PATCH', '/api/web/account/avatar', avatar));
  const othersPost = (await addPost(site.services.db, { author_id: other.member.id })).id;
  await site.services.db
    .updateTable('members')
    .set({ posts_count: 1 })
    .where('id', '=', other.member.id)
    .execute();
  const own = await publishOwn(site, subject, other);
  const others = await publish(site, other, 'Rice hull');
  const all = { subject, other, othersPost, own, others };
  await handOver(own, other, OTHERS);
  await handOver(others, subject, MARK);
  await shareAndReact(site, all);
  await takeBack(all);
  await addRest(site, subject);
  // `disableMember` has ended the session.
  const again = await site.loggedIn(member);
  await ok(ask(others, again, { amount: 1 }));
  await ok(ask(own, other, { amount: 1 }));
  await addStewardships(site, all);
  await addBroadcast(site, again);
  await ok(again.post('/api/web/account/export'));
  await sendForm(again, '/profile/exchange', { action: 'make_calendar' });
  await makeToken(again, { name: `${MARK} app` });
  await ok(again.post(PUSH_DEVICES, newSubscription()));
  await addPhoneRows(site, member.id, other.member.id);
  await addCoopRows(site, { subject: again, mark: MARK }, await image());
  return { ...all, subject: again };
}
