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

test('both are requested the day before, once, however many servers look', async () => {
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

test('a request that waits is brought up again after a day and three, then also to who waits; not once it has a reply', async () => {
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
  // The later one takes the place of the first.
  expect(count(await titlesOf(stage.owner), 'still waits')).toBe(1);
  expect(count(await titlesOf(waiting), 'hasn’t replied')).toBe(1);
  expect(count(await titlesOf(agreed), 'replied')).toBe(0);
  site.advanceClock(48 * HOUR_MS);
  await chase();
  expect(count(await titlesOf(waiting), 'hasn’t replied')).toBe(1);
});

test('both hear of a half day the evening before, once, and who only waits for one does not', async () => {
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

test('a question for a half day is brought up again, unless another has what it asks for', async () => {
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

test('the day after, who has not said how it went is asked, once', async () => {
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
