// Notifications of standing pickups name them so; calendars have all of their days, and one notice ends them.
import { expect, test } from 'vitest';

import { repeatText } from '#lib/contract/exchange/listings/listing-texts.ts';
import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { chaseRequests } from '#lib/server/exchange/appointments/reminders/reminders.ts';
import { makeDueRounds } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import { formatFullDay } from '#lib/server/notifications/news/emails.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { report, skip, stop } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { calendarsOf, deliveredEmails, emailsTo } from '#tests/support/nouns/emails.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import {
  agreeWith,
  ask,
  pathOf,
  APPOINTMENTS,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import { openPushService } from '#tests/support/nouns/push-service.ts';
import { eachTime, openRoundsOf } from '#tests/support/nouns/rounds.ts';
import { openSmsGateway } from '#tests/support/nouns/sms-gateway.ts';
import { prove } from '#tests/support/nouns/sms-stage.ts';
import { type ApiResponse, requireOk } from '#tests/support/site/http-browser.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { type MemberBrowser, openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function openNoon(env: Record<string, string> = {}, others: object = {}) {
  const site = await openSite(env, others);
  site.advanceTo(12);
  return openRoundsOf(site);
}

const everyOf = (site: Site) =>
  `${repeatText({ weeks: 1, weekday: weekdayOf(dayAfter(site, 2)) })}, until one of you stops`;

const idsIn = (text: string) => [...text.matchAll(/UID:(\S+)/g)].map(([, id]) => id);

/** The methods and days of an email's calendar files. */
function readCalendars(files: string[]) {
  const text = files.join('');
  const method = /METHOD:(\w+)/.exec(text)?.[1];
  // RFC 5546, 3.2.5; mail programs that read one file read all of it.
  if (method === 'CANCEL')
    expect(files.map((each) => idsIn(each).length)).toEqual(files.map(() => 1));
  else expect(files).toHaveLength(1);
  const days = [...text.matchAll(/DTSTART;VALUE=DATE:(\d{4})(\d\d)(\d\d)/g)];
  return { method, days: days.map(([, ...parts]) => parts.join('-')), ids: idsIn(text) };
}

/** The methods of all calendar files that a member got by email, oldest first. */
const filesTo = async (site: Site, { member }: MemberBrowser) =>
  (await deliveredEmails(site))
    .filter((each) => each.includes(`<${member.email}>`) && each.includes('text/calendar'))
    .map((each) => readCalendars(calendarsOf(each)));

const isOfRound = (title: string) => title.startsWith('Agreed for each round');

const daysOf = (site: Site, ...days: number[]) => days.map((each) => dayAfter(site, each));

test('email, SMS, push and bell say that a request or agreement is for each round', async () => {
  const [gateway, push] = [await openSmsGateway(), await openPushService()];
  const stage = await openNoon(gateway.env, { pushNetwork: push.network });
  const { site, owner } = stage;
  const taker = await withPhone(site);
  for (const each of [owner, taker]) await prove(site, each);
  const every = everyOf(site);
  const path = pathOf(await ask(stage, taker, eachTime(stage, 3)));
  const [requested] = await emailsTo(site, owner.member);
  expect(requested?.subject).toMatch(`asks for 3 of your 8 bales, ${every}`);
  expect(requested?.text).toContain(` · ${every} · the first on `);
  expect((await titlesOf(owner))[0]).toMatch(`can take it: ${every}`);
  requireOk(await taker.post(PUSH_DEVICES, push.subscribe()));
  requireOk(await owner.post(`${path}/agree`, { place: 'Behind the chapel' }));
  const [agreed] = await emailsTo(site, taker.member);
  expect(agreed?.subject).toMatch(new RegExp(`agreed: .*, ${every}$`));
  expect(agreed?.text).toContain(` · ${every} · the first on `);
  expect((await titlesOf(taker))[0]).toMatch(`agreed: ${every}`);
  expect(gateway.taken.map(({ text }) => text)).toEqual([expect.stringContaining(every)]);
  const [shown] = push.received.map(({ text }) => JSON.parse(text) as { title: string });
  expect(shown?.title).toContain(every);
});

test('a reminder names each round for a standing request, and one day for a single one', async () => {
  const stage = await openNoon();
  const { site, owner } = stage;
  const every = everyOf(site);
  requireOk(await ask(stage, await withPhone(site), { amount: 3, day: dayAfter(site, 2) }));
  requireOk(await ask(stage, await withPhone(site), eachTime(stage, 2)));
  site.advanceClock(25 * HOUR);
  await chaseRequests(site.services);
  const subjects = (await emailsTo(site, owner.member)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('still waits'))).toHaveLength(2);
  expect(subjects.filter((subject) => subject.endsWith(every))).toHaveLength(2);
});

test('the calendar file of an agreement has all agreed rounds', async () => {
  const stage = await openNoon();
  const { site } = stage;
  const taker = await withPhone(site);
  await agreeWith(stage, taker, eachTime(stage, 3));
  const days = daysOf(site, 2, 9, 16, 23);
  expect(await filesTo(site, taker)).toMatchObject([{ method: 'PUBLISH', days }]);
});

