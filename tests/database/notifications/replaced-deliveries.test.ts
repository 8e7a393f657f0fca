// What a newer delivery about the same thing does to the one that waits, or is being sent.
import { expect, test } from 'vitest';

import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { readEmail } from '#tests/support/nouns/emails.ts';
import { agreeWith, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const MINUTE_MS = 60_000;

/** A pickup that was agreed, about which its requester writes, and a mail server that takes its time. */
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
  /** @returns how many emails about messages were taken */
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

test('what comes while the one before is being sent goes out after it', async () => {
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

test('who writes on and on does not put off what waits', async () => {
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
