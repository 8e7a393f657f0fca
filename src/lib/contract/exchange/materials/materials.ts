// Farm residues, in the order of forms. Names are in material-names.json, weights in material-weights.json: pages
// that only check a key need not load them (docs/decisions/0043-towns-and-materials.md).

/** Listings store these keys: a released key must stay. */
export const MATERIALS = [
  'rice-straw',
  'rice-hull',
  'carbonized-rice-hull',
  'rice-bran',
  'broken-rice',
  'surplus-rice',
  'corn-stover',
  'corn-cobs',
  'silage',
  'sugarcane-tops',
  'bagasse',
  'mudpress',
  'coconut-husk',
  'coir',
  'coconut-shell',
  'copra-meal',
  'banana-stems',
  'banana-rejects',
  'mango',
  'surplus-fruit',
  'vegetable-trimmings',
  'surplus-vegetables',
  'onion-tops',
  'cassava-peels',
  'sweet-potato-vines',
  'legume-hay',
  'peanut-shells',
  'chicken-manure',
  'cattle-manure',
  'pig-manure',
  'goat-manure',
  'compost',
  'vermicast',
  'earthworms',
  'fly-larvae',
  'biochar',
  'fish-waste',
  'brewers-grain',
  'soybean-pulp',
  'market-waste',
  'kitchen-scraps',
  'spent-mushroom-substrate',
  'sawdust',
  'bamboo',
  'prunings',
  'fodder',
  'water-plants',
  'whey',
  'egg-rejects',
  'snails',
] as const;

export type MaterialKey = (typeof MATERIALS)[number];

const KEYS: ReadonlySet<string> = new Set(MATERIALS);

export const isMaterial = (key: string): key is MaterialKey => KEYS.has(key);
