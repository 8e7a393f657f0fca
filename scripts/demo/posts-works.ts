import type { DemoPost } from './types.ts';

/** Animals, and products of waste: compost, worms, mushrooms, gas, char, larvae. */
export const worksPosts: DemoPost[] = [
  {
    key: 'duck-feed-wanted',
    author: 'nardo',
    title: 'Buying snails, broken rice and bran for 2,000 ducks in Candaba',
    description:
      'The swamp is drying and the ducks have less to find. I need golden kuhol by the sack, binlid and D2 darak every week. 8 pesos a kilo for live kuhol, weighed here, and paid in cash or eggs. Farmers who hate kuhol, this is your chance: collect in the early morning along the dikes, and nothing from fields sprayed this month.',
    minutesAgo: 465,
    images: ['posts/ducks-paddy'],
  },
  {
    key: 'eggs-for-straw',
    author: 'nardo',
    title: 'Will trade itlog na maalat for clean straw bedding',
    description:
      'One tray of salted eggs for every ten bundles, delivered to Candaba before the brooding starts. It must be bright straw without mold, because ducklings get sick in the lungs from dusty litter.',
    minutesAgo: 15_610,
    images: ['posts/ducks-candaba', 'posts/chickens-yard'],
  },
  {
    key: 'poultry-manure',
    author: 'nena',
    title: 'Chicken manure with ipa litter, 90 sacks, already heated twice',
    description:
      'From our layer house in Baliwag, stacked and turned, more than 55 degrees for the first week, now cool and it no longer bites the nose. 40 pesos a sack of about 35 kg. Not for putting raw on vegetables that are eaten fresh, please wait or compost it more. We have the veterinary paper for transport; the flock is healthy.',
    minutesAgo: 3_050,
    images: ['posts/poultry-house', 'posts/compost-windrow'],
  },
  {
    key: 'goat-feed-mix',
    author: 'vicky',
    title: 'Small feed mill in Magalang looking for steady by-products',
    description:
      'We are new here. We blend for goats and native chickens, around 3 tons a week, and we want to use more local by-products: D1 bran, corn bran, dried malunggay and kakawate leaves, copra meal, dried cassava peel. What matters most to us is moisture below 12 percent and the same quality each time. I can send someone with a moisture meter before we agree on a price. Kumusta sa lahat!',
    minutesAgo: 870,
    images: ['posts/goat-road', 'posts/goats-banana'],
  },
  {
    key: 'compost-62-degrees',
    author: 'edgar',
    title: 'Day 5 and the heap is at 62 degrees, salamat sa dayami',
    description:
      'One part chicken manure, four parts straw by volume, a little old compost for starter, and water until a fistful gives one or two drops. It went from 34 to 62 in five days. We turn it tomorrow, because above 65 the good ones also die. If you do not own a thermometer, push an iron bar in for ten minutes: if you cannot hold it for long, it is working.',
    minutesAgo: 2_260,
    images: ['posts/compost-heap', 'posts/compost-windrow'],
  },
  {
    key: 'compost-for-sale',
    author: 'jun',
    title: 'Screened compost, 250 sacks, coir and carabao manure',
    description:
      'Four months old, screened at half an inch, dark and sweet smelling. We tested it with pechay seeds and 19 of 20 came up. 180 pesos a 40 kilo sack, 150 for members who delivered husk to us. For seedbeds mix it one to three with soil.',
    minutesAgo: 18_100,
    images: ['posts/compost-windrow', 'posts/garden-rows'],
  },
  {
    key: 'vermi-start',
    author: 'luz',
    title: 'African nightcrawlers to share, one kilo for each new grower',
    description:
      'I started with one kilo three years ago; now I have eleven beds. If you are serious, come and take one kilo free, about a thousand worms, but first show me a photo of your bed: shaded, bottom closed against moles and ants, and the straw and manure already past the hot stage. Put your hand inside. If it is warm for you, it is a stove for them.',
    minutesAgo: 8_905,
    images: ['posts/vermi-beds', 'posts/vermi-bilao'],
  },
  {
    key: 'mushroom-straw',
    author: 'celia',
    title: 'Need 300 bundles of long straw for kabuteng saging beds',
    description:
      'Volvariella season is here while the nights are warm. I need straw that is long, golden and never wet, tied at the butt end, from a field not sprayed with fungicide in the last month. 4 pesos a bundle at the growing house in Muñoz, and every supplier gets the first kilo of the harvest. After the mushrooms the same straw goes to Luz’s worms, so nothing is wasted.',
    minutesAgo: 1_015,
    images: ['posts/mushroom-straw-bed'],
  },
  {
    key: 'mushroom-first-flush',
    author: 'celia',
    title: 'First flush from corn cob bags: 38 kilos in five days',
    description:
      'Oyster mushrooms on Tess’s cobs, crushed to the size of a thumbnail, with ten percent darak and one percent lime. We steamed the bags for six hours. Contamination was 7 bags out of 200, better than with sawdust. Selling at 220 a kilo at the Muñoz market; spent bags are free for compost, just remove the plastic.',
    minutesAgo: 22_970,
    images: ['posts/mushroom-bags'],
  },
  {
    key: 'biogas-one-year',
    author: 'nena',
    title: 'One year with the digester: no more LPG since March',
    description:
      'Twelve pigs and two cows, an 8 cubic meter dome. We feed it two drums of manure and water every morning, same time, same mix. One burner for five hours a day, enough for the family and the binatog. We drain the water trap every Saturday. The slurry goes to the napier and the banana. Visitors are welcome, but no cigarettes past the gate.',
    minutesAgo: 24_400,
    images: ['posts/biogas-dome', 'posts/pig-pens'],
  },
  {
    key: 'biochar-night',
    author: 'edgar',
    title: 'Kiln demonstration after dark, so you can see the flame curtain',
    description:
      'Thursday 6 in the evening in Angeles, with a permit from the barangay. Dry corn cobs and bamboo in a steel cone, and you will see why there is almost no smoke when the flame stays on top. Bring covered shoes and no polyester clothes. We quench with 200 liters of water and everyone takes home a sack to charge with compost or urine.',
    minutesAgo: 6_060,
    images: ['posts/biochar-kiln'],
  },
  {
    key: 'larvae-eggs',
    author: 'mark',
    title: 'Black soldier fly: where do beginners get the first eggs?',
    description:
      'We set up four trays behind the school with vegetable trimmings from the market. Some wild ones came to the cardboard strips, but I am not sure if they are the right fly. The larvae are flat, grayish and they do not smell. How do I know, and how much can I feed per tray?',
    minutesAgo: 9_730,
    images: ['posts/bsf-bins', 'posts/larvae-close'],
  },
  {
    key: 'co-op-meeting',
    author: 'staff',
    title: 'General meeting under the mango tree, and hauling rates',
    description:
      'Last Sunday of the month, 9 in the morning, Gapan. On the list: shared hauling rates per kilometer, the second baler, rules for photos in posts, and who will lead the no-burn patrol. Lunch is pot luck. If you cannot come, write your point as a comment below and Grace will read it aloud.',
    minutesAgo: 29_015,
    images: ['posts/meeting-hut'],
  },
  {
    key: 'biochar-ampalaya',
    author: 'tess',
    title: 'Ampalaya with and without char, after 60 days',
    description:
      'Left row got one kilo of charged char for each square meter, right row only compost. Same seeds, same water. Left gave 31 fruits for ten plants in the first two weeks, right gave 24. It is only one small try, so do not sell your carabao for it, but we will do onions next.',
    minutesAgo: 36_500,
    images: ['posts/garden-rows', 'posts/biochar-kiln'],
  },
  {
    key: 'welcome-glean',
    author: 'staff',
    title: 'Mabuhay! How to write a post that gets an answer',
    description:
      'Say five things and you will have a truck by the weekend: what it is, how much, how dry or fresh, where exactly, and until when. One clear photo from close and one that shows the road. Say if it is free, for trade, or the price. When it is gone, please update the post so no one travels for nothing.',
    minutesAgo: 84_960,
    images: ['posts/straw-shocks-noon'],
  },
];
