// Emails to many recipients, while the mail server rejects, defers or ignores some: which addresses are stopped, and
// what waits.
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { checkAddresses } from '#lib/server/app/checks/check-deliveries.ts';
import { queueDigests } from '#lib/server/notifications/channels/digest/queue-digests.ts';
import { resumeAsOperator } from '#lib/server/notifications/channels/email/stopped-addresses.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { dayAfter, publishListing } from '#tests/support/nouns/listings.ts';
import { comment } from '#tests/support/nouns/moderation.ts';
import { ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { actsOf, signedInStaff, STALE_MS } from '#tests/support/nouns/staff.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MEMBERS = 24;
const STOPS_A_DAY = 5;
const OVERVIEW = '/api/admin/overview';
const RESUME = '/api/admin/stopped-addresses/resume';

/** The response `550 5.1.1 No such user.` of a mail server. */
const response = (line: string) =>
  Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) });

/** The mail server bounces every second address, and defers every fourth. */
const LINES = [null, '550 5.1.1 No such user', '451 4.2.1 Not now', '550 No such user'];
const lineOf = (address: string) =>
  LINES[Number(/^member(\d+)/.exec(address)?.[1]) % LINES.length] ?? null;

/** The addresses of members who were notified that theirs does not accept email. */
const notified = async ({ services }: Site): Promise<(string | null)[]> => {
  const rows = services.db
    .selectFrom('member_notifications as n')
    .innerJoin('members as m', 'm.id', 'n.member_id')
    .where('n.message', '=', 'email_rejected')
    .orderBy('m.email')
    .select('m.email');
  return (await rows.execute()).map(({ email }) => email);
};

const stoppedOf = async (staff: Browser) =>
  (await staff.get(OVERVIEW)).body['data'].stopped_addresses;

const skew = () => Promise.resolve(0);

/** The report of `doctor` about the addresses. */
async function findAddresses({ services: { config, now } }: Site) {
  const database = openDatabase(config.databaseUrl, { isCommand: true });
  const [finding] = [await checkAddresses({ config, database, now, skew })].flat();
  await database.close();
  return finding;
}

test('if half of the addresses bounce, all others get their email, and at most five a day are stopped', async () => {
  const attempts: string[] = [];
  let isDeferring = true;
  const server = await openMailServer({
    onRcptTo({ address }, _session, done) {
      attempts.push(address);
      const line = lineOf(address);
      done(!line || (line.startsWith('451') && !isDeferring) ? null : response(line));
    },
  });
  const site = await openSite({ MAIL_URL: server.url });
  site.advanceTo(12);
  const addresses = Array.from({ length: MEMBERS }, (_, nth) => `member${nth}@glean.example`);
  for (const email of addresses) await site.member({ email });
  const notifyAll = async (title: string) => {
    const staff = await signedInStaff(site);
    attempts.length = 0;
    const words = { to: 'everyone', key: newId(), title, content: 'Fetch what you can.' };
    requireOk(await staff.post('/api/admin/notifications', words));
    await sendPending(site.services);
    return staff;
  };
  const accepted = () =>
    server.received.map(({ to }) => to[0] ?? '').filter((each) => each.startsWith('member'));
  const taking = (...codes: (string | undefined)[]) =>
    addresses.filter((address) => codes.includes(lineOf(address)?.slice(0, 3))).toSorted();
  await notifyAll('Typhoon on Friday');
  expect(accepted().toSorted()).toEqual(taking(undefined));
  isDeferring = false;
  site.advanceClock(HOUR_MS / 60);
  await sendPending(site.services);
  expect(accepted().toSorted()).toEqual(taking(undefined, '451'));
  await notifyAll('Typhoon on Saturday');
  expect(await notified(site)).toEqual([]);

  site.advanceClock(DAY_MS);
  const staff = await notifyAll('The typhoon has passed');
  const bounced = taking('550');
  const stopped = await notified(site);
  expect(stopped).toHaveLength(STOPS_A_DAY);
  expect(bounced).toEqual(expect.arrayContaining(stopped));
  const waiting = bounced.length - STOPS_A_DAY;
  const today = dayAfter(site, 0);
  expect(await stoppedOf(staff)).toEqual({
    addresses: STOPS_A_DAY,
    waves: [{ since: today, addresses: STOPS_A_DAY }],
    waiting,
  });
  expect(await findAddresses(site)).toEqual({
    state: 'wrong',
    subject: 'addresses',
    text: expect.stringContaining(
      `${STOPS_A_DAY} take no email, the first since ${today}; ${waiting} more`,
    ),
  });
  attempts.length = 0;
  site.advanceClock(HOUR_MS / 60);
  await sendPending(site.services);
  expect(attempts).toHaveLength(waiting);

  site.advanceClock(DAY_MS);
  await sendPending(site.services);
  expect(await notified(site)).toHaveLength(2 * STOPS_A_DAY);
  const waves = [
    { since: dayAfter(site, 0), addresses: STOPS_A_DAY },
    { since: today, addresses: 2 * STOPS_A_DAY },
  ];
  expect(await stoppedOf(await signedInStaff(site))).toMatchObject({ addresses: 10, waves });
  expect(await resumeAsOperator(site.services, today)).toBe(2 * STOPS_A_DAY);
  expect(await stoppedOf(await signedInStaff(site))).toMatchObject({ addresses: 0, waves: [] });
  expect(await actsOf(site, 'addresses.resumed')).toMatchObject([{ actor_id: null }]);
});

