import { describe, expect, test } from 'vitest';

import data from '#lib/contract/towns.json' with { type: 'json' };
import {
  distanceKm,
  findTown,
  findTownsByName,
  isTown,
  listTowns,
  type Town,
  townsOfProvince,
  townsWithin,
} from '#lib/server/platform/towns/towns.ts';

type Bounds = [south: number, north: number, west: number, east: number];

// Towns and cities of the Philippine Standard Geographic Code of June 2025, with the digits of the province in a code.
// Angeles and Olongapo are independent of the province around them. The bounds are rough, in degrees.
const PROVINCES: [province: string, codes: string[], count: number, bounds: Bounds][] = [
  ['Aurora', ['077'], 8, [15.15, 16.55, 121.3, 122.3]],
  ['Bataan', ['008'], 12, [14.4, 14.92, 120.22, 120.64]],
  ['Bulacan', ['014'], 24, [14.65, 15.27, 120.7, 121.4]],
  ['Nueva Ecija', ['049'], 32, [15.15, 16.2, 120.58, 121.45]],
  ['Pampanga', ['054', '301'], 22, [14.75, 15.3, 120.35, 120.95]],
  ['Tarlac', ['069'], 18, [15.15, 15.92, 120.15, 120.85]],
  ['Zambales', ['071', '314'], 14, [14.72, 15.92, 119.75, 120.5]],
];

const labels = (towns: Town[]) => towns.map(({ name, province }) => `${name}, ${province}`);

function town(name: string): Town {
  const [found, ...others] = findTownsByName(name);
  if (!found || others.length > 0) throw new Error(`Name one town instead of ${name}.`);
  return found;
}

describe.each(PROVINCES)('%s', (province, codes, count, [south, north, west, east]) => {
  const towns = listTowns().filter((each) => each.province === province);

  test('has all its towns and cities, with its codes', () => {
    expect(towns).toHaveLength(count);
    expect(new Set(towns.map(({ code }) => code.slice(2, 5)))).toEqual(new Set(codes));
  });

  test('has every center within its bounds', () => {
    const outside = towns.filter(
      ({ latitude, longitude }) =>
        latitude < south || latitude > north || longitude < west || longitude > east,
    );
    expect(labels(outside)).toEqual([]);
  });
});

test('130 towns have different codes of the region', () => {
  const codes = listTowns().map(({ code }) => code);
  expect(new Set(codes).size).toBe(130);
  expect(codes.filter((code) => !/^03\d{5}000$/.test(code))).toEqual([]);
});

test('no center equals that of a neighbor', () => {
  const close = listTowns().filter((each) => townsWithin(each, 1).length > 1);
  expect(labels(close)).toEqual([]);
});

test('every town has a source that the file explains', () => {
  const known = Object.keys(data.sources);
  const sources = Object.values(data.provinces).flatMap((rows) =>
    rows.map((row) => String(row.at(-1)).replace(/(?:,| \d).*/, '')),
  );
  expect(sources.filter((source) => !known.includes(source))).toEqual([]);
});

test.each(Object.entries(data.otherNames))('the other names of %s lead to it', (code, names) => {
  for (const name of names) expect(findTownsByName(name)).toEqual([findTown(code)]);
});

