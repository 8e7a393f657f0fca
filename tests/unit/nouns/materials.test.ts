import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { posts } from '#demo/posts.ts';
import {
  AMBIGUOUS_NAMES,
  findMaterials,
  materialLabel,
  materialNames,
} from '#lib/contract/exchange/materials/material-names.ts';
import {
  isMaterial,
  type MaterialKey,
  MATERIALS,
} from '#lib/contract/exchange/materials/materials.ts';

// For each post of the demo the words for its material, as they occur in the post.
const POSTS: [post: string, word: string, material: MaterialKey][] = [
  ['straw-120-bundles', 'rice straw', 'rice-straw'],
  ['straw-bales-guimba', 'straw', 'rice-straw'],
  ['straw-wet-compost', 'straw', 'rice-straw'],
  ['mandala-carabao', 'straw', 'rice-straw'],
  ['harvest-calendar', 'straw', 'rice-straw'],
  ['urea-straw-result', 'straw', 'rice-straw'],
  ['no-burn-pledge', 'straw', 'rice-straw'],
  ['eggs-for-straw', 'straw', 'rice-straw'],
  ['compost-62-degrees', 'straw', 'rice-straw'],
  ['mushroom-straw', 'straw', 'rice-straw'],
  ['young-gleaners', 'straw', 'rice-straw'],
  ['ipa-mountain', 'rice hull', 'rice-hull'],
  ['crh-batch', 'carbonized rice hull', 'carbonized-rice-hull'],
  ['darak-d1', 'bran', 'rice-bran'],
  ['palay-drying', 'palay', 'surplus-rice'],
  ['husk-two-tons', 'coconut husk', 'coconut-husk'],
  ['husk-pantabangan', 'husks', 'coconut-husk'],
  ['coir-pots', 'coir', 'coir'],
  ['cobs-sheller', 'corn cobs', 'corn-cobs'],
  ['stover-green', 'corn stalks', 'corn-stover'],
  ['silage-drums', 'silage', 'silage'],
  ['banana-trunks', 'banana trunks', 'banana-stems'],
  ['banana-fibre-class', 'banana fiber', 'banana-stems'],
  ['cane-trash', 'cane trash', 'sugarcane-tops'],
  ['bagasse-mill', 'bagasse', 'bagasse'],
  ['bagasse-mill', 'mudpress', 'mudpress'],
  ['camote-vines', 'camote vines', 'sweet-potato-vines'],
  ['mango-gleaning', 'mango', 'mango'],
  ['mango-thanks', 'fruit', 'surplus-fruit'],
  ['tomato-glut', 'tomatoes', 'surplus-vegetables'],
  ['onion-tops', 'small onions', 'onion-tops'],
  ['market-trimmings', 'trimmings', 'vegetable-trimmings'],
  ['squash-giant', 'squash', 'surplus-vegetables'],
  ['kitchen-numbers', 'vegetables', 'surplus-vegetables'],
  ['calamansi-drop', 'calamansi', 'surplus-fruit'],
  ['melon-rejects', 'melons', 'surplus-fruit'],
  ['duck-feed-wanted', 'snails', 'snails'],
  ['duck-feed-wanted', 'broken rice', 'broken-rice'],
  ['poultry-manure', 'chicken manure', 'chicken-manure'],
  ['goat-feed-mix', 'copra meal', 'copra-meal'],
  ['goat-feed-mix', 'cassava peel', 'cassava-peels'],
  ['goat-feed-mix', 'kakawate leaves', 'fodder'],
  ['compost-for-sale', 'compost', 'compost'],
  ['vermi-start', 'nightcrawlers', 'earthworms'],
  ['mushroom-first-flush', 'corn cob', 'corn-cobs'],
  ['mushroom-first-flush', 'spent bags', 'spent-mushroom-substrate'],
  ['biogas-one-year', 'manure', 'pig-manure'],
  ['biochar-night', 'bamboo', 'bamboo'],
  ['biochar-ampalaya', 'char', 'biochar'],
  ['larvae-eggs', 'black soldier fly', 'fly-larvae'],
];
const WITHOUT_MATERIAL = ['gleaning-form', 'baler-with-driver', 'co-op-meeting', 'welcome-glean'];

describe('names', () => {
  test('belong to different materials', () => {
    const file = new URL(
      '../../../src/lib/contract/exchange/materials/material-names.json',
      import.meta.url,
    );
    const keys = readFileSync(file, 'utf8').match(/^ {2}"[^"]+"/gm) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.map((key) => key.replaceAll(/[ "]/g, ''))).toEqual(MATERIALS);
    expect(MATERIALS.filter((key) => !/^[a-z]+(-[a-z]+)*$/.test(key))).toEqual([]);
  });

  test('belong to known keys', () => {
    expect(MATERIALS.filter((key) => !isMaterial(key))).toEqual([]);
    expect(isMaterial('gold')).toBe(false);
  });

  test('of a material are unique, and its label is one of them', () => {
    for (const key of MATERIALS) {
      expect(materialNames(key)).toContain(materialLabel(key));
      for (const name of materialNames(key))
        expect([name, findMaterials(name)]).toEqual([name, [key]]);
    }
  });

  test.each(Object.entries(AMBIGUOUS_NAMES))('find several materials for %s', (name, keys) => {
    expect(keys.length).toBeGreaterThan(1);
    expect(findMaterials(name)).toEqual(keys);
  });
});

describe('a word finds its material', () => {
  test.each<[text: string, ...MaterialKey[]]>([
    ['dayami', 'rice-straw'],
    ['GARAMI', 'rice-straw'],
    ['Ipá ng palay', 'rice-hull'],
    ['ipot manok', 'chicken-manure'],
    ['takki ti nuang', 'cattle-manure'],
    ['takla damulag', 'cattle-manure'],
    ['brewer’s grain', 'brewers-grain'],
    ['water lilies', 'water-plants'],
    ['kaning baboy', 'kitchen-scraps'],
    ['mango', 'mango'],
    ['rice straw near Guimba', 'rice-straw'],
    ['husks of coconut', 'rice-hull', 'coconut-husk'],
    ['coconut husk or copra meal', 'coconut-husk', 'copra-meal'],
    ['straw, straw and darak', 'rice-straw', 'rice-bran'],
  ])('%s', (text, ...keys) => {
    expect(findMaterials(text)).toEqual(keys);
  });

  test.each(['', '!', 'tractor', 'strawberry', `${'x '.repeat(2000)}dayami`])(
    'no material is found in other words',
    (text) => {
      expect(findMaterials(text)).toEqual([]);
    },
  );
});

describe('a post of the demo', () => {
  test.each(POSTS)('%s contains %s', (key, word, material) => {
    const post = posts.find((each) => each.key === key);
    expect(`${post?.title} ${post?.description}`.toLowerCase()).toContain(word);
    expect(findMaterials(word)).toContain(material);
  });

  test('is about a material, or listed as about none', () => {
    const listed = new Set([...POSTS.map(([key]) => key), ...WITHOUT_MATERIAL]);
    expect(new Set(posts.map(({ key }) => key))).toEqual(listed);
  });
});
