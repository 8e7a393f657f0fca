import { expect, test } from 'vitest';

import { sendPendingEmails } from '#lib/server/email/email-worker.ts';
import { enqueue, pendingCount } from '#tests/support/emails.ts';
import { openSite } from '#tests/support/site.ts';
import { openMailServer } from '#tests/support/smtp.ts';

const LEASE = 180_001;

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
      site.services.db.selectFrom('emails').select(['run_at', 'attempts']).execute();
    const slow = sendPendingEmails(site.services);
    await expect.poll(() => reached.length).toBe(1);
    site.advanceClock(LEASE);
    const quick = sendPendingEmails(site.services);
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
