import { expect, onTestFinished, test, vi } from 'vitest';

import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { enqueue, pendingCount } from '#tests/support/nouns/emails.ts';
import { ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { openSiteBehindProxy } from '#tests/support/site/site-behind-proxy.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const LEASE = 120_001;
const RENEWAL = 20_000;
const MINUTE = 60_000;
const RETRIES = { timeout: 20_000 };

const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');

const failing = (responseCode: number) => Object.assign(new Error('Not now.'), { responseCode });

test.each([
  ['defers it', 451],
  ['rejects it', 550],
])(
  'a worker whose lease expired leaves the email to its new owner when the server %s',
  async (_, code) => {
    const waits = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reached: string[] = [];
    const server = await openMailServer({
      async onRcptTo({ address }, __, done) {
        const nth = reached.push(address) - 1;
        await waits[nth]?.promise;
        done(nth === 0 ? failing(code) : null);
      },
    });
    const site = await openSite({ MAIL_URL: server.url });
    await enqueue(site);
    const lease = () =>
      site.services.db.selectFrom('deliveries').select(['run_at', 'attempts']).execute();
    const slow = sendPending(site.services);
    await expect.poll(() => reached.length).toBe(1);
    site.advanceClock(LEASE);
    const quick = sendPending(site.services);
    await expect.poll(() => reached.length).toBe(2);
    const newLease = await lease();
    expect(newLease).toMatchObject([{ attempts: 2 }]);
    waits[0]?.resolve();
    await slow;
    expect(await lease()).toEqual(newLease);
    waits[1]?.resolve();
    await quick;
    expect(server.received).toHaveLength(1);
    expect(await pendingCount(site)).toBe(0);
  },
);

test('a lease is renewed while the mail server takes its time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const accepted = Promise.withResolvers<void>();
  let reached = 0;
  const server = await openMailServer({
    async onRcptTo(_, __, done) {
      reached += 1;
      await accepted.promise;
      done();
    },
  });
  const site = await openSite({ MAIL_URL: server.url });
  await enqueue(site);
  const leaseEnd = async () =>
    (await site.services.db.selectFrom('deliveries').select('run_at').executeTakeFirstOrThrow())
      .run_at;
  const sending = sendPending(site.services);
  await expect.poll(() => reached).toBe(1);
  for (let nth = 0; nth < 3; nth += 1) {
    const before = await leaseEnd();
    site.advanceClock(MINUTE);
    vi.advanceTimersByTime(RENEWAL);
    await vi.waitUntil(async () => (await leaseEnd()) > before, RETRIES);
  }
  await sendPending(site.services);
  expect(reached).toBe(1);
  accepted.resolve();
  await sending;
  expect(await pendingCount(site)).toBe(0);
});

const QUEUES = {
  'to an address': enqueue,
  'to a member': async (site: Site) => {
    site.advanceTo(12);
    const stage = await openPickupStage(site);
    await ask(stage, await withPhone(site));
  },
};

onPostgres.each(Object.entries(QUEUES))(
  'an email %s that was sent while the database went away is not sent again',
  async (_name, queue) => {
    const { proxy, site: away } = await openSiteBehindProxy();
    let deliveries = 0;
    const server = await openMailServer({
      onData(stream, _, done) {
        stream.resume().on('end', () => {
          deliveries += 1;
          proxy.refuse();
          done();
        });
      },
    });
    const site = await openSite({
      MAIL_URL: server.url,
      DATABASE_URL: away.services.config.databaseUrl,
    });
    await queue(site);
    const sending = sendPending(site.services);
    await expect.poll(() => proxy.rejected).toBeGreaterThan(0);
    proxy.repair();
    await sending;
    // Without the deletion, the lease would have expired.
    site.advanceClock(LEASE);
    await sendPending(site.services);
    expect(deliveries).toBe(1);
    expect(await pendingCount(site)).toBe(0);
  },
);
