import { expect, test } from 'vitest';

import {
  askForOutcomes,
  chaseRequests,
  remindMembers,
} from '#lib/server/exchange/appointments/reminders/reminders.ts';
import { report } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { book, bookAgreed, openMachineStage } from '#tests/support/nouns/machines.ts';
import { getAllNotifications, titlesOf } from '#tests/support/nouns/notification-requests.ts';
import { agreeWith, ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const isReminder = ({ title }: Record<string, unknown>) =>
  title === 'Your pickup is tomorrow. Still coming?';

test('both are asked the day before, once, however many servers run', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
  const [requester, later, waiting] = [
    await withPhone(site),
    await withPhone(site),
    await withPhone(site),
  ];
  await agreeWith(stage, requester, { amount: 1 });
  await agreeWith(stage, later, { amount: 1, day: dayAfter(site, 2) });
  await ask(stage, waiting, { amount: 1 });
  const counts = await Promise.all(Array.from({ length: 4 }, () => remindMembers(site.services)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  for (const [member, expected] of [
    [stage.owner, 1],
    [requester, 1],
    [later, 0],
    [waiting, 0],
  ] as const)
    expect((await getAllNotifications(member)).filter(isReminder)).toHaveLength(expected);
});

const HOUR_MS = 3_600_000;
const count = (titles: string[], part: string) =>
  titles.filter((title) => title.includes(part)).length;

test('an unanswered request is repeated after a day and after three, then also mentioned to the requester', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
  const [waiting, agreed] = [await withPhone(site), await withPhone(site)];
  const day = dayAfter(site, 6);
  await ask(stage, waiting, { amount: 1, day });
  await agreeWith(stage, agreed, { amount: 1, day });
  const chase = () => Promise.all(Array.from({ length: 4 }, () => chaseRequests(site.services)));
  await chase();
  expect(count(await titlesOf(stage.owner), 'still waits')).toBe(0);
  site.advanceClock(25 * HOUR_MS);
  await chase();
  expect(count(await titlesOf(stage.owner), 'still waits')).toBe(1);
  expect(count(await titlesOf(waiting), 'replied')).toBe(0);
  site.advanceClock(48 * HOUR_MS);
  await chase();
  // The later one replaces the first.
  expect(count(await titlesOf(stage.owner), 'still waits')).toBe(1);
  expect(count(await titlesOf(waiting), 'hasn’t replied')).toBe(1);
  expect(count(await titlesOf(agreed), 'replied')).toBe(0);
  site.advanceClock(48 * HOUR_MS);
  await chase();
  expect(count(await titlesOf(waiting), 'hasn’t replied')).toBe(1);
});

test('both are reminded of a half day the evening before, once; a waiting requester is not', async () => {
  const site = await openSite();
  const stage = await openMachineStage(site);
  const [ana, ben] = [await withPhone(site), await withPhone(site)];
  const day = dayAfter(site, 1);
  await bookAgreed(stage, ana, { day });
  await book(stage, ben, { day });
  await bookAgreed(stage, ben, { day: dayAfter(site, 2) });
  const counts = await Promise.all(Array.from({ length: 4 }, () => remindMembers(site.services)));
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(1);
  for (const [member, expected] of [
    [stage.owner, 1],
    [ana, 1],
    [ben, 0],
  ] as const)
    expect(count(await titlesOf(member), 'Tomorrow: Baler')).toBe(expected);
});

test('a request for a half day is repeated, unless it is booked by another', async () => {
  const site = await openSite();
  const stage = await openMachineStage(site);
  const [ana, ben] = [await withPhone(site), await withPhone(site)];
  const day = dayAfter(site, 6);
  await book(stage, ana, { day });
  await bookAgreed(stage, await withPhone(site), { day, half: 'afternoon' });
  await book(stage, ben, { day, half: 'afternoon' });
  for (const hours of [25, 48]) {
    site.advanceClock(hours * HOUR_MS);
    await chaseRequests(site.services);
  }
  expect(count(await titlesOf(stage.owner), 'still waits')).toBe(1);
  expect(count(await titlesOf(ana), 'hasn’t replied')).toBe(1);
  expect(count(await titlesOf(ben), 'replied')).toBe(0);
});

test('the day after, members without a report are asked once', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester, { amount: 1 });
  await askForOutcomes(site.services);
  site.advanceClock(24 * HOUR_MS);
  requireOk(await report(requester, path, { result: 'taken', kg: 20 }));
  site.advanceClock(24 * HOUR_MS);
  await Promise.all(Array.from({ length: 4 }, () => askForOutcomes(site.services)));
  expect(count(await titlesOf(stage.owner), 'How did')).toBe(1);
  expect(count(await titlesOf(requester), 'How did')).toBe(0);
});
