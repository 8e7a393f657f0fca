// A machine's half day is an appointment like any other: messages, exact place, confirmation and calendars.
import { expect, test } from 'vitest';

import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import { listOpen } from '#lib/server/exchange/appointments/list.ts';
import { eraseAppointmentsOf } from '#lib/server/exchange/appointments/queries.ts';
import { remindMembers } from '#lib/server/exchange/appointments/reminders/reminders.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { appointmentOf, callOff, confirm, statePlace } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { deliveredEmails, eventOf } from '#tests/support/nouns/emails.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import {
  book,
  bookAgreed,
  codeOf,
  mondayOfMachine,
  openMachineStage,
} from '#tests/support/nouns/machines.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import { withPhone } from '#tests/support/nouns/pickups.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const PLACE = { place: 'Behind the chapel' };

test('after an agreement the requester sets the exact place, which only the owner reads', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const ana = await withPhone(site);
  const path = await book(stage, ana);
  expect(codeOf(await statePlace(ana, path, PLACE))).toEqual([409, 'booking_ended']);
  requireOk(await owner.post(`${path}/agree`, PLACE));
  // The owner of the machine does not set where it works.
  expect((await appointmentOf(owner, path)).place).toBeNull();
  expect(codeOf(await statePlace(owner, path, PLACE))).toEqual([403, 'booking_not_yours']);
  requireOk(await statePlace(ana, path, PLACE));
  expect((await appointmentOf(owner, path)).place).toBe(PLACE.place);
  expect((await titlesOf(owner))[0]).toMatch(/said where exactly to meet$/);
  requireOk(await statePlace(ana, path, PLACE));
  expect(await titlesOf(owner)).toHaveLength(2);
  requireOk(await block(ana, owner));
  expect((await appointmentOf(owner, path)).place).toBeNull();
});

test('the two exchange messages, each stored once, which no one else reads', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  const path = `${await book(stage, ana)}/messages`;
  const key = { 'idempotency-key': newId() };
  for (const _ of [1, 2]) requireOk(await owner.post(path, { content: 'Is it dry?' }, key));
  requireOk(await ana.post(path, { content: 'Yes, since Friday' }, { 'idempotency-key': newId() }));
  expect((await ana.get(path)).body['data']).toMatchObject([
    { content: 'Is it dry?', is_own: false },
    { content: 'Yes, since Friday', is_own: true },
  ]);
  expect((await titlesOf(ana))[0]).toMatch(/wrote/);
  expect(codeOf(await jun.get(path))).toEqual([404, 'pickup_not_found']);
  expect(codeOf(await jun.post(path, { content: 'Hi' }, { 'idempotency-key': newId() }))).toEqual([
    404,
    'pickup_not_found',
  ]);
});

test('a requester who cancels frees the half day, and waiting members are notified', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  const path = await bookAgreed(stage, ana);
  await book(stage, jun);
  requireOk(await confirm(ana, path, { is_coming: true }));
  expect((await appointmentOf(ana, path)).is_coming).toBe(true);
  requireOk(await confirm(owner, path, { is_coming: false }));
  expect((await appointmentOf(ana, path)).status).toBe('called_off');
  expect((await titlesOf(jun))[0]).toMatch(/^Free again/);
  expect(await mondayOfMachine(stage, jun)).toEqual(['requested', 'free']);
});

test('requests for a taken half day wait, and need a response once it is free again', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  const agreed = await bookAgreed(stage, ana);
  await book(stage, jun);
  const viewer = { id: owner.member.id };
  const list = async () => {
    const lists = await listOpen({ ...site.services, viewer } as Ctx, { cursor: null });
    return [lists.toRespond.length, lists.next.length, lists.waiting.length];
  };
  expect(await list()).toEqual([0, 1, 1]);
  requireOk(await callOff(ana, agreed));
  expect(await list()).toEqual([1, 0, 0]);
});

test('both are reminded once, the evening before', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const ana = await withPhone(site);
  await bookAgreed(stage, ana, { day: dayAfter(site, 1) });
  expect(await remindMembers(site.services)).toBe(1);
  expect(await remindMembers(site.services)).toBe(0);
  for (const browser of [owner, ana])
    expect((await titlesOf(browser))[0]).toBe('Tomorrow: Baler. Still coming?');
});

test('the agreement is a calendar event with only the town, and its end removes it', async () => {
  const site = await openSite();
  site.advanceTo(12);
  const stage = await openMachineStage(site);
  const ana = await withPhone(site);
  const path = await bookAgreed(stage, ana);
  const lastEvent = async () => {
    const all = await deliveredEmails(site);
    return eventOf(all.findLast((each) => each.includes(`<${ana.member.email}>`)));
  };
  const agreed = await lastEvent();
  for (const line of ['METHOD:PUBLISH', 'SUMMARY:Baler\\, morning: 2 ha', 'LOCATION:Guimba'])
    expect(agreed).toContain(`${line}\r\n`);
  requireOk(await statePlace(ana, path, PLACE));
  requireOk(await callOff(stage.owner, path));
  const off = await lastEvent();
  for (const line of ['METHOD:CANCEL', 'LOCATION:Guimba']) expect(off).toContain(`${line}\r\n`);
});

test('an erased member’s past half days are deleted, as nothing was handed over', async () => {
  const stage = await openMachineStage(await openSite());
  const { site } = stage;
  const { services } = site;
  const ana = await withPhone(site);
  await bookAgreed(stage, ana);
  site.advanceClock(14 * 86_400_000);
  expect(await endByClock(services, 'over')).toBe(1);
  await eraseAppointmentsOf(services.db, ana.member.id);
  expect(await services.db.selectFrom('appointments').selectAll().execute()).toEqual([]);
});
