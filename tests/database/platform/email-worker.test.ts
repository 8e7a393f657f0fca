// The worker that sends emails while a server runs, and when it stops.
import { expect, onTestFinished, test } from 'vitest';

import { startDeliveries } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { enqueue, pendingCount, testEmail } from '#tests/support/nouns/emails.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { openSite } from '#tests/support/site/site.ts';

/** A mail server that delays its response for some recipients. */
async function openSlowMailServer(isSlow: (address: string) => boolean) {
  const released = Promise.withResolvers<void>();
  const reached: string[] = [];
  const server = await openMailServer({
    async onRcptTo({ address }, _, done) {
      reached.push(address);
      if (isSlow(address)) await released.promise;
      done();
    },
  });
  const site = await openSite({ MAIL_URL: server.url });
  return { site, server, reached, release: () => released.resolve() };
}

test('emails are sent while the mail server does not respond for others', async () => {
  const { site, server, release } = await openSlowMailServer((to) => to.startsWith('silent'));
  onTestFinished(release);
  for (let nth = 0; nth < 3; nth += 1) await enqueue(site, testEmail(`silent${nth}@glean.example`));
  onTestFinished(startDeliveries(site.services));
  const received = () => server.received.flatMap(({ to }) => to);
  for (let nth = 0; nth < 10; nth += 1) {
    await enqueue(site, testEmail(`member${nth}@glean.example`));
    // Even an email queued during this.
    if (nth % 5 === 0) await expect.poll(received).toContain(`member${nth}@glean.example`);
  }
  await expect.poll(received).toHaveLength(10);
  release();
  await expect.poll(() => pendingCount(site)).toBe(0);
  expect(received()).toHaveLength(13);
});

test('emails are sent while the mail server defers others', async () => {
  const server = await openMailServer({
    onRcptTo({ address }, _, done) {
      const isBusy = address.startsWith('busy');
      done(isBusy ? Object.assign(new Error('Try again later'), { responseCode: 450 }) : null);
    },
  });
  const site = await openSite({ MAIL_URL: server.url });
  for (let nth = 0; nth < 10; nth += 1) await enqueue(site, testEmail(`busy${nth}@glean.example`));
  await enqueue(site, testEmail('member@glean.example'));
  onTestFinished(startDeliveries(site.services));
  await expect
    .poll(() => server.received.flatMap(({ to }) => to))
    .toEqual(['member@glean.example']);
  const rejected = site.services.db
    .selectFrom('deliveries')
    .where('attempts', '=', 1)
    .where('failed_at', 'is', null)
    .select('id');
  await expect.poll(() => rejected.execute()).toHaveLength(10);
});

test('a stopped worker finishes current emails, and starts no others', async () => {
  const { site, server, reached, release } = await openSlowMailServer(() => true);
  for (let nth = 0; nth < 6; nth += 1) await enqueue(site, testEmail(`to${nth}@glean.example`));
  const stop = startDeliveries(site.services);
  await expect.poll(() => reached.length).toBe(4);
  const stopped = stop();
  release();
  await stopped;
  expect(server.received).toHaveLength(4);
  const left = await site.services.db.selectFrom('deliveries').select('attempts').execute();
  expect(left).toEqual([{ attempts: 0 }, { attempts: 0 }]);
});
