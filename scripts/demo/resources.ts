import { bananaStems } from './resources/banana-stems.ts';
import { biochar } from './resources/biochar.ts';
import { biogas } from './resources/biogas.ts';
import { blackSoldierFly } from './resources/black-soldier-fly.ts';
import { carbonisedRiceHull } from './resources/carbonised-rice-hull.ts';
import { coconutCoir } from './resources/coconut-coir.ts';
import { compost } from './resources/compost.ts';
import { cornCobs } from './resources/corn-cobs.ts';
import { cornSilage } from './resources/corn-silage.ts';
import { fruitGleaning } from './resources/fruit-gleaning.ts';
import { poultryManure } from './resources/poultry-manure.ts';
import { strawMushrooms } from './resources/straw-mushrooms.ts';
import { sugarcaneTrash } from './resources/sugarcane-trash.ts';
import { ureaStraw } from './resources/urea-straw.ts';
import { vermicompost } from './resources/vermicompost.ts';
import type { DemoResource } from './types.ts';

export const resources: DemoResource[] = [
  blackSoldierFly,
  sugarcaneTrash,
  strawMushrooms,
  cornSilage,
  ureaStraw,
  bananaStems,
  fruitGleaning,
  compost,
  carbonisedRiceHull,
  coconutCoir,
  vermicompost,
  cornCobs,
  biochar,
  biogas,
  poultryManure,
];