test('a round added by the job reaches both by bell and calendar, but not by phone', async () => {
  const [gateway, push] = [await openSmsGateway(), await openPushService()];
  const stage = await openNoon(gateway.env, { pushNetwork: push.network });
  const { site, owner } = stage;
  const taker = await withPhone(site);
  for (const each of [owner, taker]) await prove(site, each);
  await agreeWith(stage, taker, eachTime(stage, 3));
  requireOk(await owner.post(PUSH_DEVICES, push.subscribe()));
  await sendPending(site.services);
  const texts = gateway.taken.length;
  const before = (await titlesOf(taker)).length;
  site.advanceClock(7 * DAY);
  for (const _ of [1, 2]) await makeDueRounds(site.services);
  const [day = ''] = daysOf(site, 23);
  const [title] = await titlesOf(taker);
  expect(title).toMatch(/^Agreed for each round: the pickup on /);
  expect(await titlesOf(taker)).toHaveLength(before + 1);
  expect((await titlesOf(owner))[0]).toBe(title);
  for (const each of [owner, taker])
    expect((await filesTo(site, each)).at(-1)).toMatchObject({ method: 'PUBLISH', days: [day] });
  expect(gateway.taken).toHaveLength(texts);
  expect(push.received).toEqual([]);
});

test('a round requested separately first is announced once when the agreement includes it', async () => {
  const stage = await openNoon();
  const { site } = stage;
  const [first, second] = [await withPhone(site), await withPhone(site)];
  await agreeWith(stage, first, eachTime(stage, 3));
  site.advanceClock(7 * DAY);
  await agreeWith(stage, second, { ...eachTime(stage, 2), day: dayAfter(site, 2) });
  expect((await titlesOf(first)).filter(isOfRound)).toHaveLength(1);
  expect((await titlesOf(second)).filter(isOfRound)).toEqual([]);
});

const ENDS: Record<string, (stage: PickupStage, taker: MemberBrowser) => Promise<ApiResponse>> = {
  'a stop': async ({ owner }, taker) => {
    const { appointments: pickups } = (await taker.get(`${APPOINTMENTS}?state=standing`)).body[
      'data'
    ];
    return stop(owner, `${APPOINTMENTS}/${pickups[0].appointment_id}`);
  },
  'a withdrawal': ({ owner, path }) => owner.post(`${path}/status`, { status: 'withdrawn' }),
  'a block': ({ owner }, taker) => block(owner, taker),
  'an account that leaves': ({ owner }) =>
    owner.post('/api/web/account/deletion', { [CONFIRM_FIELD]: PASSWORD }),
  'a listing that is deleted': ({ owner, path }) => owner.change('DELETE', path),
  'a post that is deleted': ({ owner, post }) => owner.change('DELETE', `${POSTS}/${post.post_id}`),
};

test.each(Object.entries(ENDS))(
  '%s notifies each requester once, and removes all rounds from the calendar',
  async (name, end) => {
    const stage = await openNoon();
    const { site } = stage;
    const [taker, other] = [await withPhone(site), await withPhone(site)];
    for (const each of [taker, other]) await agreeWith(stage, each, eachTime(stage, 2));
    const before = await filesTo(site, taker);
    requireOk(await repeatWhileUnavailable(() => end(stage, taker)));
    for (const each of /stop|block/.test(name) ? [taker] : [taker, other]) {
      expect((await titlesOf(each)).filter((title) => / off|stopped/.test(title))).toHaveLength(1);
      const [published, ...cancelled] = await filesTo(site, each);
      expect(published?.days).toHaveLength(4);
      expect(cancelled).toEqual([{ ...published, method: 'CANCEL' }]);
    }
    expect(await filesTo(site, taker)).toHaveLength(before.length + 1);
    if (/stop|withdrawal/.test(name)) return;
    const last = (await emailsTo(site, taker.member)).at(-1);
    const [day = ''] = daysOf(site, 2);
    expect(last?.subject).toBe(`Called off: 4 pickups, the first on ${formatFullDay(day)}`);
  },
);

test('a skipped round leaves the calendar once, and the post’s other rounds end with it', async () => {
  const stage = await openNoon();
  const { site, owner } = stage;
  const taker = await withPhone(site);
  await agreeWith(stage, taker, eachTime(stage, 2));
  const { appointments: pickups } = (await taker.get(`${APPOINTMENTS}?state=standing`)).body[
    'data'
  ];
  requireOk(await skip(taker, `${APPOINTMENTS}/${pickups[1].appointment_id}`));
  requireOk(await owner.change('DELETE', stage.path));
  const last = (await filesTo(site, taker)).at(-1);
  expect(last).toMatchObject({ method: 'CANCEL', days: daysOf(site, 2, 16, 23) });
});

test('two missed rounds remove later ones from both calendars', async () => {
  const stage = await openNoon();
  const { site, owner } = stage;
  const taker = await withPhone(site);
  await agreeWith(stage, taker, eachTime(stage, 3));
  const { appointments: pickups } = (await taker.get(`${APPOINTMENTS}?state=standing`)).body[
    'data'
  ];
  const days = daysOf(site, 16, 23);
  site.advanceClock(9 * DAY);
  for (const { appointment_id } of pickups.slice(0, 2))
    requireOk(
      await report(owner, `${APPOINTMENTS}/${appointment_id}`, {
        result: 'not',
        reason: 'no_show',
      }),
    );
  for (const each of [owner, taker])
    expect((await filesTo(site, each)).at(-1)).toMatchObject({ method: 'CANCEL', days });
});
