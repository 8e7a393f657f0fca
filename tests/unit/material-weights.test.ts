import { expect, test } from 'vitest';

import data from '#lib/contract/material-weights.json' with { type: 'json' };
import { unitWeight } from '#lib/contract/material-weights.ts';
import { MATERIALS } from '#lib/contract/materials.ts';

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

test('a bale of straw weighs what IRRI measured, a bundle what we estimate', () => {
  expect(unitWeight('rice-straw', 'bale')).toEqual({ kg: 13, isEstimate: false });
  expect(unitWeight('rice-straw', 'bundle')).toEqual({ kg: 3, isEstimate: true });
});

test('a kilogram weighs one, and a truckload is not known', () => {
  expect(unitWeight('bamboo', 'kg')).toEqual({ kg: 1, isEstimate: false });
  for (const material of MATERIALS) expect(unitWeight(material, 'truckload')).toBeNull();
});
