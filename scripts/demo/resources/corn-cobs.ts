import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const cornCobs: DemoResource = {
  key: 'corn-cobs',
  title: 'Corn cobs: dry them, sort them, and do not give them away too soon',
  cover: 'covers/corn-cobs',
  publishedDaysAgo: 75,
  blocks: [
    text(
      'For every 100 kg of shelled yellow corn there are about 18 to 20 kg of cobs. They come in one place, on one day, clean and nearly all of one size. Few farm wastes are so easy to sell, and still most of them are burned behind the sheller.',
    ),
    heading('First, moisture'),
    text(
      'Cobs hold more water than the grain: when the grain is at 20 percent, the cob can be at 35. Spread them 15 cm deep under a roof or on concrete and turn them daily, until a cob breaks with a snap. That is below 15 percent, and then they keep in a ventilated crib or in net sacks for a year. In a wet heap they heat up and grow mould in three days.',
    ),
    heading('Second, mould'),
    text(
      'Throw out cobs with yellow-green, grey or pink mould. The fungi that make aflatoxin and fumonisin live on cobs and kernels alike, and the poison stays after the mould has dried. A mouldy cob may go into a hot compost heap or a furnace. It may never go to an animal, a mushroom bag or a litter for chicks.',
    ),
    image('diagrams/cob-uses'),
    heading('Mushroom bags'),
    text(
      'Crush dry cobs to pieces of 5 to 15 mm. By dry weight take 88 parts of cob, 10 parts of rice bran, 1 part of lime and 1 part of gypsum. Soak the cob overnight first, because the pith inside drinks slowly, and mix until a squeezed fistful gives one or two drops: 60 to 65 percent moisture. Fill the bags, steam them near 100 °C for six hours, cool, and plant with oyster mushroom spawn with clean hands. Expect 50 to 80 kg of fresh mushrooms for each 100 kg of dry mix over two or three months.',
    ),
    heading('Litter'),
    text(
      'Ground cobs take up about twice their weight in water and make a soft floor for chicks, quails and goats. Pieces between a rice grain and a pea are best. Start with a layer of 5 to 8 cm, stir it each week, and sell it afterwards as compost material with the manure already in it.',
    ),
    heading('Fuel'),
    text(
      'A kilo of dry cobs gives about 15 to 16 MJ, so three kilos replace a kilo of LPG with a fair stove. They burn hot and short. Flatbed dryers use them in the same furnace as rice hull; mix half and half for a steadier heat. The ash is rich in potassium: keep it dry and spread a handful per square meter in the garden.',
    ),
    heading('Feed for ruminants only'),
    text(
      'Cobs are roughage and not corn. They hold about 3 percent protein, and are digested a little better than straw, about half. Grind them to 6 or 10 mm and mix them with molasses and a protein feed such as copra meal, kakawate leaves or a urea-molasses lick. For growing cattle keep them under 20 to 30 percent of the dry ration. Whole cobs are dangerous: a dog or a calf can choke on one, or get a blocked gut that only surgery can open. They are of no use to pigs or poultry, other than to fill.',
    ),
    heading('Compost and char'),
    text(
      'The carbon to nitrogen ratio is close to 100 to 1, so a whole cob needs a year in the soil. Crushed and mixed with the same volume of chicken manure it is finished in three to four months. Whole dry cobs are among the best fuels for a small biochar kiln: even, airy, and turned to char in less than an hour.',
    ),
    heading('Price it by use'),
    text(
      'Mushroom growers and feed mills pay for clean and dry. Furnaces pay for weight. Compost makers pay for hauling. So sort on the day of shelling, cover the first heap, and post each with its moisture, its weight and a clear photo. If you do not own a moisture meter, write the truth: snaps, bends or is wet.',
    ),
  ],
};
