import { expect, test } from 'vitest';

import { MATERIALS } from '#lib/contract/exchange/materials/materials.ts';
import { MAX_ALERTS } from '#lib/contract/limits.ts';
import { ALERTS, GUIMBA, listAlerts, saveAlert } from '#tests/support/nouns/alerts.ts';
import { openSite } from '#tests/support/site/site.ts';

const SEARCH = { kind: 'offer', material: 'rice-straw', town: GUIMBA, within: 25, free: true };

test('a member saves, lists, pauses, resumes and deletes an alert', async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  const { status, body } = await jun.post(ALERTS, SEARCH);
  expect(status).toBe(201);
  const alert = body['data'];
  expect(alert).toMatchObject({
    ...SEARCH,
    paused: false,
    facts: ['Offers', 'Rice straw', 'free', 'within 25 km of Guimba'],
  });
  const path = `${ALERTS}/${alert.alert_id}`;
  expect(await listAlerts(jun)).toEqual([alert]);
  for (const paused of [true, true, false]) {
    const changed = await jun.change('PATCH', path, { paused });
    expect(changed.body).toEqual({ data: { ...alert, paused } });
    expect(await listAlerts(jun)).toEqual([{ ...alert, paused }]);
  }
  expect(await jun.change('DELETE', path)).toMatchObject({ status: 200, body: { data: null } });
  expect(await listAlerts(jun)).toEqual([]);
  const again = await jun.change('DELETE', path);
  expect(again).toMatchObject({ status: 404, body: { code: 'alert_not_found' } });
});

test('an omitted field means all, and a distance without a town is ignored', async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  const all = { kind: null, material: null, town: null, within: null, free: false };
  const { body } = await jun.post(ALERTS, { within: 10 });
  expect(body['data']).toMatchObject({ ...all, facts: ['All materials', 'all towns'] });
});

test('saving a search again returns the same alert and ends its pause', async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  for (const search of [{}, { town: GUIMBA }, { town: GUIMBA, within: 10 }, SEARCH]) {
    const id = await saveAlert(jun, search);
    await jun.change('PATCH', `${ALERTS}/${id}`, { paused: true });
    const { status, body } = await jun.post(ALERTS, search);
    expect([status, body['data'].alert_id, body['data'].paused]).toEqual([200, id, false]);
  }
  expect(await listAlerts(jun)).toHaveLength(4);
  // Another member's alerts are separate.
  expect((await (await site.signedIn()).post(ALERTS, SEARCH)).status).toBe(201);
});

test('the same search with and without “free” is two alerts', async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  const all = await saveAlert(jun, SEARCH);
  const free = await saveAlert(jun, { ...SEARCH, free: !SEARCH.free });
  expect(free).not.toBe(all);
  expect((await listAlerts(jun)).map(({ free: isFree }: { free: boolean }) => isFree)).toEqual([
    !SEARCH.free,
    SEARCH.free,
  ]);
});

test('one search saved ten times at the same time is one alert', async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  const saved = await Promise.all(Array.from({ length: 10 }, () => jun.post(ALERTS, SEARCH)));
  expect(new Set(saved.map(({ body }) => body['data'].alert_id)).size).toBe(1);
  expect(saved.filter(({ status }) => status === 201)).toHaveLength(1);
});

test(`a member has at most ${MAX_ALERTS} alerts, even when saved concurrently`, async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  const materials = MATERIALS.slice(0, MAX_ALERTS + 5);
  const saved = await Promise.all(materials.map((material) => jun.post(ALERTS, { material })));
  const rejected = saved.filter(({ status }) => status !== 201);
  expect(rejected).toHaveLength(5);
  expect(rejected[0]).toMatchObject({
    status: 409,
    body: { code: 'too_many_alerts', error: 'You can have at most 20 alerts. Delete one first.' },
  });
  const [first] = await listAlerts(jun);
  // Saving an existing alert does not exceed the limit.
  expect((await jun.post(ALERTS, { material: first.material })).status).toBe(200);
  await jun.change('DELETE', `${ALERTS}/${first.alert_id}`);
  expect((await jun.post(ALERTS, SEARCH)).status).toBe(201);
});

test.each([
  [{ kind: 'gift' }, 'kind', 'kind_invalid'],
  [{ material: 'gold' }, 'material', 'material_invalid'],
  [{ town: '0000000000' }, 'town', 'town_invalid'],
  [{ town: GUIMBA, within: 11 }, 'within', 'radius_invalid'],
  [{ free: 'yes' }, 'free', 'boolean_expected'],
])('%j is rejected, and nothing is saved', async (search, field, code) => {
  const site = await openSite();
  const jun = await site.signedIn();
  const { status, body } = await jun.post(ALERTS, search);
  expect([status, body['field_codes']]).toEqual([400, { [field]: code }]);
  expect(await listAlerts(jun)).toEqual([]);
});

test('a member cannot pause or delete the alert of another', async () => {
  const site = await openSite();
  const [jun, ana] = [await site.signedIn(), await site.signedIn()];
  const path = `${ALERTS}/${await saveAlert(jun, SEARCH)}`;
  for (const method of ['PATCH', 'DELETE']) {
    const { status, body } = await ana.change(method, path, { paused: true });
    expect([status, body['code']]).toEqual([404, 'alert_not_found']);
  }
  expect(await listAlerts(jun)).toMatchObject([{ paused: false }]);
  const { body } = await jun.change('PATCH', path, { paused: 'yes' });
  expect(body['field_codes']).toEqual({ paused: 'boolean_expected' });
});
