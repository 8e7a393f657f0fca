// Staff's view of outgoing messages, by channel.
import { expect, test } from 'vitest';

import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { EMAIL_TO_ADDRESS, insertDeliveries } from '#lib/server/platform/deliveries/queries.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { enqueue, testEmail } from '#tests/support/nouns/emails.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { openSite } from '#tests/support/site/site.ts';

const OVERVIEW = '/api/admin/overview';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOTHING = {
  due: 0,
  oldest_due: null,
  deferred: 0,
  retried: 0,
  failed: 0,
  rejected: 0,
  expired: 0,
};

test('staff see waiting and failed messages by channel, without content or recipient', async () => {
  const site = await openSite();
  const { db, now } = site.services;
  const staff = await signedInStaff(site);
  const delivery = (given: Partial<DeliveryTable>): DeliveryTable => ({
    ...EMAIL_TO_ADDRESS,
    id: newId(),
    encrypted_payload: null,
    created_at: now(),
    run_at: now(),
    expires_at: now() + HOUR_MS,
    attempts: 0,
    ...given,
  });
  const oldest = now() - 5 * MINUTE_MS;
  await insertDeliveries(db, [
    delivery({}),
    delivery({ run_at: oldest }),
    delivery({ run_at: now() + HOUR_MS }),
    // It was tried repeatedly.
    delivery({ attempts: 9, created_at: now() - 2 * HOUR_MS, run_at: now() + 10 * MINUTE_MS }),
    // A newer one has replaced it, and waits for the morning.
    delivery({ attempts: 1, created_at: now() - 2 * HOUR_MS, run_at: now() + 8 * HOUR_MS }),
    delivery({ failed_at: now(), failure: 'rejected' }),
    delivery({ failed_at: now(), failure: 'expired' }),
    delivery({ channel: 'sms', failed_at: now(), failure: 'expired' }),
  ]);
  expect((await staff.get(OVERVIEW)).body['data'].channels).toEqual([
    {
      channel: 'email',
      due: 2,
      oldest_due: new Date(oldest).toISOString(),
      deferred: 3,
      retried: 1,
      failed: 2,
      rejected: 1,
      expired: 1,
    },
    { channel: 'push', ...NOTHING },
    { channel: 'sms', ...NOTHING, failed: 1, expired: 1 },
  ]);
});

test('an email counts as tried after an hour without acceptance, and as failed after a rejection', async () => {
  const server = await openMailServer({
    onRcptTo: ({ address }, _, done) =>
      done(
        Object.assign(new Error('No.'), { responseCode: address.startsWith('gone') ? 550 : 451 }),
      ),
  });
  const site = await openSite({ MAIL_URL: server.url });
  const staff = await signedInStaff(site);
  await enqueue(site);
  await enqueue(site, testEmail('gone@glean.example'));
  await sendPending(site.services);
  const email = async () => (await staff.get(OVERVIEW)).body['data'].channels[0];
  expect(await email()).toMatchObject({ due: 0, deferred: 1, retried: 0, rejected: 1 });
  site.advanceClock(HOUR_MS + 1);
  expect(await email()).toMatchObject({ due: 1, retried: 1 });
  await sendPending(site.services);
  expect(await email()).toMatchObject({ due: 0, deferred: 1, retried: 1, rejected: 1 });
});