describe('finding towns', () => {
  test('finds them by code', () => {
    expect(findTown('0304911000')).toMatchObject({ name: 'Guimba', province: 'Nueva Ecija' });
    expect(isTown('0304911000')).toBe(true);
    expect(findTown('0000000000')).toBeUndefined();
    expect(isTown('0000000000')).toBe(false);
  });

  test.each([
    ['guimba', 'Guimba, Nueva Ecija'],
    ['MUÑOZ', 'Science City of Muñoz, Nueva Ecija'],
    ['penaranda', 'Peñaranda, Nueva Ecija'],
    ['Cabanatuan', 'Cabanatuan City, Nueva Ecija'],
    ['City of Cabanatuan', 'Cabanatuan City, Nueva Ecija'],
    ['Sto. Tomas', 'Santo Tomas, Pampanga'],
    ['Gen. Tinio', 'General Tinio, Nueva Ecija'],
    ['san jose city', 'San Jose City, Nueva Ecija'],
    ['Angeles', 'Angeles City, Pampanga'],
    ['Guimba Nueva Ecija', 'Guimba, Nueva Ecija'],
    ['GUIMBA, N.E.', 'Guimba, Nueva Ecija'],
    ['Sto. Domingo NE', 'Santo Domingo, Nueva Ecija'],
    ['City of Munoz', 'Science City of Muñoz, Nueva Ecija'],
    ['Science City of Munoz N. Ecija', 'Science City of Muñoz, Nueva Ecija'],
    ['PENARANDA NUEVA ECIJA', 'Peñaranda, Nueva Ecija'],
    ['Bayan ng Guimba', 'Guimba, Nueva Ecija'],
    ['Municipality of Sta. Rosa, Nueva Ecija 3101, Philippines', 'Santa Rosa, Nueva Ecija'],
    ['Lungsod ng Gapan', 'Gapan City, Nueva Ecija'],
    ['San Antonio (Zambales)', 'San Antonio, Zambales'],
    ['San Jose Tarlac', 'San Jose, Tarlac'],
    ['Tarlac Tarlac', 'Tarlac City, Tarlac'],
    ['Gen. M. Natividad', 'General Mamerto Natividad, Nueva Ecija'],
  ])('finds them by the name %s', (name, label) => {
    expect(labels(findTownsByName(name))).toEqual([label]);
  });

  test('finds all with a common name', () => {
    expect(labels(findTownsByName('San José'))).toEqual([
      'San Jose City, Nueva Ecija',
      'San Jose, Tarlac',
    ]);
    expect(labels(findTownsByName('San Jose', 'tarlac'))).toEqual(['San Jose, Tarlac']);
    expect(labels(findTownsByName('San Jose', 'N.E.'))).toEqual(['San Jose City, Nueva Ecija']);
    expect(findTownsByName('San Jose', 'Bataan')).toEqual([]);
    expect(findTownsByName('San Jose Tarlac', 'Bataan')).toEqual([]);
    expect(findTownsByName('San Jose Bulacan')).toEqual([]);
    expect(findTownsByName('Guimba', 'Luzon')).toEqual([]);
  });

  test.each(['', 'San', 'NE', 'Nueva Ecija', 'Manila', 'constructor', 'x'.repeat(100_000)])(
    'finds none by an unknown name',
    (name) => {
      expect(findTownsByName(name)).toEqual([]);
    },
  );

  const DEMO_TOWNS =
    'Angeles, Baliwag, Bongabon, Cabanatuan, Candaba, Concepcion, Gapan, Guimba, Magalang, Malolos, ' +
    'Muñoz, San Fernando, San Isidro, San Miguel, Tarlac, Zaragoza';

  test.each(DEMO_TOWNS.split(', '))('finds them by the demo’s name %s', (name) => {
    expect(findTownsByName(name)).toHaveLength(1);
  });
});

describe('distances', () => {
  // From coordinates of another source, which are precise to the minute.
  test.each([
    ['Guimba', 'Cabanatuan', 29.3],
    ['Tarlac City', 'Cabanatuan', 41.5],
    ['Angeles', 'San Fernando', 16.9],
    ['Baler', 'Cabanatuan', 71.4],
    ['Olongapo', 'Iba', 64.4],
    ['Malolos', 'Meycauayan', 19.3],
  ])('from %s to %s are right within a tenth', (from, to, km) => {
    const distance = distanceKm(town(from), town(to));
    expect(Math.abs(distance - km)).toBeLessThan(km / 10);
    expect(distanceKm(town(to), town(from))).toBeCloseTo(distance, 9);
  });

  test('towns within 25 km of Guimba start with Guimba, nearest first', () => {
    const found = townsWithin(town('Guimba'), 25);
    expect(found[0]).toEqual({ town: town('Guimba'), km: 0 });
    expect(found.map(({ km }) => km)).toEqual(found.map(({ km }) => km).toSorted((a, b) => a - b));
    const names = found.map(({ town: { name } }) => name);
    expect(names).toContain('Science City of Muñoz');
    expect(names).not.toContain('Cabanatuan City');
  });

  test('all towns are within 300 km', () => {
    expect(townsWithin(town('Guimba'), 300)).toHaveLength(130);
  });
});

test('a province is found in any case, by its whole name', () => {
  expect(townsOfProvince('nueva ECIJA')).toHaveLength(32);
  expect(townsOfProvince('Nueva')).toEqual([]);
});
