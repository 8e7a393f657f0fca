import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const blackSoldierFly: DemoResource = {
  key: 'black-soldier-fly',
  title: 'Black soldier fly: feed from what the market throws away',
  cover: 'covers/black-soldier-fly',
  publishedDaysAgo: 2,
  blocks: [
    text(
      'The black soldier fly, Hermetia illucens, looks like a thin wasp, does not bite, does not come into kitchens and as an adult does not even need to eat. Its larvae are another matter: in two weeks they turn a crate of soft cabbage and fruit into protein and fat that chickens, ducks, pigs and tilapia fight for, and into a crumbly fertiliser.',
    ),
    image('diagrams/bsf-cycle'),
    heading('The right fly'),
    text(
      'The larva is flat, grey-brown and tough, with a small dark head, and grows to 2 cm. A house-fly maggot is white, round and pointed. Before they turn into pupae the larvae become dark and climb out of the food by themselves. If your tray is full of white maggots, the waste was too wet and too fresh, and too few soldier flies were in it.',
    ),
    heading('What they eat'),
    text(
      'Vegetable trimmings, ripe fruit, rice washings, spoiled rice, okara, brewer’s grain, and bran to balance it. Cut it to 1 or 2 cm and let it drain: 70 to 80 percent moisture, like thick porridge that does not run. Cabbage and pechay alone are watery, so mix in 10 percent darak or dry coconut meal. Leave out onion skins, much citrus, bones and anything with pesticide, soap or salt. Do not use slaughterhouse or kitchen waste with meat for larvae that will feed pigs: swine fever travels that way, and swill with meat is forbidden.',
    ),
    image('diagrams/bsf-bin'),
    heading('A tray that works'),
    text(
      'Take a crate of 60 by 40 cm, 15 to 20 cm deep. Put in 10,000 young larvae five days old (about a tablespoon, less than 20 grams) and feed 15 kg of wet waste in three portions, on days 1, 5 and 8, never deeper than 5 to 7 cm at once. Keep the trays in shade, with air moving, at 27 to 32 °C; the larvae make their own heat and begin to flee above 40. On about day 12 they are cream-coloured and fat. Harvest then. From 15 kg of waste expect 2 to 3 kg of fresh larvae and 4 to 5 kg of residue.',
    ),
    heading('Getting eggs'),
    text(
      'To begin, hang strips of corrugated cardboard over a bucket of fermenting bran and fruit in the shade of trees; wild females lay in the gaps, small cream-coloured clusters of 300 to 800 eggs. They hatch in about four days. Later, keep back a few hundred dark larvae in dry coir dust, where they become flies in about two weeks. Put them in a net cage of 2 × 2 × 2 meters with sunlight in the morning, leaves, a spray of water and egg strips over a smelly lure. The adults live only for a week or so.',
    ),
    heading('Harvest and feed'),
    text(
      'Sieve the larvae from the crumbs, or give them a ramp of 30 to 40 degrees that leads to a bucket: those ready to pupate walk up it. Wash, drop them in boiling water for one or two minutes, and then feed them the same day, freeze them or dry them in the sun under a net to below 10 percent moisture. Dry larvae hold 35 to 45 percent protein and 25 to 35 percent fat, with much calcium.',
    ),
    text(
      'Use them to replace a part of fish meal or soy and not the whole feed: about 10 to 15 percent of the dry ration for layers and native chickens, up to 20 for tilapia, and a handful of live ones a day for ducks as a treat. Start small and watch the droppings. What larvae eat they can carry, so larvae from market waste go to animals that you would eat with a good conscience.',
    ),
    heading('The residue'),
    text(
      'The black crumbs are not yet finished compost. Let them ripen for four weeks with some straw, or give them to worms. Then use them like compost at 1 kg per square meter.',
    ),
    heading('Keeping the neighbours'),
    text(
      'Smell comes from waste that is not eaten. Feed less, stir in dry ipa char, cover each feeding with a thin layer of coir dust and wash the floor. Stand the legs of the racks in oil or soapy water against ants. Nets keep out house flies, rats and lizards. Wear gloves and a mask when sieving, since some people become allergic to the dust.',
    ),
  ],
};
