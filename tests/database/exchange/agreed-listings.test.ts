// When an owner changes a listing with agreed pickups, none is lost without a question.
import { expect, test } from 'vitest';

import { agreeTo, appointmentOf } from '#tests/support/nouns/appointments.ts';
import { dayAfter, LISTING } from '#tests/support/nouns/listings.ts';
import { bookAgreed, nextMonday, openMachineStage } from '#tests/support/nouns/machines.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  pathOf,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const BALES = { amount: 10, unit: 'bale' };

const restate = ({ owner, path }: PickupStage, change: object) =>
  owner.change('PUT', path, { ...LISTING, ...BALES, ...change });

const idOf = (path: string): string => path.split('/').at(-1) ?? '';

test.each([
  ['last day', 'until', { until: 2 }, { until: 3, ready_on: 1 }],
  ['first day', 'ready_on', { ready_on: 4, until: 9 }, { ready_on: 3, until: 9 }],
])(
  'a %s past what is agreed is rejected with it, until its owner keeps it',
  async (_name, field, past, fits) => {
    const site = await openSite();
    const stage = await openPickupStage(site, { ...BALES, until: dayAfter(site, 9) });
    const [ana, jun] = [await withPhone(site), await withPhone(site)];
    const day = dayAfter(site, 3);
    const path = await agreeWith(stage, ana, { amount: 2, day });
    // Pickups that are not agreed do not prevent the change.
    await ask(stage, jun, { amount: 2, day: dayAfter(site, field === 'until' ? 8 : 1) });
    const daysOf = (days: Record<string, number>) =>
      Object.fromEntries(Object.entries(days).map(([name, away]) => [name, dayAfter(site, away)]));
    requireOk(await restate(stage, daysOf(fits)));
    const { status, body } = await restate(stage, daysOf(past));
    expect([status, body['field_codes']]).toEqual([409, { [field]: 'agreed_on_other_days' }]);
    const name = `${ana.member.first_name} ${ana.member.last_name}`;
    expect(body['current']).toEqual({
      in_the_way: [{ appointment_id: idOf(path), subject: 'amount', day, name }],
    });
    const { data } = requireOk(await restate(stage, { ...daysOf(past), keep_agreed: true })).body;
    expect(data).toMatchObject({ ...daysOf(past), amount_left: 8 });
    expect(await appointmentOf(ana, path)).toMatchObject({ status: 'agreed', takes_place_on: day });
    // A day outside the old days does not prevent the change.
    requireOk(await restate(stage, daysOf(past)));
  },
);

test('a smaller amount or another material is rejected, with the agreed pickups', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const path = await agreeWith(stage, await withPhone(site), { amount: 4 });
  for (const change of [{ amount: 3 }, { unit: 'kg' }, { material: 'rice-hull' }]) {
    const { status, body } = await restate(stage, { ...change, keep_agreed: true });
    expect([status, body['current']]).toMatchObject([
      409,
      { in_the_way: [{ appointment_id: idOf(path) }] },
    ]);
  }
});

test('an agreed half day of a machine prevents a later first day, but no last day', async () => {
  const site = await openSite();
  const stage = await openMachineStage(site);
  const ana = await withPhone(site);
  const path = await bookAgreed(stage, ana);
  const service = { ...LISTING, kind: 'service' };
  requireOk(await stage.owner.change('PUT', stage.path, { ...service, until: dayAfter(site, 0) }));
  const days = { ready_on: dayAfter(site, 20), until: dayAfter(site, 30) };
  const { status, body } = await stage.owner.change('PUT', stage.path, { ...service, ...days });
  expect([status, body['field_codes']]).toEqual([409, { ready_on: 'agreed_on_other_days' }]);
  expect(body['current']).toMatchObject({
    in_the_way: [{ appointment_id: idOf(path), subject: 'half_day', day: nextMonday(site) }],
  });
  const stated = { ...service, ...days, keep_agreed: true };
  requireOk(await stage.owner.change('PUT', stage.path, stated));
  expect((await appointmentOf(ana, path)).status).toBe('agreed');
  // The agreement is about the machine, whatever its listing states.
  const other = { ...stated, material: 'rice-hull' };
  requireOk(await stage.owner.change('PUT', stage.path, other));
});

test('a member with a standing pickup is notified of an earlier last day, not of a later one', async () => {
  const site = await openSite();
  const weekday = new Date(dayAfter(site, 1)).getUTCDay();
  const repeat = { weeks: 1, weekday };
  const stage = await openPickupStage(site, { ...BALES, repeat, until: dayAfter(site, 90) });
  const ana = await withPhone(site);
  const path = pathOf(await ask(stage, ana, { amount: 4, each_time: true }));
  requireOk(await agreeTo(stage.owner, path));
  const heard = async () =>
    (await getAllNotifications(ana)).filter(({ title }) =>
      /until an earlier day/.test(String(title)),
    );
  requireOk(await restate(stage, { repeat, until: dayAfter(site, 100) }));
  requireOk(await restate(stage, { repeat, until: dayAfter(site, 100) }));
  expect(await heard()).toEqual([]);
  requireOk(await restate(stage, { repeat, until: dayAfter(site, 60) }));
  expect(await heard()).toHaveLength(1);
  const { status, body } = await restate(stage, { repeat, until: dayAfter(site, 7) });
  expect([status, body['field_codes']]).toEqual([409, { until: 'agreed_on_other_days' }]);
  requireOk(await restate(stage, { repeat, until: dayAfter(site, 7), keep_agreed: true }));
  expect((await appointmentOf(ana, path)).standing).toMatchObject({ until: dayAfter(site, 7) });
});
