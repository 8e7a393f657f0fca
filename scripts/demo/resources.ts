import { join } from 'node:path';

import { readText } from '#scripts/operator/files.ts';
import { readDraft } from '#scripts/operator/resource-file.ts';

import type { DemoResource } from './types.ts';

/** By key: how many days ago the resource was published. */
const PUBLISHED_DAYS_AGO = {
  'black-soldier-fly': 2,
  'sugarcane-trash': 8,
  'straw-mushrooms': 12,
  'corn-silage': 19,
  'urea-straw': 26,
  'banana-stems': 33,
  'fruit-gleaning': 40,
  compost: 47,
  'carbonised-rice-hull': 54,
  'coconut-coir': 61,
  vermicompost: 68,
  'corn-cobs': 75,
  biochar: 83,
  biogas: 90,
  'poultry-manure': 104,
};

type Key = keyof typeof PUBLISHED_DAYS_AGO;

/** The resources translated to Filipino: `resources/fil/<key>.md`. */
const IN_FILIPINO: Key[] = [
  'straw-mushrooms',
  'corn-silage',
  'urea-straw',
  'compost',
  'carbonised-rice-hull',
  'biochar',
];

/** Reads a file of `resources`, in the operator's format, with names of demo images. */
async function readResource(key: Key, language: string, folder = '.'): Promise<DemoResource> {
  const file = join(import.meta.dirname, 'resources', folder, `${key}.md`);
  const publishedDaysAgo = PUBLISHED_DAYS_AGO[key];
  return { key, language, publishedDaysAgo, ...readDraft(await readText(file)) };
}

const keys = Object.keys(PUBLISHED_DAYS_AGO) as Key[];

/** Translations follow their originals, and share the key. */
export const resources: DemoResource[] = await Promise.all([
  ...keys.map((key) => readResource(key, 'en')),
  ...IN_FILIPINO.map((key) => readResource(key, 'fil', 'fil')),
]);
