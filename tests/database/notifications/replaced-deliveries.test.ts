// What happens to a waiting or current delivery when a newer one about the same subject follows.
import { expect, test } from 'vitest';

import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { readEmail } from '#tests/support/nouns/emails.ts';
import { agreeWith, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const MINUTE_MS = 60_000;

/** An agreed pickup whose requester writes messages, and a slow mail server. */
async function openConversation() {
  const released = Promise.withResolvers<void>();
  let isSlow = false;
  let waiting = 0;
  const server = await openMailServer({
    async onRcptTo(_, __, done) {
      waiting += 1;
      if (isSlow) await released.promise;
      done();
    },
  });
  const site = await openSite({ MAIL_URL: server.url });
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  const jun = await withPhone(site);
  const path = await agreeWith(stage, jun, { amount: 1 });
  await sendPending(site.services);
  const write = async (content: string) =>
    requireOk(await jun.post(`${path}/messages`, { content }));
  /** The number of accepted emails about messages. */
  const taken = () =>
    server.received.filter(({ text }) => readEmail(text).subject.includes('wrote about')).length;
  waiting = 0;
  return {
    site,
    write,
    taken,
    waiting: () => waiting,
    slow: () => void (isSlow = true),
    release: () => {
      isSlow = false;
      released.resolve();
    },
  };
}

test('a message written while the previous email is being sent is emailed afterwards', async () => {
  const { site, write, taken, waiting, slow, release } = await openConversation();
  await write('The road is wet.');
  site.advanceClock(16 * MINUTE_MS);
  slow();
  const sending = sendPending(site.services);
  await expect.poll(waiting).toBe(1);
  await write('I could come at noon.');
  release();
  await sending;
  expect(taken()).toBe(1);
  site.advanceClock(16 * MINUTE_MS);
  await sendPending(site.services);
  expect(taken()).toBe(2);
  site.advanceClock(16 * MINUTE_MS);
  await sendPending(site.services);
  expect(taken()).toBe(2);
});

test('repeated messages do not postpone the waiting email', async () => {
  const { site, write, taken } = await openConversation();
  await write('The road is wet.');
  site.advanceClock(10 * MINUTE_MS);
  await write('I could come at noon.');
  await sendPending(site.services);
  expect(taken()).toBe(0);
  site.advanceClock(6 * MINUTE_MS);
  await sendPending(site.services);
  expect(taken()).toBe(1);
  site.advanceClock(16 * MINUTE_MS);
  await sendPending(site.services);
  expect(taken()).toBe(1);
});
