// Stewardships: who looks after whom, and how they start and end.
import { expect, test } from 'vitest';

import { MAX_PEOPLE } from '#lib/contract/limits.ts';
import { type Notification, notificationPath } from '#lib/contract/notifications/notifications.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { noteSeen } from '#lib/server/platform/sms/numbers.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { emailsTo } from '#tests/support/nouns/emails.ts';
import { NEW_PASSWORD } from '#tests/support/nouns/joining.ts';
import { publishListing } from '#tests/support/nouns/listings.ts';
import { joinByPhone } from '#tests/support/nouns/members-without-email.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { ask, pathOf, withPhone } from '#tests/support/nouns/pickups.ts';
import { openSmsGateway } from '#tests/support/nouns/sms-gateway.ts';
import { actsOf, MEMBERS, signedInStaff, STALE_MS } from '#tests/support/nouns/staff.ts';
import { lookAfter, STEWARDSHIPS } from '#tests/support/nouns/stewards.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const CONSENT = { consent: 'paper', consent_note: 'Folder 3' };

const begin = (staff: Browser, person: { member: { id: string } }, steward: string) =>
  staff.change('PUT', `${MEMBERS}/${person.member.id}/steward`, { steward, ...CONSENT });

async function openTwo() {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const mark = await site.signedIn(await site.member({ first_name: 'Mark' }));
  const lito = await site.signedIn(await site.member({ first_name: 'Lito' }));
  return { site, staff, mark, lito };
}

const namesOf = async (browser: MemberBrowser) => {
  const { steward, people } = (await browser.get(STEWARDSHIPS)).body['data'];
  const ids = people.map(({ account_id }: { account_id: string }) => account_id);
  return { steward: steward?.account_id ?? null, people: ids };
};

const rowsOf = ({ services }: Site) => services.db.selectFrom('stewardships').selectAll().execute();

test('staff start a stewardship by email, id or phone; it is shown to both, and logged', async () => {
  const { site, staff, mark, lito } = await openTwo();
  const { body } = requireOk(await begin(staff, lito, mark.member.email ?? ''));
  expect(body['data']).toMatchObject({ ...CONSENT, steward: { account_id: mark.member.id } });
  expect(await namesOf(mark)).toEqual({ steward: null, people: [lito.member.id] });
  expect(await namesOf(lito)).toEqual({ steward: mark.member.id, people: [] });
  const [act] = await actsOf(site, 'member.steward_begun');
  const [target_id, member_id] = [mark.member.id, lito.member.id];
  expect(act).toMatchObject({ actor_id: staff.member.id, target_id, member_id });
  expect(JSON.parse(act?.details ?? '')).toEqual({ consent: 'paper' });
  expect((await begin(staff, lito, mark.member.id)).body['code']).toBe('already_looked_after');
});

test('of two members one looks after the other, even with concurrent starts', async () => {
  const { site, staff, mark, lito } = await openTwo();
  const results = await Promise.all([
    begin(staff, lito, mark.member.id),
    begin(staff, mark, lito.member.id),
  ]);
  expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const codes = results.flatMap(({ body }) => body['field_codes']?.steward ?? []);
  expect(codes).toEqual(['steward_mutual']);
  expect(await rowsOf(site)).toHaveLength(1);
});

test('a person is notified of each start by their own channels', async () => {
  const gateway = await openSmsGateway();
  const site = await openSite(gateway.env);
  site.advanceTo(12);
  const staff = await signedInStaff(site);
  const mark = await site.member({ first_name: 'Mark', last_name: 'Reyes' });
  const lito = await site.signedIn();
  const nena = await joinByPhone(site, '09171234567');
  await noteSeen(site.services, site.services.db, '09171234567');
  for (const person of [lito, nena]) requireOk(await begin(staff, person, mark.id));
  const TITLE = 'Mark Reyes looks after your account now';
  for (const { member } of [lito, nena]) {
    const [heard] = await getAllNotifications(member.id === lito.member.id ? lito : nena);
    expect(heard).toMatchObject({ title: TITLE });
    expect(notificationPath(heard as Notification)).toBe('/profile/people');
  }
  await sendPending(site.services);
  const [email] = await emailsTo(site, { email: lito.member.email ?? '' });
  expect(email).toMatchObject({ subject: TITLE });
  expect(email?.text).toContain('/profile/people');
  expect(gateway.taken.map(({ to, text }) => [to, text.slice(0, 46)])).toEqual([
    ['+639171234567', 'Glean: Mark Reyes looks after your account now'],
  ]);
  requireOk(await lito.change('DELETE', `${STEWARDSHIPS}/own`));
  requireOk(await begin(staff, lito, mark.id));
  expect((await getAllNotifications(lito)).map(({ is_read }) => is_read)).toEqual([false]);
});

