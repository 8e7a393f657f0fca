// Emails to many, while the mail server rejects, defers or is silent about some of them.
import { expect, test } from 'vitest';

import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const HOUR_MS = 3_600_000;
const MANILA_MS = 8 * HOUR_MS;
const NOON = 12;
const MEMBERS = 40;

/** Lets the clock go on to noon: no quiet hours. */
const advanceToNoon = (site: Site) =>
  site.advanceClock(
    (NOON * HOUR_MS - ((site.services.now() + MANILA_MS) % (24 * HOUR_MS)) + 24 * HOUR_MS) %
      (24 * HOUR_MS),
  );

const rejection = (responseCode: number) =>
  Object.assign(new Error('Not this one.'), { responseCode });

/** What the mail server makes of an address: every second one bounces, every fourth is deferred. */
const CODES = [null, 550, 451, 550];
const codeOf = (address: string) => CODES[Number(/\d+/.exec(address)?.[0]) % CODES.length] ?? null;

test('half of the addresses bounce: all others get their email, and the next goes to them alone', async () => {
  const attempts: string[] = [];
  let isDeferring = true;
  const server = await openMailServer({
    onRcptTo({ address }, _session, done) {
      attempts.push(address);
      const code = codeOf(address);
      done(code === null || (code === 451 && !isDeferring) ? null : rejection(code));
    },
  });
  const site = await openSite({ MAIL_URL: server.url });
  advanceToNoon(site);
  const addresses = Array.from({ length: MEMBERS }, (_, nth) => `member${nth}@glean.example`);
  for (const email of addresses) await site.member({ email });
  const staff = await signedInStaff(site);
  const notifyAll = async (title: string) =>
    requireOk(
      await staff.post('/api/admin/notifications', {
        to: 'everyone',
        key: newId(),
        title,
        content: 'Fetch what you can by Thursday.',
      }),
    );
  const accepted = () => server.received.map(({ to }) => to[0] ?? '').toSorted();
  const taking = (...codes: (number | null)[]) =>
    [...addresses, staff.member.email]
      .filter((address) => codes.includes(codeOf(address)))
      .toSorted();
  await notifyAll('Typhoon on Friday');
  await sendPending(site.services);
  expect(accepted()).toEqual(taking(null));
  isDeferring = false;
  site.advanceClock(HOUR_MS / 60);
  await sendPending(site.services);
  expect(accepted()).toEqual(taking(null, 451));
  const bounced = await site.services.db
    .selectFrom('member_notifications as n')
    .innerJoin('members as m', 'm.id', 'n.member_id')
    .where('n.message', '=', 'email_rejected')
    .orderBy('m.email')
    .select('m.email')
    .execute();
  expect(bounced.map(({ email }) => email)).toEqual(taking(550));
  attempts.length = 0;
  await notifyAll('The typhoon has passed');
  await sendPending(site.services);
  expect(attempts.toSorted()).toEqual(taking(null, 451));
});
