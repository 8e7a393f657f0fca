import { expect, test } from 'vitest';

import { remindMembers } from '#lib/server/exchange/pickups/notify-pickup.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { agreeWith, ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
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
