// The public figures of the weeks ahead must not reveal any single farm, not even by subtraction.
import { expect, test, vi } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import { HALVES } from '#lib/contract/exchange/machines.ts';
import { getSeason, listWork, readSeasonQuery } from '#lib/server/exchange/season/service.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { BALER, GUIMBA, MUNOZ } from '#tests/support/nouns/alerts.ts';
import { openMachineStage, setAway } from '#tests/support/nouns/machines.ts';
import {
  farmsWith,
  HARVESTS,
  harvestIn,
  mondayIn,
  rowsOf,
  SCHEDULE,
  SEASON,
  seasonOf,
  setSchedule,
} from '#tests/support/nouns/season.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const NOTHING = { hectares: 0, tonnes: null, weeks: [] };

test.each([1, 2])('%i farms have no figure, however filtered', async (farms) => {
  const site = await openSite();
  const fields = Array.from({ length: farms }, () => ({}));
  const [first] = await farmsWith(site, fields);
  // Two fields of one farm count as one farm.
  await first?.post(HARVESTS, harvestIn(site, { week: mondayIn(site, 2) }));
  await first?.post(HARVESTS, harvestIn(site, { material: 'corn-stover' }));
  for (const query of [
    '',
    '?material=rice-straw',
    `?town=${GUIMBA}`,
    `?material=rice-straw&town=${GUIMBA}`,
  ]) {
    expect(await seasonOf(site.guest(), query)).toEqual(NOTHING);
    const csv = await site.guest().get(`${SEASON}/csv${query}`);
    expect(csv.body['text'].split('\r\n')).toHaveLength(2);
    const calendar = await site.guest().get(`${SEASON}/calendar${query}`);
    expect(calendar.body['text']).not.toContain('BEGIN:VEVENT');
  }
});

test('three farms have a figure, rounded to 5 hectares, with an estimate', async () => {
  const site = await openSite();
  await farmsWith(site, [{ hectares: 2 }, { hectares: 3.5 }, { hectares: 1.25 }]);
  const row = { town: GUIMBA, material: 'rice-straw', hectares: 5, tonnes: 28, source: 'members' };
  const sums = { hectares: 5, tonnes: 28 };
  expect(await seasonOf(site.guest())).toEqual({
    ...sums,
    weeks: [{ monday: mondayIn(site, 1), ...sums, rows: [row] }],
  });
});

test('neither three fields of two farms, nor a sum dominated by one farm, have a figure', async () => {
  const site = await openSite();
  const [one] = await farmsWith(site, [{}, {}]);
  await one?.post(HARVESTS, harvestIn(site, { town: MUNOZ }));
  expect(await rowsOf(site.guest())).toEqual([]);
  const other = await openSite();
  await farmsWith(other, [{ hectares: 40 }, { hectares: 2 }, { hectares: 3 }]);
  expect(await rowsOf(other.guest())).toEqual([]);
});

test('towns with too few farms share one figure, which no filter splits', async () => {
  const site = await openSite();
  const guest = site.guest();
  await farmsWith(site, [{}, {}, {}, { town: MUNOZ }, { town: MUNOZ }]);
  const guimba = `${GUIMBA} rice-straw 5`;
  // All without Guimba would be two farms.
  expect(await rowsOf(guest)).toEqual([guimba]);
  expect((await seasonOf(guest)).hectares).toBe(5);
  await farmsWith(site, [{ town: BALER, hectares: 6 }]);
  const csv = (await guest.get(`${SEASON}/csv`)).body['text'].split('\r\n');
  expect(csv).toEqual([
    '\ufeffmonday,sunday,town,province,town_code,material,hectares,estimated_tonnes,source',
    expect.stringContaining(`,Guimba,Nueva Ecija,PSGC ${GUIMBA},Rice straw,5,28,`),
    expect.stringContaining(',Other towns,,,Rice straw,10,55,'),
    '',
  ]);
  expect(await rowsOf(guest)).toEqual([guimba, 'others rice-straw 10']);
  expect((await seasonOf(guest)).hectares).toBe(15);
  for (const town of [MUNOZ, BALER]) expect(await rowsOf(guest, `?town=${town}`)).toEqual([]);
  expect(await rowsOf(guest, `?town=${GUIMBA}`)).toEqual([guimba]);
  expect((await seasonOf(guest, `?town=${GUIMBA}`)).hectares).toBe(5);
});

