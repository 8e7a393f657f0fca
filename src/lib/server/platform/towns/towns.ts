// The towns and cities of the region, from one file: another region only needs another file
// (docs/decisions/0043-towns-and-materials.md).
import data from '#lib/contract/towns.json' with { type: 'json' };

/** A town or city, at the center of its built-up part. */
export interface Town {
  /** ten digits of the Philippine Standard Geographic Code */
  code: string;
  name: string;
  province: string;
  /** in degrees north */
  latitude: number;
  /** in degrees east */
  longitude: number;
}

type Row = [code: string, name: string, latitude: number, longitude: number, source: string];

// No town has a longer name, and a long text takes long to normalize.
const MAX_NAME_LENGTH = 100;
const SHORT_FORMS = new Map([
  ['sto', 'santo'],
  ['sta', 'santa'],
  ['gen', 'general'],
]);

const otherNames: Record<string, string[] | undefined> = data.otherNames;
const otherProvinceNames: Record<string, string[] | undefined> = data.otherProvinceNames;

function toTown(province: string, row: Row): Town {
  const [code, name, latitude, longitude] = row;
  return { code, name, province, latitude, longitude };
}

const towns: readonly Town[] = Object.entries(data.provinces).flatMap(([province, rows]) =>
  rows.map((row) => toTown(province, row as Row)),
);
const townsByCode = new Map(towns.map((town) => [town.code, town]));

/** @returns words in lower case, without accents and punctuation */
export function plainWords(text: string): string {
  const plain = text.slice(0, MAX_NAME_LENGTH).normalize('NFD').replaceAll(/\p{M}/gu, '');
  return (plain.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(' ');
}

/** As `plainWords`, with short forms written out. */
const normalize = (name: string): string =>
  plainWords(name)
    .split(' ')
    .map((word) => SHORT_FORMS.get(word) ?? word)
    .join(' ');

/** @returns all names: a city's also without that word, and as "City of …" */
export function townNames({ code, name }: Town): string[] {
  const short = name.endsWith(' City') ? name.slice(0, -' City'.length) : null;
  const ofCity = short === null ? [] : [short, `City of ${short}`];
  return [name, ...ofCity, ...(otherNames[code] ?? [])];
}

const townsByName = Map.groupBy(
  towns.flatMap((town) =>
    [...new Set(townNames(town).map(normalize))].map((name) => ({ name, town })),
  ),
  ({ name }) => name,
);

/** @returns all towns, by province */
export const listTowns = (): readonly Town[] => towns;

/** Whether a PSGC code is that of a town of the region. */
export const isTown = (code: string): boolean => townsByCode.has(code);

/** @returns the town of a PSGC code */
export const findTown = (code: string): Town | undefined => townsByCode.get(code);

const provincesByName = new Map(
  Object.keys(data.provinces).flatMap((province) =>
    [province, ...(otherProvinceNames[province] ?? [])].map(
      (name) => [normalize(name), province] as const,
    ),
  ),
);
const PROVINCE = [...provincesByName.keys()].toSorted((a, b) => b.length - a.length).join('|');
// The number is that of the post office.
const WITHIN = new RegExp(
  `^(?<name>.+?)(?: (?<province>${PROVINCE}))?(?: \\d{4})?(?: (?:philippines|pilipinas|ph))?$`,
);
const OF_ITS_KIND =
  /^(?:(?:city|municipality|town|mun|munisipalidad|munisipyo|bayan|lungsod|lunsod|siyudad) (?:of|ng) |mun )/;

/** As `townsByName`, also "Municipality of Guimba"; "City of San Jose" is the city alone. */
function townsNamed(name: string, province?: string): Town[] {
  const named = townsByName.get(name) ?? townsByName.get(name.replace(OF_ITS_KIND, '')) ?? [];
  return named
    .map(({ town }) => town)
    .filter((town) => province === undefined || town.province === province);
}

/**
 * Finds towns by their whole name as people write it: whatever its case and accents, in short forms, and with or without
 * the province behind it, as in "Guimba Nueva Ecija" or "Sto. Domingo NE".
 * @param province when given, only towns there: several share a name, for example San Jose
 * @returns none, one, or those that share the name
 */
export function findTownsByName(name: string, province?: string): Town[] {
  const words = normalize(name);
  const given = province === undefined ? undefined : provincesByName.get(normalize(province));
  if (province !== undefined && given === undefined) return [];
  const whole = townsNamed(words, given);
  if (whole.length > 0) return whole;
  const within = WITHIN.exec(words)?.groups;
  if (!within || (given && within['province'] && provincesByName.get(within['province']) !== given))
    return [];
  return townsNamed(within['name'] ?? '', provincesByName.get(within['province'] ?? '') ?? given);
}

/** @returns how many letters are to be changed, added or left out until one word is another */
function distanceOf(one: string, other: string): number {
  const letters = other.split('');
  let before = [0, ...letters.map((_, nth) => nth + 1)];
  for (const [row, letter] of one.split('').entries()) {
    const next = [row + 1];
    for (const [column, each] of letters.entries()) {
      const changed = (before[column] ?? 0) + Number(letter !== each);
      next.push(Math.min(changed, (before[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    before = next;
  }
  return before.at(-1) ?? 0;
}

const LETTERS_A_SLIP = 4;
const MAX_SLIPS = 2;
const MOST_NEAR = 3;

/** @returns the towns whose name is nearly a text, the nearest first */
export function nearTowns(text: string): Town[] {
  const words = normalize(text);
  const name = (WITHIN.exec(words)?.groups?.['name'] ?? words).replace(OF_ITS_KIND, '');
  const slips = Math.min(MAX_SLIPS, Math.floor(name.length / LETTERS_A_SLIP));
  const near = [...townsByName].flatMap(([each, named]) => {
    const distance = distanceOf(name, each);
    return distance <= slips ? named.map(({ town }) => ({ town, distance })) : [];
  });
  const sorted = near.toSorted((a, b) => a.distance - b.distance).map(({ town }) => town);
  return [...new Set(sorted)].slice(0, MOST_NEAR);
}

const townsByProvince = Map.groupBy(towns, ({ province }) => normalize(province));

/** @returns the towns of a province, by its whole name, whatever its case and accents */
export const townsOfProvince = (name: string): readonly Town[] =>
  townsByProvince.get(normalize(name)) ?? [];

// The mean radius (IUGG). The error of a sphere is below 0.6 %.
const EARTH_RADIUS_KM = 6371.0088;

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const haversine = (radians: number) => Math.sin(radians / 2) ** 2;

/** @returns the straight distance between the centers of two towns, in km: roads are longer */
export function distanceKm(a: Town, b: Town): number {
  const [latitudeA, latitudeB] = [toRadians(a.latitude), toRadians(b.latitude)];
  const longitudes = toRadians(b.longitude - a.longitude);
  const chord =
    haversine(latitudeB - latitudeA) +
    Math.cos(latitudeA) * Math.cos(latitudeB) * haversine(longitudes);
  // Rounding may exceed 1.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** A town and its distance in km from another. */
interface TownAtDistance {
  town: Town;
  km: number;
}

/**
 * Finds the towns around another.
 * @param km the largest distance of the centers
 * @returns the nearest first, starting with the town itself
 */
export function townsWithin(center: Town, km: number): TownAtDistance[] {
  return listTowns()
    .map((town) => ({ town, km: distanceKm(center, town) }))
    .filter((each) => each.km <= km)
    .toSorted((a, b) => a.km - b.km);
}
