import { expect, test } from 'vitest';

import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { pickupPath } from '#lib/contract/paths.ts';
import { notifyOfNewListings } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import {
  askForOutcomes,
  chaseRequests,
  remindMembers,
} from '#lib/server/exchange/appointments/reminders/reminders.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { GUIMBA, saveAlert } from '#tests/support/nouns/alerts.ts';
import { deliveredEmails, emailsTo, pendingCount, eventOf } from '#tests/support/nouns/emails.ts';
import { dayAfter, publishListing } from '#tests/support/nouns/listings.ts';
import {
  bearer,
  getAllNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  pathOf,
  APPOINTMENTS,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

async function openAtNoon(listing: object = {}, env: Record<string, string> = {}) {
  const site = await openSite(env);
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle', ...listing });
  const requester = await withPhone(site);
  const subjectsTo = async ({ member }: typeof requester) =>
    (await emailsTo(site, member)).map(({ subject }) => subject);
  return { site, stage, requester, subjectsTo };
}

test('emails about a request, an agreement and a cancellation go to the member who waits for it', async () => {
  const { site, stage, requester, subjectsTo } = await openAtNoon();
  const path = await agreeWith(stage, requester, { amount: 30 });
  const day = new Date(dayAfter(site, 1));
  const weekday = day.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
  const name = ({ member }: typeof requester) => `${member.first_name} ${member.last_name}`;
  // The owner agreed before the email about the request was sent, so it is dropped.
  expect(await subjectsTo(requester)).toEqual([
    expect.stringMatching(new RegExp(`^${name(stage.owner)} agreed: Rice straw, ${weekday}`)),
  ]);
  const other = await withPhone(site);
  requireOk(await ask(stage, other, { amount: 30 }));
  expect(await subjectsTo(stage.owner)).toEqual([
    `${name(other)} asks for 30 of your 120 bundles, ${weekday}`,
  ]);
  requireOk(await requester.post(`${path}/call-off`, { reason: 'The truck broke' }));
  expect((await subjectsTo(stage.owner)).at(-1)).toMatch(
    new RegExp(`^${name(requester)} called off the pickup on ${weekday}`),
  );
});

test('an email has one button to its subject, and no text, phone number or place of a member', async () => {
  const { site, stage, requester } = await openAtNoon();
  const path = await agreeWith(stage, requester, { note: 'Kaibigan 1', amount: 2 });
  // Their later acts would mark it as read.
  await deliveredEmails(site);
  requireOk(await requester.post(`${path}/messages`, { content: 'Kaibigan 2' }));
  site.advanceClock(20 * MINUTE_MS);
  await deliveredEmails(site);
  requireOk(await stage.owner.post(`${path}/place`, { place: 'Behind the mill' }));
  site.advanceClock(20 * MINUTE_MS);
  const emails = await deliveredEmails(site);
  expect(emails.length).toBeGreaterThanOrEqual(3);
  for (const { text, html } of await emailsTo(site, requester.member)) {
    expect(text).toContain(
      `${site.services.config.publicUrl}${pickupPath(path.slice(APPOINTMENTS.length + 1))}`,
    );
    expect(html.match(/class="button"/g)).toHaveLength(1);
  }
  const all = emails.join('\n');
  for (const secret of [
    'Kaibigan',
    'chapel',
    'mill',
    requester.member.contact_phone,
    stage.owner.member.contact_phone,
  ])
    expect(all).not.toContain(secret);
});

test('messages within 15 minutes are one email, or none if they are read before it is sent', async () => {
  const { site, stage, requester, subjectsTo } = await openAtNoon();
  const path = await agreeWith(stage, requester, { amount: 1 });
  await sendPending(site.services);
  const before = (await subjectsTo(stage.owner)).length;
  for (const content of ['One', 'Two', 'Three'])
    requireOk(await requester.post(`${path}/messages`, { content }));
  site.advanceClock(14 * MINUTE_MS);
  expect(await subjectsTo(stage.owner)).toHaveLength(before);
  site.advanceClock(2 * MINUTE_MS);
  const after = await subjectsTo(stage.owner);
  expect(after).toHaveLength(before + 1);
  expect(after.at(-1)).toContain('wrote about the pickup');
  requireOk(await requester.post(`${path}/messages`, { content: 'Four' }));
  const [newest] = await getAllNotifications(stage.owner);
  const read = { until: newest?.['id'] };
  requireOk(
    await stage.owner.change('PATCH', `${NOTIFICATIONS}/read`, read, await bearer(stage.owner)),
  );
  site.advanceClock(16 * MINUTE_MS);
  expect(await subjectsTo(stage.owner)).toHaveLength(before + 1);
  expect(await pendingCount(site)).toBe(0);
});

test('nightly events are sent in the morning, except for a cancellation of the same day', async () => {
  const { site, stage, requester, subjectsTo } = await openAtNoon();
  site.advanceTo(21);
  requireOk(await ask(stage, requester, { amount: 1 }));
  const path = pathOf(
    await ask(stage, await withPhone(site), { amount: 1, day: dayAfter(site, 0) }),
  );
  expect(await subjectsTo(stage.owner)).toEqual([]);
  requireOk(await stage.owner.post(`${path}/agree`, { place: null }));
  requireOk(await stage.owner.post(`${path}/call-off`, { reason: 'Rain' }));
  expect((await deliveredEmails(site)).length).toBe(1);
  site.advanceTo(6);
  expect((await subjectsTo(stage.owner)).length).toBeGreaterThanOrEqual(1);
});

test('both are asked the evening before, unless a member turned that off', async () => {
  const { site, stage, requester, subjectsTo } = await openAtNoon();
  await agreeWith(stage, requester, { amount: 1 });
  await sendPending(site.services);
  const kinds = (await requester.get('/api/web/account/notifications')).body['data'].kinds;
  const on = (channel: string) =>
    kinds
      .filter((each: Record<string, unknown>) => each[channel])
      .map(({ kind }: { kind: string }) => kind);
  requireOk(
    await requester.change('PUT', '/api/web/account/notifications', {
      hidden: [],
      channels: {
        email: on('email').filter((kind: string) => kind !== 'pickup'),
        push: on('push'),
      },
    }),
  );
  await remindMembers(site.services);
  expect((await subjectsTo(stage.owner)).at(-1)).toBe('Tomorrow: Rice straw. Still coming?');
  expect((await subjectsTo(requester)).filter((each) => each.startsWith('Tomorrow'))).toEqual([]);
});

test('the email of the evening before has a button for yes, and a less prominent one for no', async () => {
  const { site, stage, requester } = await openAtNoon();
  const path = await agreeWith(stage, requester, { amount: 1 });
  await remindMembers(site.services);
  const email = (await emailsTo(site, requester.member)).at(-1);
  const page = site.services.config.publicUrl + pickupPath(path.slice(APPOINTMENTS.length + 1));
  const [yes, no] = ['yes', 'no'].map((coming) => `${page}?coming=${coming}&via=email#coming`);
  expect(email?.text).toContain(`Yes, still coming:\r\n${yes}\r\n\r\nI can’t come:\r\n${no}\r\n`);
  const escaped = email?.html.replaceAll('&amp;', '&');
  expect(escaped).toContain(`<a class="button" href="${yes}">Yes, still coming</a>`);
  expect(escaped).toContain(`<a class="button quiet" href="${no}">I can’t come</a>`);
});

test('the first alert is sent at once, later ones together once an hour', async () => {
  const site = await openSite();
  site.advanceTo(12);
  const member = await site.signedIn();
  await saveAlert(member, { material: 'rice-straw' });
  const publish = async () => {
    await publishListing(await site.signedIn(), { town: GUIMBA });
    await notifyOfNewListings(site.services);
    return emailsTo(site, member.member);
  };
  expect((await publish()).map(({ subject }) => subject)).toEqual([
    'New for your alert: Rice straw in Guimba',
  ]);
  for (const _ of [1, 2, 3]) expect(await publish()).toHaveLength(1);
  site.advanceClock(HOUR_MS);
  const emails = await emailsTo(site, member.member);
  expect(emails).toHaveLength(2);
  const { text, html } = emails.at(-1) ?? { text: '', html: '' };
  expect(text.match(/New for your alert:/g)).toHaveLength(3);
  // URLs are links, because a bare one is wider than a phone.
  expect(html).toContain('New for your alerts');
  expect(html).not.toMatch(/>\s*http/);
});

test('staff’s notification to everyone is emailed after urgent emails', async () => {
  const { site, stage, requester } = await openAtNoon();
  const staff = await signedInStaff(site);
  const sent = {
    to: 'everyone',
    key: newId(),
    title: 'Typhoon on Friday',
    content: 'Fetch what you can by Thursday.',
  };
  requireOk(await staff.post('/api/admin/notifications', sent));
  const email = (await emailsTo(site, requester.member)).find(
    ({ subject }) => subject === sent.title,
  );
  expect(email?.text).toContain(sent.content);
  requireOk(await ask(stage, requester, { amount: 1 }));
  const priorities = await site.services.db.selectFrom('deliveries').select('priority').execute();
  expect(priorities).toEqual([{ priority: 1 }]);
});

test('an address that rejects an email is stopped until its member confirms or changes it', async () => {
  let isRejecting = true;
  const server = await openMailServer({
    onRcptTo: (_, __, done) =>
      done(isRejecting ? Object.assign(new Error('No such user.'), { responseCode: 550 }) : null),
  });
  const { site, stage, requester } = await openAtNoon({}, { MAIL_URL: server.url });
  requireOk(await ask(stage, requester, { amount: 1 }));
  await sendPending(site.services);
  site.advanceClock(DAY_MS);
  requireOk(await ask(stage, await withPhone(site), { amount: 1 }));
  await sendPending(site.services);
  const settings = async () =>
    (await stage.owner.get('/api/web/account/notifications')).body['data'];
  expect((await settings()).takes_email).toBe(false);
  isRejecting = false;
  requireOk(await ask(stage, await withPhone(site), { amount: 1 }));
  await sendPending(site.services);
  expect(server.received).toEqual([]);
  await site.services.db
    .updateTable('members')
    .where('id', '=', stage.owner.member.id)
    .set({ email: 'other@glean.example' })
    .execute();
  expect((await settings()).takes_email).toBe(true);
  requireOk(await ask(stage, await withPhone(site), { amount: 1 }));
  await sendPending(site.services);
  expect(server.received.map(({ to }) => to)).toEqual([['other@glean.example']]);
});

test('the button of a request leads to the member’s pickup page', async () => {
  const { site, stage, requester } = await openAtNoon();
  const path = pathOf(await ask(stage, requester, { amount: 1 }));
  const [email] = await emailsTo(site, stage.owner.member);
  expect(email?.text).toContain(`/exchange/pickups/${path.slice(APPOINTMENTS.length + 1)}`);
});

const sequenceOf = (event: string) => Number(/SEQUENCE:(\d+)/.exec(event)?.[1]);

test('an agreement is a calendar event with only the town, and a cancellation removes it', async () => {
  const { site, stage, requester } = await openAtNoon();
  const path = await agreeWith(stage, requester, { amount: 1 });
  const toRequester = async () =>
    (await deliveredEmails(site)).filter((each) => each.includes(`<${requester.member.email}>`));
  const agreed = eventOf((await toRequester()).at(-1));
  expect(agreed).toContain('METHOD:PUBLISH\r\n');
  expect(agreed).toContain('LOCATION:Guimba\r\n');
  requireOk(await stage.owner.post(`${path}/call-off`, { reason: 'Rain' }));
  const off = eventOf((await toRequester()).at(-1));
  expect(off).toContain('METHOD:CANCEL\r\n');
  expect(off).toContain('STATUS:CANCELLED\r\n');
  expect(sequenceOf(off)).toBeGreaterThan(sequenceOf(agreed));
  const uid = /UID:\S+/;
  expect(uid.exec(off)?.[0]).toBe(uid.exec(agreed)?.[0]);
});

test('a request withdrawn at night is not emailed in the morning', async () => {
  const { site, stage, requester, subjectsTo } = await openAtNoon();
  site.advanceTo(21);
  const path = pathOf(await ask(stage, requester, { amount: 1, day: dayAfter(site, 3) }));
  requireOk(await requester.post(`${path}/call-off`, { reason: 'Rain' }));
  site.advanceTo(6);
  expect((await subjectsTo(stage.owner)).map((each) => each.split(' ').includes('asks'))).toEqual([
    false,
  ]);
});

test('a waiting member hears of other listings nearby, and both are asked for the outcome', async () => {
  const { site, stage, requester, subjectsTo } = await openAtNoon();
  requireOk(await ask(stage, requester, { amount: 1, day: dayAfter(site, 6) }));
  await sendPending(site.services);
  site.advanceClock(73 * HOUR_MS);
  await chaseRequests(site.services);
  await chaseRequests(site.services);
  const [email] = await emailsTo(site, requester.member);
  expect(email?.subject).toMatch(/^No reply yet: Rice straw/);
  expect(email?.text).toContain('/exchange?kind=offer&material=rice-straw&town=0304911000');
  expect((await subjectsTo(stage.owner)).at(-1)).toContain('still waits: 1 bundle of rice straw');
  await agreeWith(stage, await withPhone(site), { amount: 1 });
  site.advanceClock(2 * DAY_MS);
  await askForOutcomes(site.services);
  expect((await subjectsTo(stage.owner)).at(-1)).toMatch(/^How did it go\? Rice straw/);
});

test('a stop removes the next pickup from the calendar, if there is one', async () => {
  for (const rounds of [2, 1]) {
    const site = await openSite();
    site.advanceTo(12);
    const off = rounds === 2 ? dayAfter(site, 7) : undefined;
    const repeat = { weeks: 1, weekday: weekdayOf(dayAfter(site, 0)) };
    const listing = { amount: 8, unit: 'bundle', until: dayAfter(site, 7 * rounds - 1), repeat };
    const stage = await openPickupStage(site, listing);
    const taker = await withPhone(site);
    const day = dayAfter(site, 0);
    const path = await agreeWith(stage, taker, { amount: 2, day, each_time: true });
    requireOk(await stage.owner.post(`${path}/stop`));
    const raw = (await deliveredEmails(site)).at(-1) ?? '';
    expect(raw).toContain(`<${taker.member.email}>`);
    expect(/DTSTART;VALUE=DATE:(\d+)/.exec(eventOf(raw))?.[1]).toBe(off?.replaceAll('-', ''));
  }
});
