import type { DemoPost } from './types.ts';

/** Coconut, corn, banana and cane. */
export const fieldPosts: DemoPost[] = [
  {
    key: 'husk-two-tons',
    author: 'jun',
    title: 'Looking for coconut husk (bunot), 2 tons a week',
    description:
      'Our coir line in Gapan starts next month. We pay by weight at the gate, same day, and we can lend sacks. Brown husk from mature nuts only, dry enough that it does not drip, and please no shells mixed in because they break the teeth of the decorticator. Small lots are welcome: if you have less than 200 kilos, tell us and we will pass on the Wednesday route.',
    minutesAgo: 1_212,
    images: ['posts/coconut-husks', 'posts/coir-rope'],
  },
  {
    key: 'husk-pantabangan',
    author: 'lito',
    title: 'A cousin in Bongabon has husks from 3,000 nuts',
    description:
      'They make copra near the foothills and the husk is only fuel for them. Around 3,000 husks now, then about 1,000 a month. The last kilometer is for carabao cart only, so someone has to arrange hauling to the highway. I can introduce you.',
    minutesAgo: 5_995,
    images: ['posts/coconut-husk-cart'],
  },
  {
    key: 'coir-pots',
    author: 'jun',
    title: 'Trial coir pots, free samples for vegetable growers',
    description:
      'We pressed 400 pots from short fiber and washed coir dust. Roots go straight through the wall, so you plant pot and all and there is no plastic to pick up. Take 20, tell me honestly how many fell apart before transplanting. Pick up at our gate in Gapan or at the Saturday market in Cabanatuan.',
    minutesAgo: 9_140,
    images: ['posts/coir-pots'],
  },
  {
    key: 'cobs-sheller',
    author: 'tess',
    title: 'Corn cobs at the sheller in Bongabon, a full elf truck',
    description:
      'We shelled 6 tons of yellow corn and the cobs are in one clean heap under the roof, about 1 ton, dry enough to snap. Good for mushroom bags, for litter or for the dryer furnace. I sorted out the moldy ones already. 1 peso a kilo, or free if you bring back two sacks of the chicken litter you make with it.',
    minutesAgo: 3_377,
    images: ['posts/corn-cobs'],
  },
  {
    key: 'stover-green',
    author: 'tess',
    title: 'Green corn stalks after the young-ear harvest, Friday only',
    description:
      '0.8 hectare of glutinous corn, ears picked green, so the stalks are still full of juice: best time for silage. I estimate 8 to 9 tons. Whoever cuts it may have it, but the field must be clear by Sunday noon because onion beds follow. There is shade and water for the cutting team, and my mother will cook.',
    minutesAgo: 610,
    images: ['posts/corn-stover', 'posts/corn-field-harvest'],
  },
  {
    key: 'silage-drums',
    author: 'dante',
    title: 'Silage in blue drums: what we changed after the first bad batch',
    description:
      'First batch was too wet and smelled like vomit, sorry but it is true. Now we wilt the stalks half a day, chop to two centimeters, and do the squeeze test: a ball in your fist should hold its shape and leave the palm damp but not dripping. One person does nothing but stamp. 110 kilos fit in a 200-liter drum. After 30 days it smells like sour fruit and the cows are waiting at the gate.',
    minutesAgo: 12_480,
    images: ['posts/silage-drums', 'posts/cows-shed'],
  },
  {
    key: 'banana-trunks',
    author: 'boyet',
    title: 'Banana trunks after harvest, 60 stems of saba in San Miguel',
    description:
      'We cut the bunches for turon sellers and 60 trunks are lying between the rows. Free for fiber, goat feed or compost. Please take the whole stem and do not leave the bases, because the weevils breed in them. No bugtok and no bunchy top in this block, the technician looked at it last month.',
    minutesAgo: 4_888,
    images: ['posts/banana-stems', 'posts/goats-banana'],
  },
  {
    key: 'banana-fibre-class',
    author: 'celia',
    title: 'Two women from our barangay will teach stripping banana fiber',
    description:
      'Sunday, 8 in the morning, under the mango tree beside our growing house in Muñoz. Bring a dull bolo, slippers and a stem cut the same day if you have one; the sap stains, so wear old clothes. Ten kilos of stem gives only about a hundred grams of dry fiber, and the rest goes to the worms. Free, merienda by contribution.',
    minutesAgo: 16_020,
    images: ['posts/banana-fibre'],
  },
  {
    key: 'cane-trash',
    author: 'lito',
    title: 'I did not burn the cane trash this year, here is what I learned',
    description:
      'Four hectares in Concepcion, ratoon crop. We raked the dry leaves into every second row and left the other row open for the irrigation water. Weeding labor went down by more than half and the soil under the trash was still cool at noon. Bad side: rats came, so keep the field edges clean, and the first fertilizer must go under the trash and not on top. I still have two hectares of trash if someone bales.',
    minutesAgo: 6_675,
    images: ['posts/cane-trash', 'posts/cane-truck', 'posts/arayat-field'],
  },
  {
    key: 'bagasse-mill',
    author: 'edgar',
    title: 'Bagasse and mudpress allotment, who will share a 10-wheeler?',
    description:
      'The mill gives planters a share of mudpress and old bagasse but only by the full truck, 10 to 12 tons. I need 4 tons for compost in Angeles. Looking for two or three people along the Tarlac to San Fernando road to split the hauling. Old bagasse is dusty, so masks for the unloaders, please: that dust is bad for the lungs.',
    minutesAgo: 10_350,
    images: ['posts/bagasse-pile'],
  },
  {
    key: 'camote-vines',
    author: 'rosario',
    title: 'Camote vines, half a hectare, cut them and they are yours',
    description:
      'We dig the roots on Thursday and the vines go to whoever comes with a sickle. Good for pigs, rabbits and goats, they finish it before you close the gate. Only rule: do not walk on the beds that are not yet dug, salamat po.',
    minutesAgo: 25,
    images: ['posts/camote-vines'],
  },
];
