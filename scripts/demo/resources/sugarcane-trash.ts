import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const sugarcaneTrash: DemoResource = {
  key: 'sugarcane-trash',
  title: 'Do not light it: cane trash and bagasse as mulch, compost and feed',
  cover: 'covers/sugarcane-trash',
  publishedDaysAgo: 8,
  blocks: [
    text(
      'A hectare of cane leaves 7 to 12 tons of dry leaves on the ground. In ten minutes of fire nearly all of its nitrogen and most of its sulphur go up as smoke, about 40 kg of nitrogen on each hectare, and the organic matter with it. What stays is ash that the first rain carries off. This page is about the other way.',
    ),
    heading('Trash as mulch in the ratoon'),
    text(
      'Rake the leaves into every second row within a week after the harvest and leave the row between open. Irrigation water, off-barring and fertiliser go through the open row. Change the rows in the next ratoon. A cover of 10 to 15 cm keeps down most of the weeds, saves one or two irrigations in the dry months and keeps the soil at noon several degrees cooler.',
    ),
    image('diagrams/cane-mulch'),
    text(
      'The leaves are poor in nitrogen, with 70 to 120 parts of carbon for one part of nitrogen. In the first year the microbes borrow from the soil, so put the full nitrogen dose in the open row or under the trash, never on top of it, where it turns to gas. From the second year on you may reduce it, with a soil test as your guide. In trials that ran for three years, mulched ratoons gave 10 to 30 percent more than burned ones, and the gain grew with each year.',
    ),
    heading('Drawbacks, honestly'),
    text(
      'Thick trash in wet, heavy clay keeps the stools cold and slows the sprouting: there, uncover the stools, or bale half. Rats like it, so keep borders clean and put up owl perches. Borers and white grubs may hide in it; in badly infested fields compost the trash away from the rows. And dry trash burns: plough a firebreak of 3 meters along roads and agree with the neighbours on a watch.',
    ),
    heading('Trash compost'),
    text(
      'Take 1 ton of trash, 300 to 400 kg of mudpress (filter cake) or 250 kg of chicken manure, and water to 60 percent. Chop it or let a tractor drive over it first, for long leaves mat and shed water. Windrows 2 m wide and 1.5 m high, turned in weeks 1, 2, 4 and 7, are ready in three to four months. The ton becomes about 500 kg of compost.',
    ),
    heading('Bagasse and mudpress'),
    text(
      'One ton of milled cane leaves 250 to 300 kg of bagasse with half its weight in water, and 30 to 40 kg of mudpress. Most bagasse fires the boilers of the mill; what is over makes litter, mulch and, fresh from the mill, mushroom substrate. It is very slow in compost, at 100 to 150 to 1. Mudpress is the reverse: soft, near 15 to 25 to 1, rich in phosphorus and calcium, and worms love it when it has cooled.',
    ),
    text(
      'Old, dry bagasse that has heated in a pile carries moulds whose spores cause a lung disease with the name bagassosis: fever and hard breathing some hours after work. Wet the pile before you load it, stand upwind and wear a real mask. A fresh mudpress pile heats up and can burn the feet under a cool crust.',
    ),
    heading('Cane tops for cattle'),
    text(
      'The green tops are the best part for animals: fresh, with 5 to 6 percent protein in the dry matter and some sugar. Chop and feed 10 to 15 kg a day to a grown animal, with a protein source such as kakawate or copra meal. They make silage too, chopped and pressed, with nothing added. The dry trash is poorer than straw and is not worth feeding. Bagasse from the mill is nearly wood; leave it to those with steam treatment.',
    ),
    heading('Baling for sale'),
    text(
      'Where a baler can work, 4 to 5 tons on each hectare can go to boilers, mushroom growers and dairy farms, and the rest should stay as cover. Bale it below 20 percent moisture, after four to six dry days. Do not take everything every year: the soil needs its share as well.',
    ),
    heading('Start small'),
    text(
      'Leave one hectare green this year and count weeders, irrigations and canes per meter against the field beside it. Write the numbers in the forum. Your neighbour believes a field that he can walk in.',
    ),
  ],
};