test('with any filter, sums match the rows, and rows are those without a filter', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const towns = [GUIMBA, MUNOZ, BALER];
  const materials = ['rice-straw', 'corn-stover', 'onion-tops'] as const;
  for (let nth = 0; nth < 40; nth += 1)
    await farmsWith(site, [
      {
        town: towns[(nth * 7) % 3] ?? GUIMBA,
        material: materials[(nth * 5) % 4] ?? 'rice-straw',
        week: mondayIn(site, (nth * 11) % 4),
        hectares: 1 + (nth % 9) / 4,
      },
    ]);
  await setSchedule(staff, [{ town: MUNOZ, week: mondayIn(site, 1), hectares: 44.5 }]);
  const all = (await seasonOf(site.guest())).weeks.flatMap(({ monday, rows }) =>
    rows.map((row) => JSON.stringify([monday, row])),
  );
  expect(all.length).toBeGreaterThan(4);
  for (const town of ['', ...towns])
    for (const material of ['', ...materials]) {
      const season = await seasonOf(site.guest(), `?town=${town}&material=${material}`);
      const rows = season.weeks.flatMap((week) => week.rows);
      const sum = rows.reduce((total, { hectares }) => total + hectares, 0);
      expect(season.hectares).toBe(sum);
      for (const { monday, rows: own } of season.weeks)
        for (const row of own) expect(all).toContain(JSON.stringify([monday, row]));
    }
});

test('farms are part of their town’s schedule, and only add to it if they exceed it', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const week = mondayIn(site, 1);
  await farmsWith(site, [{}, {}, {}, { town: MUNOZ }]);
  await setSchedule(staff, [
    { town: GUIMBA, week, hectares: 120 },
    { town: MUNOZ, week, hectares: 80 },
  ]);
  const both = [`${GUIMBA} rice-straw 120`, `${MUNOZ} rice-straw 80`];
  expect(await rowsOf(site.guest())).toEqual(both);
  // The farm of Muñoz is in its schedule, and in no figure of other towns.
  await farmsWith(site, [{ town: BALER }, { town: BALER }]);
  expect(await rowsOf(site.guest())).toEqual(both);
  await setSchedule(staff, [{ town: GUIMBA, week, hectares: 3 }]);
  expect(await rowsOf(site.guest(), `?town=${GUIMBA}`)).toEqual([`${GUIMBA} rice-straw 5`]);
  await setSchedule(staff, [{ town: GUIMBA, week, hectares: null }]);
  expect(await rowsOf(site.guest(), `?town=${GUIMBA}`)).toEqual([`${GUIMBA} rice-straw 5`]);
});

test('fields of a disabled member are not counted, and past weeks are not shown', async () => {
  const site = await openSite();
  const [farm] = await farmsWith(site, [{}, {}, {}]);
  expect(await rowsOf(site.guest())).toHaveLength(1);
  await disableMember(site.services, farm?.member.id ?? '');
  expect(await rowsOf(site.guest())).toEqual([]);
  await farmsWith(site, [{}]);
  expect(await rowsOf(site.guest())).toHaveLength(1);
  site.advanceClock(14 * 86_400_000);
  expect(await rowsOf(site.guest())).toEqual([]);
});

