import { expect, test } from 'vitest';

import { avoidedEmissionsKg } from '#lib/server/exchange/impact/service.ts';

const row = (key: string) => ({ key, kg: 1000, pickups: 3 });

test('straw is burned in the field; hulls come from the mill, and cobs from the sheller', () => {
  const straw = avoidedEmissionsKg({ materials: [row('rice-straw')] });
  // A kilogram emits 2.7 g of methane and 0.07 g of nitrous oxide, weighted by their 100-year factors.
  expect(straw).toBe(94);
  const all = ['rice-straw', 'rice-hull', 'corn-cobs', 'coconut-husk'].map(row);
  expect(avoidedEmissionsKg({ materials: all })).toBe(straw);
});
