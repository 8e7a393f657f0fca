import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const coconutCoir: DemoResource = {
  key: 'coconut-coir',
  title: 'Bunot is two products: fibre for rope and dust for seedlings',
  cover: 'covers/coconut-coir',
  publishedDaysAgo: 61,
  blocks: [
    text(
      'About a third of the weight of a mature nut is husk, and after copra-making most of it is burned or left by the road. Yet a husk comes apart into two things that people buy: about 30 percent of its dry weight is fibre, and about 70 percent is pith, the brown crumbs that we call coir dust or coco peat.',
    ),
    image('diagrams/coir-parts'),
    heading('What buyers ask for'),
    text(
      'Fibre buyers want long strands, bright brown, below 15 to 18 percent moisture and free from sand and shell. They use it for rope, doormats, mattress filling and the nets that hold riverbanks. Growers want pith that is washed, crumbly and free of weed seeds. Expect roughly 80 to 90 grams of fibre from one husk, so eleven or twelve husks for a kilo.',
    ),
    heading('Storing husks until you have a load'),
    text(
      'Keep them under a roof or in a loose pile on poles, away from the kitchen. A wet pile breeds mosquitoes in the cups of the husks, and dengue with them, so turn the cups down. Dry husk burns fast: no smoking, and a clear strip of bare ground around the pile.',
    ),
    heading('Getting the fibre out'),
    text(
      'By hand, soak the husks in water until the pith loosens, beat them with a wooden mallet, comb and dry. For brown husks in fresh water the soaking takes some months, and that water turns brown, stinks and kills fish, so never do it in a creek or an irrigation canal. A decorticator does the same in minutes after one or two days of wetting. Its drum does not know your hand from a husk: feed it with a stick, with no gloves or loose sleeves near the teeth, and with a guard and a stop button that works.',
    ),
    text(
      'Wear a mask and glasses when the machine runs or when you sift dry pith. The dust is fine and irritates.',
    ),
    heading('Washing the pith'),
    text(
      'Raw coir dust carries potassium and sodium salts, more if the palms stand near the sea or the husks lay in brackish water. Seedlings burn in it. Put it in net sacks, soak it in clean water for a day, drain, and repeat two or three times until the water that runs out is pale. With a meter, stop when the electrical conductivity of the drained water is below 0.5 mS/cm. Without a meter, sow twenty pechay seeds in it: eighteen good seedlings after five days mean yes.',
    ),
    image('diagrams/coir-wash'),
    text(
      'Washed pith still holds sodium and potassium that it exchanges for calcium. For seedlings that stay long, soak the last time in water with 5 grams of calcium nitrate in each liter, overnight, and drain. For two weeks of pechay you can skip this.',
    ),
    heading('Using it'),
    text(
      'Coir dust holds eight or nine times its dry weight in water, has a pH of about 5.5 to 6.5 and almost no food for plants. So never use it alone for more than the first days. A mix that works for vegetable seedlings is two parts washed coir dust, one part carbonised rice hull and one part sieved compost or vermicast. In sandy beds, a layer of 3 to 5 cm dug in to a hand’s depth keeps water for two more days in April.',
    ),
    text(
      'For compost remember that pith is very rich in carbon and lignin, about 100 parts of carbon to one of nitrogen, and rots slowly. Mix one sack with one sack of fresh chicken manure, wet it well and give it three to four months.',
    ),
    heading('Other good uses'),
    text(
      'Half husks, cups down, make a mulch around young fruit trees that lasts two years and keeps the bolo away from the bark. Chips of one or two centimeters hold orchids. Short fibre pressed with starch makes pots that can be planted together with the seedling. Pith is clean litter for brooding chicks if it is dry and free of dust. As fuel, dry husk gives about 16 MJ for each kilo, near to firewood; burn it in a proper stove and never in an open heap.',
    ),
  ],
};