type Where = 'MAIL FROM' | 'RCPT TO' | 'AUTH' | 'DATA';

/** A mail server with a scripted response to each step, and a member who gets an email for each request. */
async function openRejecting(where: Where, line: string) {
  let isRejecting = true;
  const rejection = (at: Where) => (isRejecting && at === where ? response(line) : null);
  const taken: string[] = [];
  const { url } = await openMailServer({
    onAuth: (_, __, done) => done(rejection('AUTH'), { user: 'glean' }),
    onMailFrom: (_, __, done) => done(rejection('MAIL FROM')),
    onRcptTo: (_, __, done) => done(rejection('RCPT TO')),
    async onData(stream, _, done) {
      const words = await text(stream);
      const rejected = rejection('DATA');
      if (!rejected) taken.push(words);
      done(rejected);
    },
    allowInsecureAuth: true,
  });
  const MAIL_URL = `${url.replace('//', '//glean:secret@')}/?requireTLS=false`;
  const site = await openSite({ MAIL_URL });
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  const notifyOwner = async () => {
    requireOk(await ask(stage, await withPhone(site), { amount: 1 }));
    await sendPending(site.services);
    return taken.length;
  };
  const recover = () => {
    isRejecting = false;
    // After the next attempt.
    site.advanceClock(HOUR_MS);
  };
  const takesEmail = async () =>
    (await stage.owner.get('/api/web/account/notifications')).body['data'].takes_email;
  const staff = await signedInStaff(site);
  const rejected = async () => (await staff.get(OVERVIEW)).body['data'].channels[0].rejected;
  return {
    ...stage,
    staff,
    notifyOwner,
    recover,
    takesEmail,
    rejected,
    reject: () => (isRejecting = true),
  };
}

const OF_ADDRESS = [
  '550 5.1.1 No such user',
  '550 5.1.2 No such host',
  '553 5.1.3 That is no address',
  '551 5.1.6 Moved',
  '556 5.1.10 Takes no mail',
  '550 5.2.1 Mailbox disabled',
  '550 No such user',
];

test.each(OF_ADDRESS)('an address with the response “%s” on two days is stopped', async (line) => {
  const { site, notifyOwner, takesEmail, recover, rejected } = await openRejecting('RCPT TO', line);
  await notifyOwner();
  await notifyOwner();
  expect([await takesEmail(), await rejected()]).toEqual([true, 2]);
  site.advanceClock(DAY_MS);
  await notifyOwner();
  expect([await takesEmail(), await rejected()]).toEqual([false, 3]);
  recover();
  expect(await notifyOwner()).toBe(0);
});

