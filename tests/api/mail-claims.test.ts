import { expect, test } from 'vitest';

import { sendPendingEmails } from '#lib/server/email/email-queue.ts';
import { openSite } from '#tests/support/api.ts';
import { queue, waiting } from '#tests/support/letters.ts';
import { openMailServer } from '#tests/support/smtp.ts';

const LEASE = 180_001;

const failing = (responseCode: number) => Object.assign(new Error('Not now.'), { responseCode });

test.each([
  ['puts it off', 451],
  ['refuses it', 550],
])('a worker that lost its claim leaves the letter alone when the server %s', async (_, code) => {
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
  await queue(site);
  const claimed = () =>
    site.services.db.selectFrom('emails').select(['run_at', 'attempts']).execute();
  const slow = sendPendingEmails(site.services);
  await expect.poll(() => reached.length).toBe(1);
  site.wait(LEASE);
  const quick = sendPendingEmails(site.services);
  await expect.poll(() => reached.length).toBe(2);
  const theirs = await claimed();
  expect(theirs).toMatchObject([{ attempts: 2 }]);
  waits[0]?.resolve();
  await slow;
  expect(await claimed()).toEqual(theirs);
  waits[1]?.resolve();
  await quick;
  expect(server.taken).toHaveLength(1);
  expect(await waiting(site)).toBe(0);
});
