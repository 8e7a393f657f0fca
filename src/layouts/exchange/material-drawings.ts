import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import type { MaterialKey } from '#lib/contract/exchange/materials/materials.ts';

import banana from './drawings/banana.svg?raw';
import can from './drawings/can.svg?raw';
import cane from './drawings/cane.svg?raw';
import coconut from './drawings/coconut.svg?raw';
import corn from './drawings/corn.svg?raw';
import fish from './drawings/fish.svg?raw';
import fruit from './drawings/fruit.svg?raw';
import grain from './drawings/grain.svg?raw';
import mushroom from './drawings/mushroom.svg?raw';
import soil from './drawings/soil.svg?raw';
import straw from './drawings/straw.svg?raw';
import truck from './drawings/truck.svg?raw';
import vegetables from './drawings/vegetables.svg?raw';
import wood from './drawings/wood.svg?raw';
import worms from './drawings/worms.svg?raw';

/** A drawing for each family of materials. */
const DRAWINGS: Record<MaterialKey, string> = {
  'rice-straw': straw,
  'rice-hull': grain,
  'carbonized-rice-hull': soil,
  'rice-bran': grain,
  'broken-rice': grain,
  'surplus-rice': grain,
  'corn-stover': corn,
  'corn-cobs': corn,
  silage: straw,
  'sugarcane-tops': cane,
  bagasse: cane,
  mudpress: soil,
  'coconut-husk': coconut,
  coir: coconut,
  'coconut-shell': coconut,
  'copra-meal': coconut,
  'banana-stems': banana,
  'banana-rejects': banana,
  mango: fruit,
  'surplus-fruit': fruit,
  'vegetable-trimmings': vegetables,
  'surplus-vegetables': vegetables,
  'onion-tops': vegetables,
  'cassava-peels': vegetables,
  'sweet-potato-vines': vegetables,
  'legume-hay': straw,
  'peanut-shells': grain,
  'chicken-manure': soil,
  'cattle-manure': soil,
  'pig-manure': soil,
  'goat-manure': soil,
  compost: soil,
  vermicast: soil,
  earthworms: worms,
  'fly-larvae': worms,
  biochar: soil,
  'fish-waste': fish,
  'brewers-grain': grain,
  'soybean-pulp': grain,
  'market-waste': vegetables,
  'kitchen-scraps': vegetables,
  'spent-mushroom-substrate': mushroom,
  sawdust: wood,
  bamboo: cane,
  prunings: wood,
  fodder: straw,
  'water-plants': fish,
  whey: can,
  'egg-rejects': can,
  snails: worms,
};

/** The drawing, as markup, of a listing without a photo; services show a truck. */
export const drawingOf = ({ kind, material }: Pick<Listing, 'kind' | 'material'>): string =>
  kind === 'service' ? truck : (DRAWINGS[material as MaterialKey] ?? straw);