test('a stewardship needs a fresh password, and an enabled person who is not staff and blocks no steward', async () => {
  const { site, staff, mark, lito } = await openTwo();
  const steward = mark.member.id;
  const codeOf = async (by: Browser, person: MemberBrowser, given = steward) => {
    const { status, body } = await begin(by, person, given);
    return body['field_codes']?.steward ?? body['code'] ?? status;
  };
  const gone = await site.member({ disabled_at: 1 });
  expect(await codeOf(site.guest(), lito)).toBe('unauthenticated');
  expect(await codeOf(mark, lito)).toBe('staff_only');
  expect(await codeOf(staff, mark)).toBe('steward_self');
  expect(await codeOf(staff, staff)).toBe('person_is_staff');
  expect(await codeOf(staff, lito, staff.member.id)).toBe('steward_is_actor');
  expect(await codeOf(staff, lito, 'no@glean.example')).toBe('unknown_member');
  expect(await codeOf(staff, lito, gone.id)).toBe('member_disabled');
  requireOk(await block(lito, mark));
  expect(await codeOf(staff, lito)).toBe('steward_blocked');
  site.advanceClock(STALE_MS);
  expect(await codeOf(staff, lito)).toBe('confirmation_required');
  expect(await rowsOf(site)).toEqual([]);
});

test('of 64 concurrent starts, a steward gets as many people as allowed', async () => {
  const { site, mark } = await openTwo();
  // Requests of one member of staff wait for each other.
  const desk = await Promise.all(Array.from({ length: 8 }, () => signedInStaff(site)));
  const room = 5;
  for (let nth = 0; nth < MAX_PEOPLE - room; nth += 1)
    await lookAfter(site, mark, { member: await site.member() });
  const members = await Promise.all(Array.from({ length: 64 }, () => site.member()));
  const results = await Promise.all(
    members.map((member, nth) =>
      repeatWhileUnavailable(() =>
        begin(desk[nth % desk.length] ?? mark, { member }, mark.member.id),
      ),
    ),
  );
  expect(results.filter(({ status }) => status === 200)).toHaveLength(room);
  const others = results.filter(({ status }) => status !== 200);
  expect(new Set(others.map(({ body }) => body['field_codes']?.steward))).toEqual(
    new Set(['too_many_people']),
  );
  expect(await rowsOf(site)).toHaveLength(MAX_PEOPLE);
});

test('a person gets one steward, even with concurrent starts', async () => {
  const { site, staff, lito } = await openTwo();
  const stewards = await Promise.all(Array.from({ length: 16 }, () => site.member()));
  const results = await Promise.all(stewards.map(({ id }) => begin(staff, lito, id)));
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await rowsOf(site)).toHaveLength(1);
});

test('staff, the person and the steward can each end it with one press; a block ends it, too', async () => {
  const { site, staff, mark, lito } = await openTwo();
  const id = lito.member.id;
  const other = await site.signedIn();
  const ways: [who: MemberBrowser, end: () => Promise<{ status: number }>][] = [
    [staff, () => staff.change('DELETE', `${MEMBERS}/${id}/steward`)],
    [lito, () => lito.change('DELETE', `${STEWARDSHIPS}/own`)],
    [mark, () => mark.change('DELETE', `${STEWARDSHIPS}/people/${id}`)],
    [lito, () => block(lito, mark)],
  ];
  for (const [nth, [who, end]] of ways.entries()) {
    await lookAfter(site, mark, lito);
    await other.change('DELETE', `${STEWARDSHIPS}/people/${id}`);
    await other.change('DELETE', `${STEWARDSHIPS}/own`);
    expect((await other.change('DELETE', `${MEMBERS}/${id}/steward`)).status).toBe(403);
    expect(await rowsOf(site)).toHaveLength(1);
    site.advanceClock(STALE_MS);
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(200);
    expect(await rowsOf(site)).toEqual([]);
    // Notified once, and not about an end of their own.
    const heard = (await getAllNotifications(lito)).map(({ title }) => title);
    const isEnded = expect.stringMatching(/^Mark .* no longer looks after your account$/);
    expect(heard).toEqual(who === lito ? [] : [isEnded]);
    await site.services.db.deleteFrom('member_notifications').execute();
    const acts = await actsOf(site, 'member.steward_ended');
    expect(acts).toHaveLength(nth + 1);
    const named = { target_id: mark.member.id, member_id: id };
    expect(acts.at(-1)).toMatchObject({ actor_id: who.member.id, ...named });
  }
});

