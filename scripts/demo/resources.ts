import { join } from 'node:path';

import { readText } from '#scripts/operator/files.ts';
import { readDraft } from '#scripts/operator/resource-file.ts';

import type { DemoResource } from './types.ts';

/** By key: how many days ago a resource was published. */
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

/** Reads `resources/<key>.md`, in the operator's format with the names of images of the demo. */
async function readResource([key, publishedDaysAgo]: [string, number]): Promise<DemoResource> {
  const file = join(import.meta.dirname, 'resources', `${key}.md`);
  return { key, publishedDaysAgo, ...readDraft(await readText(file)) };
}

export const resources: DemoResource[] = await Promise.all(
  Object.entries(PUBLISHED_DAYS_AGO).map(readResource),
);