const OF_OTHERS: [Where, string][] = [
  ['RCPT TO', '550 5.7.1 Relaying denied'],
  ['RCPT TO', '554 5.7.1 Your address is on a list'],
  ['RCPT TO', '553 5.1.8 The sender has no such host'],
  ['RCPT TO', '552 5.2.2 Mailbox full'],
  ['RCPT TO', '554 No'],
  ['RCPT TO', '451 4.1.1 Later'],
  ['MAIL FROM', '550 5.1.1 Who are you?'],
  ['MAIL FROM', '550 Who are you?'],
  ['AUTH', '535 5.7.8 Wrong password'],
];

test.each(OF_OTHERS)(
  'the response to %s “%s” stops no address; the email is tried again',
  async (where, line) => {
    const { site, notifyOwner, takesEmail, recover, rejected } = await openRejecting(where, line);
    await notifyOwner();
    site.advanceClock(DAY_MS);
    await notifyOwner();
    expect([await takesEmail(), await rejected()]).toEqual([true, 0]);
    recover();
    expect(await notifyOwner()).toBe(3);
  },
);

test.each(['554 5.7.1 Spam', '550 5.1.1 Spam', '552 Too long'])(
  'the response “%s” about the content drops that email only, and counts it',
  async (line) => {
    const { site, notifyOwner, takesEmail, recover, rejected } = await openRejecting('DATA', line);
    await notifyOwner();
    site.advanceClock(DAY_MS);
    await notifyOwner();
    expect([await takesEmail(), await rejected()]).toEqual([true, 2]);
    recover();
    expect(await notifyOwner()).toBe(1);
  },
);

test('an accepted email between two rejections proves the address', async () => {
  const { site, notifyOwner, takesEmail, recover, reject } = await openRejecting(
    'RCPT TO',
    '550 5.1.1 No',
  );
  await notifyOwner();
  recover();
  expect(await notifyOwner()).toBe(1);
  reject();
  site.advanceClock(DAY_MS);
  await notifyOwner();
  expect(await takesEmail()).toBe(true);
});

test('digests count too', async () => {
  const { site, owner, takesEmail, rejected } = await openRejecting('RCPT TO', '550 5.1.1 No');
  const fan = await site.signedIn();
  const digest = async () => {
    const { post } = await publishListing(owner);
    await comment(fan, post.post_id, 'Is it dry?');
    site.advanceTo(17);
    await queueDigests(site.services);
    await sendPending(site.services);
  };
  await digest();
  expect([await takesEmail(), await rejected()]).toEqual([true, 1]);
  await digest();
  expect([await takesEmail(), await rejected()]).toEqual([false, 2]);
});

test('staff resume a number of addresses, with their password, which is logged', async () => {
  const { site, staff, notifyOwner, takesEmail, recover } = await openRejecting(
    'RCPT TO',
    '550 5.1.1 No',
  );
  await notifyOwner();
  site.advanceClock(DAY_MS);
  await notifyOwner();
  const since = dayAfter(site, 0);
  recover();
  site.advanceClock(STALE_MS);
  const send = (values: object) =>
    sendForm(staff, '/staff', { action: 'resume_addresses', ...values });
  expect(await codeOf(await send({ since }))).toEqual([403, 'confirmation_required']);
  expect(await takesEmail()).toBe(false);
  const again = await signedInStaff(site);
  expect((await again.post(RESUME, { since: dayAfter(site, 1) })).body['data']).toEqual({
    addresses: 0,
  });
  expect((await again.post(RESUME, { since: 'soon' })).status).toBe(400);
  expect(await takesEmail()).toBe(false);
  const sent = await sendForm(again, '/staff', { action: 'resume_addresses', since });
  expect(redirectOf(sent)).toEqual([303, '/staff?done=resumed']);
  expect(await takesEmail()).toBe(true);
  expect(await notifyOwner()).toBe(1);
  const acts = await actsOf(site, 'addresses.resumed');
  expect(acts.map(({ actor_id, details }) => [actor_id, JSON.parse(details)])).toEqual([
    [again.member.id, { since, addresses: 1 }],
  ]);
  const stranger = await site.signedIn();
  expect((await stranger.post(RESUME, { since })).status).toBe(403);
});
