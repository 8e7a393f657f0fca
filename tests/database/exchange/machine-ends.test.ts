// Permissions for machines and bookings, and what ends them.
import { expect, test } from 'vitest';

import { addDays } from '#lib/contract/days.ts';
import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { agreeTo, appointmentOf, callOff, decline } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { LISTING } from '#tests/support/nouns/listings.ts';
import {
  book,
  bookAgreed,
  bookingIn,
  codeOf,
  found,
  MACHINE,
  MACHINES,
  mondayOfMachine,
  nextMonday,
  openMachineStage,
  setAway,
} from '#tests/support/nouns/machines.ts';
import { decide, decisionId } from '#tests/support/nouns/moderation.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import {
  APPOINTMENTS,
  agreeWith,
  openPickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;

test('only the two members see a booking, and only its owner agrees', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner, post } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  const staff = await signedInStaff(site);
  const path = await book(stage, ana);
  for (const other of [jun, staff]) {
    const missing = [404, 'pickup_not_found'];
    expect(codeOf(await other.get(path))).toEqual(missing);
    expect(codeOf(await agreeTo(other, path))).toEqual(missing);
    expect(codeOf(await callOff(other, path, { reason: 'No' }))).toEqual(missing);
    const machine = `${MACHINES}/${post.post_id}`;
    expect(codeOf(await other.change('PUT', machine, MACHINE))).toEqual([403, 'post_not_yours']);
    expect(codeOf(await other.change('DELETE', machine))).toEqual([403, 'post_not_yours']);
    const away = { week: nextMonday(site), away: [] };
    expect(codeOf(await other.change('PUT', `${machine}/away`, away))).toEqual([
      403,
      'post_not_yours',
    ]);
  }
  expect((await site.guest().get(path)).status).toBe(401);
  expect((await site.guest().get(`${MACHINES}/${post.post_id}`)).status).toBe(401);
  expect(codeOf(await agreeTo(ana, path))).toEqual([403, 'booking_not_yours']);
  requireOk(await decline(owner, path));
  expect(codeOf(await agreeTo(owner, path))).toEqual([409, 'booking_ended']);
  expect((await titlesOf(ana))[0]).toMatch(/said not this time \(Baler\)$/);
});

test('only a service can have a machine', async () => {
  const site = await openSite();
  const { owner, post } = await openPickupStage(site);
  expect(codeOf(await owner.change('PUT', `${MACHINES}/${post.post_id}`, MACHINE))).toEqual([
    409,
    'machine_needs_service',
  ]);
  const stage = await openPickupStage(site, { kind: 'service' });
  const half = { ...MACHINE, unit: 'trip', a_day: 2.5 };
  expect(
    codeOf(await stage.owner.change('PUT', `${MACHINES}/${stage.post.post_id}`, half)),
  ).toEqual([400, { a_day: 'work_out_of_range' }]);
});

test('a block calls off bookings, frees the half days, and hides both members from each other', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  const path = await bookAgreed(stage, ana, { note: 'By the canal' });
  await book(stage, jun);
  await block(owner, ana);
  expect(await mondayOfMachine(stage, jun)).toEqual(['requested', 'free']);
  expect((await titlesOf(jun))[0]).toMatch(/^Free again/);
  expect((await titlesOf(ana))[0]).toBe('Called off (Baler)');
  expect((await ana.get(path)).body['data']).toMatchObject({
    status: 'called_off',
    account: null,
    post_id: null,
    phone: null,
  });
  expect((await owner.get(path)).body['data']).toMatchObject({ account: null, note: null });
  expect(codeOf(await ana.post(APPOINTMENTS, bookingIn(stage)))).toEqual([404, 'post_not_found']);
});

test('bookings end when a member is disabled, or the post or machine is deleted', async () => {
  const site = await openSite();
  const ana = await withPhone(site);
  const left = await openMachineStage(site);
  const deleted = await openMachineStage(site);
  const removed = await openMachineStage(site);
  const paths = [
    await bookAgreed(left, ana),
    await bookAgreed(deleted, ana),
    await book(removed, ana),
  ];
  await disableMember(site.services, left.owner.member.id);
  requireOk(await deleted.owner.change('DELETE', `${POSTS}/${deleted.post.post_id}`));
  requireOk(await removed.owner.change('DELETE', `${MACHINES}/${removed.post.post_id}`));
  for (const path of paths)
    expect((await ana.get(path)).body['data']).toMatchObject({ status: 'called_off', acts: [] });
  expect(await titlesOf(ana)).toEqual([
    'Called off: the machine is no longer offered (Baler)',
    'Called off: the machine is no longer offered (Baler)',
    'Called off: the other member left (Baler)',
    // Acts of a disabled member are hidden.
    expect.stringMatching(/agreed/),
  ]);
  expect(await site.services.db.selectFrom('half_days').selectAll().execute()).toEqual([]);
  expect(await found(site.guest(), `week=${nextMonday(site)}`)).toEqual([]);
  expect(codeOf(await ana.post(APPOINTMENTS, bookingIn(left)))).toEqual([404, 'post_not_found']);
});