test('only its member can read, change and delete a field', async () => {
  const site = await openSite();
  const [ana, jun] = await farmsWith(site, [{}, {}]);
  if (!ana || !jun) throw new Error('no farms');
  const { harvests } = (await ana.get(HARVESTS)).body['data'];
  expect(harvests).toEqual([{ harvest_id: expect.any(String), ...harvestIn(site) }]);
  const path = `${HARVESTS}/${harvests[0].harvest_id}`;
  const missing = { status: 404, body: { code: 'harvest_not_found' } };
  expect(await jun.change('PUT', path, harvestIn(site))).toMatchObject(missing);
  expect(await jun.change('DELETE', path)).toMatchObject(missing);
  expect((await site.guest().get(HARVESTS)).status).toBe(401);
  // Entering it again updates the same field.
  const again = await ana.post(HARVESTS, harvestIn(site, { hectares: 0.75 }));
  expect(again).toMatchObject({ status: 200, body: { data: { hectares: 0.75 } } });
  const other = harvestIn(site, { town: MUNOZ });
  expect((await ana.post(HARVESTS, other)).status).toBe(201);
  expect(await ana.change('PUT', path, other)).toMatchObject({
    status: 409,
    body: { code: 'harvest_exists' },
  });
  expect((await ana.change('PUT', path, harvestIn(site, { hectares: 1 }))).status).toBe(200);
  expect((await ana.change('DELETE', path)).status).toBe(200);
  expect((await ana.get(HARVESTS)).body['data'].harvests).toMatchObject([{ town: MUNOZ }]);
});

test.each([
  [{ town: '0000000000' }, 'town', 'town_invalid'],
  [{ week: '2020-01-06' }, 'week', 'week_invalid'],
  [{ week: 'soon' }, 'week', 'week_invalid'],
  [{ hectares: 0 }, 'hectares', 'hectares_invalid'],
  [{ hectares: 1.234 }, 'hectares', 'hectares_invalid'],
  [{ hectares: 201 }, 'hectares', 'too_many_hectares'],
  [{ material: 'whey' }, 'material', 'material_invalid'],
])('a field with %j is rejected', async (wrong, field, code) => {
  const site = await openSite();
  const farm = await site.signedIn();
  const response = await farm.post(HARVESTS, { ...harvestIn(site), ...wrong });
  expect(response.status).toBe(400);
  expect(response.body['field_codes']).toEqual({ [field]: code });
});

test('a week begins on a Monday, within the next sixteen weeks', async () => {
  const site = await openSite();
  const farm = await site.signedIn();
  const state = async (week: string) =>
    (await farm.post(HARVESTS, harvestIn(site, { week }))).status;
  expect(await state(mondayIn(site, 0))).toBe(201);
  expect(await state(mondayIn(site, 15))).toBe(201);
  expect(await state(mondayIn(site, 16))).toBe(400);
  expect(await state(mondayIn(site, -1))).toBe(400);
  const tuesday = new Date(Date.parse(mondayIn(site, 1)) + 86_400_000).toISOString().slice(0, 10);
  expect(await state(tuesday)).toBe(400);
});

test('a service is shown in its weeks, however many newer ones are for other work', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  await setSchedule(staff, [{ town: GUIMBA, week: mondayIn(site, 1), hectares: 120 }]);
  const { db } = site.services;
  const none = { amount: null, amount_left: null, unit: null, condition: null };
  for (const material of ['rice-straw', ...Array.from({ length: 60 }, () => 'rice-hull')]) {
    const { id: post_id } = await addPost(db, { author_id: staff.member.id });
    await addListing(db, { ...none, post_id, kind: 'service', material });
  }
  const all = { material: null, town: null };
  const get = await openGuestServer(site, async (c) => {
    const ctx = c.get('ctx');
    const { services } = await listWork(ctx, await getSeason(ctx, all), all);
    return c.json([...services.values()].flat());
  });
  expect(await (await get('/season')).json()).toMatchObject([
    { km: 0, card: { listing: { material: 'rice-straw' } } },
  ]);
});

