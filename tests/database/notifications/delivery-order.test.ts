// What goes out first when much waits.
import { expect, test } from 'vitest';

import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { askForReset } from '#tests/support/nouns/password-reset-requests.ts';
import { ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

/** So many conversations with a mail server go on at a time: one that began later may end before. */
const CONCURRENT = 4;
const READERS = 12;
const REQUESTS = 5;

test('a code and emails of pickups go out before the words of staff that wait', async () => {
  const server = await openMailServer();
  const site = await openSite({ MAIL_URL: server.url });
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  for (let nth = 0; nth < READERS; nth += 1) await site.member();
  const staff = await signedInStaff(site);
  const words = { to: 'everyone', key: newId(), title: 'Typhoon on Friday', content: 'Be quick.' };
  requireOk(await staff.post('/api/admin/notifications', words));
  for (let nth = 0; nth < REQUESTS; nth += 1)
    requireOk(await ask(stage, await withPhone(site), { amount: 1 }));
  requireOk(await askForReset(site.guest(), stage.owner.member.email));
  await sendPending(site.services);
  const subjects = server.received.map(
    ({ text }) => /^Subject: (.*(?:\r\n .*)*)/m.exec(text)?.[1] ?? '',
  );
  const last = (pattern: RegExp) => subjects.findLastIndex((subject) => pattern.test(subject));
  expect(subjects.length).toBeGreaterThanOrEqual(READERS + REQUESTS + 1);
  expect(subjects.filter((subject) => subject.includes('asks for'))).toHaveLength(REQUESTS);
  expect(last(/password|code/i)).toBeLessThan(CONCURRENT);
  expect(last(/asks for/)).toBeLessThan(1 + REQUESTS + CONCURRENT - 1);
});
