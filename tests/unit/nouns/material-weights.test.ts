import { expect, test } from 'vitest';

import data from '#lib/contract/exchange/materials/material-weights.json' with { type: 'json' };
import { amountWeight, unitWeight } from '#lib/contract/exchange/materials/material-weights.ts';
import { MATERIALS } from '#lib/contract/exchange/materials/materials.ts';

const weights = Object.entries(data.weights).flatMap(([material, units]) =>
  Object.entries(units).map(([unit, weight]) => ({ material, unit, weight })),
);

test.each(weights)('a $unit of $material has a source or is an estimate', ({ weight, ...of }) => {
  expect(MATERIALS).toContain(of.material);
  expect(['sack', 'bundle', 'bale', 'piece']).toContain(of.unit);
  expect(weight.kg).toBeGreaterThan(0);
  if ('source' in weight) expect(Object.keys(data.sources)).toContain(weight.source);
  expect('estimate' in weight).toBe(!('source' in weight));
});

test('a bale of straw has the weight of IRRI, and a bundle our estimate', () => {
  expect(unitWeight('rice-straw', 'bale')).toEqual({ kg: 13, isEstimate: false });
  expect(unitWeight('rice-straw', 'bundle')).toEqual({ kg: 3, isEstimate: true });
});

test('a kilogram weighs one, and a truckload is unknown', () => {
  expect(unitWeight('bamboo', 'kg')).toEqual({ kg: 1, isEstimate: false });
  for (const material of MATERIALS) expect(unitWeight(material, 'truckload')).toBeNull();
});

test.each([
  ['rice-straw', 30, 'bundle', 90, '30 bundles of about 3 kg: about 90 kg'],
  ['rice-straw', 1, 'bale', 13, '1 bale of 13 kg: 13 kg'],
  ['surplus-rice', 40, 'sack', 2000, '40 sacks of 50 kg: 2,000 kg'],
  ['egg-rejects', 3, 'piece', 1, '3 pieces of about 0.06 kg: about 1 kg'],
  ['bamboo', 500, 'kg', 500, '500 kg'],
] as const)('%s: %i %ss weigh %i kg', (material, amount, unit, kg, text) => {
  expect(amountWeight(material, amount, unit)).toEqual({ kg, text });
});

test('an unknown unit or a missing amount has no weight', () => {
  expect(amountWeight('rice-straw', 2, 'truckload')).toBeNull();
  expect(amountWeight('rice-straw', null, null)).toBeNull();
});
