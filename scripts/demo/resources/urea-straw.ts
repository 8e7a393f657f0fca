import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const ureaStraw: DemoResource = {
  key: 'urea-straw',
  title: 'Better than plain dayami: treating rice straw with urea for cattle and carabao',
  cover: 'covers/urea-straw',
  publishedDaysAgo: 26,
  blocks: [
    text(
      'Plain rice straw fills the stomach but hardly feeds. It holds only about 4 percent crude protein, and an animal digests some 40 to 45 percent of it. Urea, moisture and three weeks without air change that: the urea turns to ammonia, the ammonia opens the hard fibre and leaves nitrogen behind. Protein rises to about 8 percent, and digestibility by 5 to 10 points. The animals also eat more of it.',
    ),
    image('diagrams/urea-protein'),
    heading('What you need for 100 kg of straw'),
    text(
      'Take 100 kg of dry, clean straw, 4 kg of urea (46-0-0, the ordinary fertiliser) and 40 to 50 liters of clean water. Weigh the urea on a scale and do not guess by the can. More than 5 percent does not help and becomes dangerous. You also need a plastic sheet without holes, a watering can and a pit, a crib or strong plastic bags.',
    ),
    image('diagrams/urea-recipe'),
    heading('How to do it'),
    text(
      'Dissolve the urea completely in the water; stir until you feel no grains at the bottom. Spread the sheet, lay straw 15 to 20 cm deep, and sprinkle it evenly with its share of the solution. Ten kilos of straw take a little more than four liters. Turn it with a fork so that every stem is wet, stamp it hard, and go on layer by layer. Fold the sheet over the top, weigh it down with soil or sacks of sand and close every opening. If you can smell ammonia around the stack during the next days, find the leak and seal it.',
    ),
    text(
      'Leave it sealed for two to three weeks. In the hot months 14 days can be enough; in the cool months, or when in doubt, give it 21. Good straw comes out soft and caramel brown with a sharp smell of ammonia and no mould. Throw away any part that is white, black or slimy.',
    ),
    heading('Feeding it'),
    text(
      'Take out what you need for one day, close the stack again, and let the straw air in the shade overnight, or for some hours at the least, until the smell is weak. On the first day mix 1 kg with the usual straw or grass, and increase over ten to fourteen days. A grown cow or carabao of 350 to 400 kg will then eat 6 to 8 kg a day.',
    ),
    text(
      'The straw is a base and not a complete ration. Give also 5 to 10 kg of green forage such as napier, kakawate or ipil-ipil for vitamins, some energy such as 0.5 to 1 kg of rice bran, salt or a mineral lick, and water at all times. The microbes in the rumen need that energy at the same time as the nitrogen, otherwise the ammonia is wasted.',
    ),
    heading('Who must not eat it'),
    text(
      'Only grown ruminants: cattle, carabao, and adult goats and sheep in smaller amounts. Never give it to calves below six months, whose rumen is not yet working, and never to horses, pigs, rabbits or poultry. Do not feed it to hungry or thin animals that are new to it, and never together with another source of urea such as a urea-molasses block.',
    ),
    heading('Safety'),
    text(
      'Urea poisoning is quick. Trembling, bloat, froth at the mouth, staggering and hard breathing within an hour of eating mean: take the feed away, call the veterinarian at once, and drench a grown animal with 2 to 4 liters of vinegar mixed with as much cold water. Keep vinegar in the barn before you begin. Store urea and solution where no animal can lick them, and never leave a bucket standing.',
    ),
    text(
      'Do not add molasses before the treatment, and do not treat young green hay this way. Ammonia and sugar in a closed warm stack can form a poison that makes cattle run in circles, and cows pass it on in the milk. Sugar is welcome at the trough, after the airing. Open the stack from the side where the wind comes from and keep your face away: the first breath of ammonia burns eyes and lungs. Wear gloves, and wash with much water if the solution touches you.',
    ),
    heading('Does it pay?'),
    text(
      'Count the price of 4 kg of urea, the sheet over several uses, and half a day of work for each 100 kg. It pays when green feed is scarce, from January to May for most of us, and for cows in milk or working carabaos. In the rainy season, with grass at the fence, plain straw for filling is enough.',
    ),
  ],
};
