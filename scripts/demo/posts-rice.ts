import type { DemoPost } from './types.ts';

/** Straw, hull and bran: residues of the rice harvest. */
export const ricePosts: DemoPost[] = [
  {
    key: 'straw-120-bundles',
    author: 'maria',
    title: '120 bundles of rice straw, dry, free to whoever picks them up',
    description:
      'We finished threshing on Tuesday and the straw is stacked under a tarp beside the road in San Isidro. It has not been rained on. A truck can reach it until the weekend, then we need the field for land preparation. Bring your own rope, and please leave the tarp; it is borrowed. Text me when you are at the chapel and my son will meet you.',
    minutesAgo: 132,
    images: [
      'posts/straw-bundles-road',
      'posts/straw-bundles-dawn',
      'posts/straw-truck',
      'posts/arayat-field',
    ],
  },
  {
    key: 'straw-bales-guimba',
    author: 'luz',
    title: '46 round bales of straw in Guimba, 15 kilos each',
    description:
      'The baler passed through our two hectares yesterday. 46 bales, about 15 kg each, clean and dry, standing in the field along the irrigation road. I am asking 35 pesos a bale to pay the baler, or trade: I need carabao manure for the vermi beds. Smallest lot is ten bales.',
    minutesAgo: 1580,
    images: ['posts/straw-round-bales'],
  },
  {
    key: 'straw-wet-compost',
    author: 'rosario',
    title: 'Rained-on straw, is it still good for anything?',
    description:
      'Kumusta po, bago lang ako dito. Half of our straw got wet in last week’s rain before we could stack it and it is starting to smell like earth inside. About one truckload in Zaragoza. My neighbor says burn it, but my daughter read that burning is not allowed and bad for the soil. Can anyone use it, or should I just spread it?',
    minutesAgo: 745,
    images: ['posts/rain-on-straw'],
  },
  {
    key: 'mandala-carabao',
    author: 'lito',
    title: 'How my father built a mandala that stays dry inside',
    description:
      'One bamboo pole, straight, four meters. Lay the first ring on cut branches so the bottom can breathe. Heads of the straw face in, butt ends face out and a little down, so the rain walks off like on a nipa roof. Step on every layer close to the pole, never near the edge. Cap it with cogon and tie. Ours fed two carabaos from December until the first rains of May and only the outside two fingers turned gray.',
    minutesAgo: 8_330,
    images: ['posts/straw-mandala', 'posts/carabao-straw'],
  },
  {
    key: 'ipa-mountain',
    author: 'ramon',
    title: 'Ipa (rice hull) at the mill, 3 truckloads a week, load it yourself',
    description:
      'Harvest is in and the hull pile behind our mill in Cabanatuan is higher than the roof again. Free for Glean members who load it themselves, Monday to Saturday, 7 to 11 in the morning when the loader man is around. It is dry and clean, no plastic. Bring your own sacks and a net for the truck, because ipa flies and the barangay complains to me and not to you.',
    minutesAgo: 290,
    images: ['posts/hull-pile-mill', 'posts/hull-sacks'],
  },
  {
    key: 'crh-batch',
    author: 'ramon',
    title: 'Carbonized rice hull, 60 sacks ready, 120 pesos a sack',
    description:
      'New batch from the open-type carbonizer, quenched and dried in the shade. Black all the way with very little gray, so it is char and not ash. About 13 kg a sack. Good for seedling mix one to one with compost and soil, and as litter under the chickens. Vegetable growers of Guimba, we deliver on Thursday if your orders fill half the truck.',
    minutesAgo: 4_210,
    images: ['posts/hull-kiln', 'posts/seedlings-crh'],
  },
  {
    key: 'darak-d1',
    author: 'ramon',
    title: 'Fresh darak D1, milled this morning, 17 pesos a kilo',
    description:
      '30 sacks of 50 kg. Please take only what your animals can finish in two to three weeks: bran turns rancid fast in this heat, and then the hens stop eating. If you buy five sacks or more I will keep the next milling date for you.',
    minutesAgo: 2_905,
    images: ['posts/darak-sacks'],
  },
  {
    key: 'palay-drying',
    author: 'maria',
    title: 'Salamat sa mga tumulong: palay safe before the rain',
    description:
      'Nine neighbors and two Glean members I had never met came with rakes when the sky went dark on Saturday. We bagged 84 cavans in forty minutes and only three got wet. To Mark and the young people from Malolos: you left before the arroz caldo was ready, so you are owed. The straw from this field will be posted next week, and you get first choice.',
    minutesAgo: 11_760,
    images: ['posts/palay-drying', 'posts/meeting-hut'],
  },
  {
    key: 'harvest-calendar',
    author: 'maria',
    title: 'San Isidro harvest dates, so buyers can plan the trucks',
    description:
      'Our irrigators’ association finally agreed. Upper canal, about 38 hectares, cuts first; the lower canal follows nine days later. Expect around 4 tons of straw a hectare if it is gathered the same week. Tell me here how many hectares you can pick up and I will match you with owners who would rather not burn. If two trucks share one road we all save diesel.',
    minutesAgo: 19_450,
    images: ['posts/palay-harvest'],
  },
  {
    key: 'urea-straw-result',
    author: 'dante',
    title: 'Urea-treated straw after three weeks: our carabaos cleaned the trough',
    description:
      'We opened the first pit on Monday. 500 kg of Maria’s straw, 20 kg urea in 225 liters of water, covered with laminated sack and soil for 21 days. Color is caramel brown and the smell makes you cry, so we aired it overnight before feeding. Started with one kilo a head and went up slowly over ten days. Milk is up by about half a liter a head compared with plain straw, same darak. Adults only, and never for calves, horses or pigs.',
    minutesAgo: 14_900,
    images: ['posts/cows-shed', 'posts/carabao-straw'],
  },
  {
    key: 'baler-with-driver',
    author: 'boyet',
    title: 'Round baler with a driver, for fields around Guimba',
    description:
      'The cooperative’s baler does about four hectares in a dry day. We bring the driver and the twine; you open the gate and keep the water out for five days before. Write the hectares and the week, and I will put you on the list, nearest fields first so that we lose no diesel.',
    minutesAgo: 33_300,
    images: [],
  },
  {
    key: 'no-burn-pledge',
    author: 'staff',
    title: 'The no-burn list for this season is open',
    description:
      'Twenty-six farms have already promised not to burn straw this season, 91 hectares in all. If you join, tell us your barangay, the hectares and the week of harvest, and we will look for a buyer or a baler before your cutting date. Where no one can pick it up, we will show you how to spread and incorporate the straw with enough time before transplanting. Salamat, every hectare is cleaner air for our children.',
    minutesAgo: 33_800,
    images: [],
  },
];