test.each([
  ['blocks its owner', 'Called off (Baler)'],
  ['leaves', 'Called off: the other member left (Baler)'],
])('only the owner is notified when the requester %s', async (how, news) => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const ana = await withPhone(site);
  const path = await bookAgreed(stage, ana);
  if (how === 'leaves') await disableMember(site.services, ana.member.id);
  else requireOk(await block(ana, owner));
  expect((await owner.get(path)).body['data']).toMatchObject({ status: 'called_off', acts: [] });
  expect((await titlesOf(owner))[0]).toBe(news);
  // Acts of the other member are hidden.
  if (how !== 'leaves') expect(await titlesOf(ana)).toEqual([]);
});

test('when all bookings end at once, waiting members are not told that it is free', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner, post } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  await book(stage, jun);
  await bookAgreed(stage, ana);
  requireOk(await owner.change('DELETE', `${POSTS}/${post.post_id}`));
  const isGone = 'Called off: the machine is no longer offered (Baler)';
  expect(await titlesOf(jun)).toEqual([isGone, expect.stringMatching(/^What you asked for/)]);
});

test('a booking of a deleted machine cannot be agreed to', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const path = await book(stage, await withPhone(site));
  await site.services.db.deleteFrom('machines').execute();
  expect(codeOf(await agreeTo(owner, path))).toEqual([409, 'booking_ended']);
});

test('a post restored by staff has its machine and its days away', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, post } = stage;
  const staff = await signedInStaff(site);
  const ana = await withPhone(site);
  const path = await bookAgreed(stage, ana);
  requireOk(await setAway(stage, [{ day: nextMonday(site), half: 'afternoon' }]));
  const decision = await decide(staff, 'post', post.post_id);
  expect((await ana.get(path)).body['data'].status).toBe('called_off');
  requireOk(await staff.post(`/api/admin/decisions/${decisionId(decision)}/reversal`));
  expect(await mondayOfMachine(stage, ana)).toEqual(['free', 'away']);
});

test('a past booking cannot be changed, and after 14 days no number is shown', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const ana = await withPhone(site);
  const path = await bookAgreed(stage, ana);
  site.advanceClock(14 * DAY_MS);
  const late = await site.signedIn(ana.member);
  expect(codeOf(await callOff(late, path))).toEqual([409, 'booking_ended']);
  expect(await endByClock(site.services, 'over')).toBe(1);
  expect(await endByClock(site.services, 'over')).toBe(0);
  expect((await late.get(`${APPOINTMENTS}?state=open`)).body['data'].appointments).toEqual([]);
  expect((await late.get(`${APPOINTMENTS}?state=ended`)).body['data'].appointments).toMatchObject([
    { status: 'done', acts: ['message'], phone: expect.stringMatching(/^09/) },
  ]);
  site.advanceClock(15 * DAY_MS);
  const later = await site.signedIn(owner.member);
  expect((await later.get(path)).body['data'].phone).toBeNull();
});

test('a member who blocks the steward who posted a service cannot find its machine', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, post } = stage;
  const [ana, mark] = [await withPhone(site), await withPhone(site)];
  await site.services.db
    .updateTable('listings')
    .set({ posted_by: mark.member.id })
    .where('post_id', '=', post.post_id)
    .execute();
  const path = `${MACHINES}/${post.post_id}`;
  expect((await ana.get(path)).status).toBe(200);
  requireOk(await block(ana, mark));
  expect(codeOf(await ana.get(path))).toEqual([404, 'machine_not_found']);
  const { machines } = requireOk(await ana.get(MACHINES)).body['data'];
  expect(machines).toEqual([]);
});

test('a service that becomes an offer loses its machine', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner, post } = stage;
  const ana = await withPhone(site);
  const path = await bookAgreed(stage, ana);
  requireOk(await owner.change('PUT', `${POSTS}/${post.post_id}/listing`, LISTING));
  expect((await ana.get(path)).body['data'].status).toBe('called_off');
  const service = { ...LISTING, kind: 'service' };
  requireOk(await owner.change('PUT', `${POSTS}/${post.post_id}/listing`, service));
  expect(await found(ana, 'machine=baler')).toEqual([]);
});

test('removing the machine preserves a service’s pickups, and notifies about each half day', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, { kind: 'service' });
  const { owner, post } = stage;
  const ana = await withPhone(site);
  const pickup = await agreeWith(stage, ana);
  requireOk(await owner.change('PUT', `${MACHINES}/${post.post_id}`, MACHINE));
  const halves = [
    await bookAgreed(stage, ana),
    await bookAgreed(stage, ana, { half: 'afternoon' }),
    await book(stage, ana, { day: addDays(nextMonday(site), 1) }),
  ];
  requireOk(await owner.change('DELETE', `${MACHINES}/${post.post_id}`));
  const statusOf = async (path: string) => (await appointmentOf(ana, path)).status;
  expect(await statusOf(pickup)).toBe('agreed');
  expect(await Promise.all(halves.map(statusOf))).toEqual(halves.map(() => 'called_off'));
  const notices = (await titlesOf(ana)).filter((title) => title.includes('no longer offered'));
  expect(notices).toHaveLength(halves.length);
});