test('a week shows the machines that serve one of its towns and are free then', async () => {
  const site = await openSite();
  const [first, second] = [mondayIn(site, 1), mondayIn(site, 2)];
  const cells = [first, second].map((week) => ({ town: GUIMBA, week, hectares: 120 }));
  await setSchedule(await signedInStaff(site), cells);
  const all = Array.from({ length: 7 }, (_, nth) => addDays(first, nth)).flatMap((day) =>
    HALVES.map((half) => ({ day, half })),
  );
  const near = await openMachineStage(site);
  requireOk(await setAway(near, all.slice(1)));
  const busy = await openMachineStage(site);
  requireOk(await setAway(busy, all));
  const far = await openMachineStage(site, { reach_km: 1 });
  await site.services.db
    .updateTable('listings')
    .set({ town: BALER })
    .where('post_id', '=', far.post.post_id)
    .execute();
  const none = { material: null, town: null };
  const get = await openGuestServer(site, async (c) => {
    const ctx = c.get('ctx');
    const { machines, services } = await listWork(ctx, await getSeason(ctx, none), none);
    return c.json({ machines: [...machines], services: [...services.values()].flat() });
  });
  const { machines, services } = (await (await get('/season')).json()) as {
    machines: [string, { post_id: string; free: number; distance_km: number }[]][];
    services: unknown[];
  };
  const { post_id } = near.post;
  expect(
    machines.map(([monday, found]) => [
      monday,
      found.map((each) => [each.post_id, each.free, each.distance_km]),
    ]),
  ).toEqual([
    [first, [[post_id, 1, 0]]],
    [
      second,
      [
        [busy.post.post_id, 14, 0],
        [post_id, 14, 0],
      ],
    ],
  ]);
  // A machine has its days: it is not among the services without.
  expect(services).toEqual([]);
});

test('a week has machines for its materials, even with a filter', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const week = mondayIn(site, 1);
  await setSchedule(staff, [{ town: GUIMBA, week, hectares: 120 }]);
  const straw = await openMachineStage(site);
  const corn = await openMachineStage(site);
  const other = await openMachineStage(site);
  for (const [{ post }, material] of [
    [corn, 'corn-stover'],
    [other, 'onion-tops'],
  ] as const)
    await site.services.db
      .updateTable('listings')
      .set({ material })
      .where('post_id', '=', post.post_id)
      .execute();
  const get = await openGuestServer(site, async (c) => {
    const ctx = c.get('ctx');
    const { query } = readSeasonQuery(new URL(c.req.url).searchParams);
    const { machines } = await listWork(ctx, await getSeason(ctx, query), query);
    return c.json((machines.get(week) ?? []).map(({ post_id }) => post_id));
  });
  const read = async (query = '') => (await get(`/season${query}`)).json();
  expect(await read()).toEqual([straw.post.post_id]);
  const cells = [{ town: GUIMBA, week, hectares: 30 }];
  requireOk(await staff.change('PATCH', SCHEDULE, { material: 'corn-stover', cells }));
  expect(await read('?all')).toEqual([corn.post.post_id, straw.post.post_id]);
  expect(await read('?material=corn-stover')).toEqual([corn.post.post_id]);
});

test('the clock is read a constant number of times, however many machines there are', async () => {
  const site = await openSite();
  const cells = [1, 2].map((nth) => ({ town: GUIMBA, week: mondayIn(site, nth), hectares: 120 }));
  await setSchedule(await signedInStaff(site), cells);
  const all = { material: null, town: null };
  const get = await openGuestServer(site, async (c) => {
    const ctx = c.get('ctx');
    const season = await getSeason(ctx, all);
    const now = vi.fn(ctx.now);
    const { machines } = await listWork({ ...ctx, now }, season, all);
    return c.json([[...machines.values()].map(({ length }) => length), now.mock.calls.length]);
  });
  await openMachineStage(site);
  const [one, readings] = (await (await get('/season?one')).json()) as [number[], number];
  await openMachineStage(site);
  await openMachineStage(site);
  expect(one).toEqual([1, 1]);
  expect(await (await get('/season?three')).json()).toEqual([[3, 3], readings]);
});
