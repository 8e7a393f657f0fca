import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const strawMushrooms: DemoResource = {
  key: 'straw-mushrooms',
  title: 'Kabuteng saging on rice straw: a bed that feeds you in three weeks',
  cover: 'covers/straw-mushrooms',
  publishedDaysAgo: 12,
  blocks: [
    text(
      'The straw mushroom, Volvariella volvacea, is the one mushroom that likes our hottest months. It asks for clean straw, water, shade and about three weeks. It needs no steam boiler and no laboratory, only spawn from a grower you trust, and when it is finished the old straw is still good for compost.',
    ),
    heading('Choose the straw before anything else'),
    text(
      'Use long, golden straw from the last harvest that was stacked dry and never got rained on. Grey straw, or straw that smells of earth, already belongs to wild moulds, and they will win. Ask the owner which fungicides were sprayed; leave straw that was treated in the last month. For a bed of two meters you need about 30 to 40 kg of dry straw, and you can mix in dried banana leaves.',
    ),
    image('diagrams/mushroom-steps'),
    heading('Bundle and soak'),
    text(
      'Tie the straw in bundles 10 to 15 cm thick with all the butt ends on one side, and cut them to 45 to 60 cm. Push the bundles under clean water and weigh them down overnight, 12 hours or a little more. Lift them out and let them drain until no water runs. A fistful that is twisted hard should give only a few drops: that is around 65 to 70 percent moisture.',
    ),
    heading('Build the bed'),
    text(
      'Work in the shade, under trees or in a low house, on a base of beaten soil or boards 10 to 15 cm above the ground so that rain cannot enter. Lay one layer of bundles side by side with the butts facing out, and the next layer with the butts facing the other side. Press each layer flat with your hands and knees; a loose bed dries and does not warm up.',
    ),
    text(
      'On every layer put pieces of spawn as large as a thumb, 10 cm in from the edge and 10 cm apart, never in the middle, where the bed becomes too hot. Dust the places with a little rice bran if you have it, not more than 2 percent of the straw. Four to six layers are enough. Finish with a layer of straw without spawn.',
    ),
    image('diagrams/mushroom-bed'),
    heading('Warm, dark and damp'),
    text(
      'Cover the bed with clean plastic sheet. For the first days the inside should stay at 32 to 38 °C while white threads run through the straw. Do not water yet. If a thermometer in the middle passes 40 °C, lift the sheet for an hour. After five to seven days, when the threads reach the surface, open the sides every morning and evening for air, and keep the air moist with a fine spray around the bed, not on it. Fruiting is best at 28 to 32 °C.',
    ),
    heading('Harvest in the egg stage'),
    text(
      'Pinheads like grains of rice show between the tenth and the fourteenth day. Three or four days later they are eggs. Pick them then, before the skin breaks, with a small twist, twice a day, for they open in hours. A first flush takes three to five days, a weaker second one follows after a week of rest. Ten kilos of dry straw commonly give 1 to 1.5 kg of mushrooms outdoors, and more in a closed house. Sell or cook them the same day. They spoil in an ordinary refrigerator; blanch them if they must wait.',
    ),
    heading('Mistakes we have made for you'),
    text(
      'Green or black patches are mould: cut them out with a wide margin and bury them. Small grey umbrellas that melt into ink are Coprinus, a sign of too much nitrogen or straw that was too wet; they take food but are not a disaster. A bed that stays cold was packed too loosely or soaked too little. Ants and mites come for the bran, so put less of it and keep a line of ash around the base.',
    ),
    heading('One serious warning'),
    text(
      'Eat only what grew from spawn that you planted, and only if it looks exactly like the rest. In the egg stage some deadly Amanita look very much like kabuteng saging. Cut a doubtful egg in half and do not taste it. Never sell or give away wild ones. Wear a mask when you pull an old dry bed apart, because the spores and dust irritate the lungs. When the bed is done, break it up, mix it with manure and compost it. One harvest of palay has then fed people twice and the soil once.',
    ),
  ],
};
