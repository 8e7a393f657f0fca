// Requests that succeed, by call.
import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { calendarToken } from '#tests/support/nouns/calendars.ts';
import type { Everything } from '#tests/support/nouns/everything.ts';
import { dayAfter, LISTING } from '#tests/support/nouns/listings.ts';
import { MACHINE, nextMonday, openMachineStage } from '#tests/support/nouns/machines.ts';
import { agreeWith, ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { HARVESTS, harvestIn } from '#tests/support/nouns/season.ts';
import { goFrom, offer, openTripStage } from '#tests/support/nouns/trips.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import type { Site } from '#tests/support/site/site.ts';

import type { Make } from './example.ts';

const FORUM = '/web/forum';

/** Prepares the data of the examples. */
function prepare(site: Site) {
  const alert = async () => {
    const as = await site.signedIn();
    const { body } = await as.post('/api/web/alerts', { kind: 'offer' });
    return { as, ids: { id: body['data'].alert_id as string } };
  };
  const listing = async () => {
    const { owner, post } = await openPickupStage(site);
    return { as: owner, ids: { id: post.post_id } };
  };
  const requested = async () => {
    const stage = await openPickupStage(site);
    const requester = await withPhone(site);
    const { body } = await ask(stage, requester);
    return { as: stage.owner, ids: { id: body['data'].appointment_id as string } };
  };
  const bothAgreed = async () => {
    const stage = await openPickupStage(site);
    const requester = await withPhone(site);
    return { owner: stage.owner, requester, path: await agreeWith(stage, requester) };
  };
  const agreed = async () => {
    const { requester, path } = await bothAgreed();
    return { as: requester as Browser, ids: { id: path.split('/').at(-1) ?? '' } };
  };
  const eachTime = async () => {
    const day = dayAfter(site, 2);
    const repeat = { weeks: 1, weekday: weekdayOf(day) };
    const stage = await openPickupStage(site, { amount: 8, unit: 'bale', repeat });
    const path = await agreeWith(stage, await withPhone(site), { day, amount: 1, each_time: true });
    return { as: stage.owner, ids: { id: path.split('/').at(-1) ?? '' } };
  };
  return { alert, listing, requested, agreed, bothAgreed, eachTime };
}

const exchangePart1 = (site: Site) => {
  const { alert, listing, requested, agreed } = prepare(site);
  return {
    'POST /web/alerts': async () => ({ as: await site.signedIn(), body: { kind: 'offer' } }),
    'PATCH /web/alerts/:id': async () => ({ ...(await alert()), body: { paused: true } }),
    'DELETE /web/alerts/:id': alert,
    'GET /web/calendars/:token': async () => {
      const as = await site.signedIn();
      await sendForm(as, '/profile/exchange', { action: 'make_calendar' });
      return { as: site.guest(), ids: { token: await calendarToken(site, as.member.id) } };
    },
    [`PUT ${FORUM}/posts/:id/listing`]: async () => ({ ...(await listing()), body: LISTING }),
    [`POST ${FORUM}/posts/:id/listing/status`]: async () => ({
      ...(await listing()),
      body: { status: 'gone' },
    }),
    [`DELETE ${FORUM}/posts/:id/listing`]: listing,
    [`GET ${FORUM}/posts/:id/listing/questions`]: listing,
    'POST /web/appointments': async () => {
      const { post } = await openPickupStage(site);
      const body = { subject: 'amount', post_id: post.post_id, day: dayAfter(site, 2) };
      return { as: await withPhone(site), body };
    },
    'GET /web/appointments/:id': requested,
    'GET /web/appointments/:id/messages': requested,
    'POST /web/appointments/:id/agree': async () => ({
      ...(await requested()),
      body: { place: 'Gate' },
    }),
    'POST /web/appointments/:id/decline': requested,
    'POST /web/appointments/:id/call-off': async () => ({
      ...(await agreed()),
      body: { reason: 'Rain' },
    }),
    'POST /web/appointments/:id/confirm': async () => ({
      ...(await agreed()),
      body: { is_coming: true },
    }),
  } satisfies Record<string, Make>;
};

const exchangePart2 = (site: Site, all: Everything) => {
  const { subject, own } = all;
  const { agreed, bothAgreed, eachTime, listing } = prepare(site);
  return {
    'POST /web/appointments/:id/place': async () => {
      const { owner, path } = await bothAgreed();
      return {
        as: owner,
        ids: { id: path.split('/').at(-1) ?? '' },
        body: { place: 'Gate' },
      };
    },
    'POST /web/appointments/:id/messages': async () => ({
      ...(await agreed()),
      body: { content: 'Hi' },
    }),
    'POST /web/appointments/:id/outcome': async () => {
      const example = await agreed();
      site.advanceClock(2 * 86_400_000);
      return { ...example, body: { result: 'taken', kg: 120 } };
    },
    [`GET ${FORUM}/posts/:id/rounds`]: listing,
    'POST /web/appointments/:id/skip': eachTime,
    'POST /web/appointments/:id/stop': eachTime,
    'DELETE /web/forum/posts/:id': () => ({ as: subject, ids: { id: own.post.post_id } }),
  } satisfies Record<string, Make>;
};

/** Examples of harvests. */
function harvestExamples(site: Site) {
  const harvest = async () => {
    const as = await site.signedIn();
    const { body } = await as.post(HARVESTS, harvestIn(site));
    return { as, ids: { id: body['data'].harvest_id as string } };
  };
  return {
    'POST /web/harvests': async () => ({ as: await site.signedIn(), body: harvestIn(site) }),
    'PUT /web/harvests/:id': async () => ({
      ...(await harvest()),
      body: harvestIn(site, { hectares: 3 }),
    }),
    'DELETE /web/harvests/:id': harvest,
  } satisfies Record<string, Make>;
}

/** Examples of machines. */
function machineExamples(site: Site) {
  const machine = async () => {
    const { owner, post } = await openMachineStage(site);
    return { as: owner as Browser, ids: { id: post.post_id } };
  };
  return {
    'GET /web/machines/:id': machine,
    'PUT /web/machines/:id': async () => ({ ...(await machine()), body: MACHINE }),
    'DELETE /web/machines/:id': machine,
    'PUT /web/machines/:id/away': async () => {
      const day = nextMonday(site);
      return { ...(await machine()), body: { week: day, away: [{ day, half: 'morning' }] } };
    },
  } satisfies Record<string, Make>;
}

/** Examples of shared trucks. */
function tripExamples(site: Site) {
  const going = async () => goFrom(await openTripStage(site));
  const driven = async () => {
    const driver = await going();
    return { driver, trip: await offer(driver) };
  };
  const ofPickup = async () => {
    const { browser, id } = await going();
    return { as: browser as Browser, ids: { id } };
  };
  const ofTruck = async () => {
    const { driver } = await driven();
    return { as: driver.browser as Browser, ids: { id: driver.id } };
  };
  return {
    'GET /web/appointments/:id/sharing': ofPickup,
    'POST /web/appointments/:id/look': ofPickup,
    'POST /web/appointments/:id/leave': ofPickup,
    'POST /web/appointments/:id/offer-room': async () => ({
      ...(await ofPickup()),
      body: { amount: 10, unit: 'sack' },
    }),
    'POST /web/appointments/:id/join': async () => {
      const { trip } = await driven();
      return { ...(await ofPickup()), body: { trip_id: trip.trip_id, amount: 2 } };
    },
    'GET /web/appointments/:id/truck': ofTruck,
    'POST /web/appointments/:id/set-room': async () => ({
      ...(await ofTruck()),
      body: { amount: 4 },
    }),
    'POST /web/appointments/:id/end-truck': ofTruck,
  } satisfies Record<string, Make>;
}

/** Examples of listings, pickups, alerts, harvests and trips. */
export const exchangeExamples = (site: Site, all: Everything) => ({
  ...exchangePart1(site),
  ...exchangePart2(site, all),
  ...harvestExamples(site),
  ...machineExamples(site),
  ...tripExamples(site),
});