test('a stewardship ends when the steward blocks the person', async () => {
  const { site, mark, lito } = await openTwo();
  await lookAfter(site, mark, lito);
  requireOk(await block(mark, lito));
  expect(await rowsOf(site)).toEqual([]);
  expect(await actsOf(site, 'member.steward_ended')).toMatchObject([
    { actor_id: mark.member.id, target_id: mark.member.id, member_id: lito.member.id },
  ]);
});

test('a steward who joins staff continues, but has no own steward any more, which both see', async () => {
  const { site, staff, mark, lito } = await openTwo();
  const nena = await site.signedIn(await site.member({ first_name: 'Nena' }));
  await lookAfter(site, mark, lito);
  await lookAfter(site, lito, nena);
  const setRole = (role: string) =>
    staff.change('PATCH', `${MEMBERS}/${lito.member.id}/role`, { role });
  requireOk(await setRole('feed'));
  expect((await namesOf(lito)).steward).toBe(mark.member.id);
  requireOk(await setRole('staff'));
  expect(await namesOf(mark)).toEqual({ steward: null, people: [] });
  expect(await namesOf(lito)).toEqual({ steward: null, people: [nena.member.id] });
  const [heard] = await getAllNotifications(lito);
  expect(heard?.title).toMatch(/^Mark .* no longer looks after your account$/);
  const [act] = await actsOf(site, 'member.steward_ended');
  const [target_id, member_id] = [mark.member.id, lito.member.id];
  expect(act).toMatchObject({ actor_id: staff.member.id, target_id, member_id });
  // The former steward is not notified of the person's requests.
  await site.services.db
    .updateTable('members')
    .set({ contact_phone: '09171234567' })
    .where('id', '=', lito.member.id)
    .execute();
  const { post } = await publishListing(lito, { amount: 10, unit: 'bale' });
  const request = await ask({ site, owner: lito, post, path: '' }, await withPhone(site));
  expect((await getAllNotifications(lito)).map(({ kind }) => kind)).toContain('pickup');
  expect((await getAllNotifications(mark)).map(({ title }) => title)).toEqual([
    'You no longer look after Lito Santos',
  ]);
  expect((await mark.get(pathOf(request))).status).toBe(404);
});

test('staff see a disabled steward, and can replace them', async () => {
  const { site, staff, mark, lito } = await openTwo();
  await lookAfter(site, mark, lito);
  await site.services.db
    .updateTable('members')
    .set({ disabled_at: 1 })
    .where('id', '=', mark.member.id)
    .execute();
  expect(await namesOf(lito)).toEqual({ steward: null, people: [] });
  const path = `${MEMBERS}/${lito.member.id}/steward`;
  const shown = requireOk(await staff.get(path)).body['data'];
  expect(shown.steward).toMatchObject({ account_id: mark.member.id });
  requireOk(await staff.change('DELETE', path));
  requireOk(await begin(staff, lito, (await site.member()).id));
});

test('a person who claims the account with a desk code keeps the steward, or ends it', async () => {
  const { site, staff, mark, lito } = await openTwo();
  await lookAfter(site, mark, lito);
  const use = async (choice: object) => {
    const made = requireOk(await staff.post(`${MEMBERS}/${lito.member.id}/desk-code`));
    const given = { code: made.body['data'].code, password: NEW_PASSWORD };
    requireOk(await site.guest().post('/api/web/auth/desk-code', { ...given, ...choice }));
    return (await rowsOf(site)).length;
  };
  expect(await use({})).toBe(1);
  expect(await use({ steward: 'keep' })).toBe(1);
  expect(await use({ steward: 'end' })).toBe(0);
  const [act] = await actsOf(site, 'member.steward_ended');
  expect(act).toMatchObject({ actor_id: lito.member.id, member_id: lito.member.id });
});

test('the forms work without JavaScript', async () => {
  const { site, staff, mark, lito } = await openTwo();
  const page = `/staff/members/${lito.member.id}`;
  const fields = { steward: mark.member.id, ...CONSENT };
  const begun = () => sendForm(staff, page, { action: 'steward', ...fields });
  expect((await begun()).headers.get('location')).toBe(`${page}?done=steward`);
  const ended = await sendForm(staff, page, { action: 'steward_end' });
  expect(ended.headers.get('location')).toBe(`${page}?done=steward_end`);
  await begun();
  const own = await sendForm(lito, '/profile/people', { action: 'end' });
  expect(own.headers.get('location')).toBe('/profile/people?done=ended');
  await begun();
  const account_id = lito.member.id;
  const stopped = await sendForm(mark, '/profile/people', { action: 'stop', account_id });
  expect(stopped.headers.get('location')).toBe('/profile/people?done=stopped');
  expect(await rowsOf(site)).toEqual([]);
});
