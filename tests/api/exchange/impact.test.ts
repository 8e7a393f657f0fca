import { expect, test } from 'vitest';

import { report } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { agreeWith, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const IMPACT = '/api/web/impact';

/** Completes a pickup of two members today. */
async function handOver(site: Site, listing: object, kg: number): Promise<void> {
  const stage = await openPickupStage(site, listing);
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester, { day: dayAfter(site, 0) });
  for (const each of [requester, stage.owner]) await report(each, path, { result: 'taken', kg });
}

test('kilograms are summed by material, town and month, if three pickups contribute', async () => {
  const site = await openSite();
  expect((await site.guest().get(IMPACT)).body['data'].kg).toBeNull();
  for (const kg of [400, 500, 620]) await handOver(site, {}, kg);
  for (const kg of [30, 40]) await handOver(site, { material: 'rice-hull' }, kg);
  await handOver(site, { material: 'corn-cobs' }, 10);
  const month = dayAfter(site, 0).slice(0, 7);
  const straw = { key: 'rice-straw', kg: 1520, pickups: 3 };
  expect((await site.guest().get(IMPACT)).body['data']).toEqual({
    kg: 1600,
    materials: [straw],
    towns: [{ key: '0304911000', kg: 1600, pickups: 6 }],
    months: [{ key: month, kg: 1600, pickups: 6 }],
  });
  const csv = await site.guest().get(`${IMPACT}/csv`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.body['text']).toBe(
    [
      '\ufeffby,name,province,kg,pickups,key',
      'material,Rice straw,,1520,3,rice-straw',
      'town,Guimba,Nueva Ecija,1600,6,0304911000',
      `month,${month},,1600,6,${month}`,
      '',
    ].join('\r\n'),
  );
});

test('figures omitted from one table cannot be computed from another', async () => {
  const site = await openSite();
  for (const kg of [400, 500, 620]) await handOver(site, {}, kg);
  for (const kg of [100, 110, 120, 130]) await handOver(site, { material: 'coconut-husk' }, kg);
  // Without this, the month's sum minus the other materials would reveal it.
  for (const kg of [30, 40]) await handOver(site, { material: 'rice-hull' }, kg);
  const { materials, months } = (await site.guest().get(IMPACT)).body['data'];
  expect(months).toMatchObject([{ kg: 2050, pickups: 9 }]);
  expect(materials).toEqual([{ key: 'coconut-husk', kg: 460, pickups: 4 }]);
  const csv = (await site.guest().get(`${IMPACT}/csv`)).body['text'];
  expect(csv).not.toContain('rice-straw');
});
