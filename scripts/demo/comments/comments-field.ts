import type { DemoComments } from '#demo/types.ts';

export const fieldComments: DemoComments = {
  'husk-two-tons': [
    [
      'lito',
      40,
      'My cousin in Bongabon has a thousand a month. Same as my old post, still available.',
    ],
    ['jun', 66, 'Yes! I will call him tonight. Can the husks reach the highway on Tuesdays?'],
    ['boyet', 480, 'How do you pay for wet husk? It rained here and they doubled in weight.'],
    [
      'jun',
      505,
      'We take off by the moisture meter, and we show you the reading. Better dry them under a roof for a week.',
    ],
  ],
  'husk-pantabangan': [
    ['jun', 95, 'Interested. What is the carabao asking for the last kilometer?'],
    ['lito', 130, 'Grass and respect, haha. The owner asks 150 a trip.'],
  ],
  'coir-pots': [
    ['luz', 75, 'I will take 20 for ampalaya. Do they need soaking first?'],
    ['jun', 140, 'Yes, ten minutes in a pail, otherwise they drink the water of the seedling.'],
    ['luz', 8_600, 'Report: 19 of 20 stood until transplanting. One was eaten by the puppy.'],
    ['tess', 8_900, 'If the puppy version is for sale I want it also.'],
  ],
  'cobs-sheller': [
    ['celia', 33, 'Reserved please, the whole ton. Your last cobs gave us 38 kilos.'],
    ['tess', 57, 'Yours, Celia. Come on Wednesday, my brother has the key of the sheller.'],
    ['nena', 410, 'If Celia leaves two sacks, I will take them for the brooder.'],
  ],
  'stover-green': [
    ['dante', 22, 'We are five men and a chopper. Friday 5 am at your gate?'],
    ['tess', 41, 'Five plates of sinangag then. Bring jackets, it is cold here before six.'],
    ['vicky', 260, 'Is one corner free for a trial of 300 kilos for goats?'],
    ['dante', 281, 'Take the corner by the road, Vicky, it is closest for your small truck.'],
  ],
  'silage-drums': [
    [
      'vicky',
      150,
      'Thank you for saying the vomit part. Ours did that and we thought it was the molasses.',
    ],
    ['maria', 900, 'How long does it keep after you open one drum?'],
    [
      'dante',
      1_015,
      'Take a hand’s depth every day from the whole face and close it again. One drum is finished in six days with two cows.',
    ],
    ['rosario', 11_900, 'Can it be done with napier also?'],
  ],
  'banana-trunks': [
    ['celia', 28, 'Ten stems for Sunday’s class please, cut the same morning if possible.'],
    ['vicky', 310, 'Goats finished the first six. They leave nothing, not even the excuse.'],
    ['boyet', 365, 'Please take the stumps also, ha? I check for weevils in the evening.'],
  ],
  'banana-fibre-class': [
    ['ana', 510, 'Three of our volunteers will come. Is there something for left-handed people?'],
    ['celia', 560, 'The bolo does not mind. The teacher is left-handed.'],
  ],
  'cane-trash': [
    ['edgar', 90, 'Did you measure the yield of the ratoon?'],
    [
      'lito',
      175,
      'Not yet, we cut in January. But the stools are thicker, I counted 11 stalks where there were 9.',
    ],
    [
      'tess',
      1_800,
      'For the rats: our neighbors put bamboo perches for owls. It looks silly and it works.',
    ],
    ['staff', 2_900, 'May we link this in the EduHub page about trash?'],
  ],
  'bagasse-mill': [
    ['jun', 70, 'I take 4 tons, and I can unload at night with lights.'],
    ['luz', 800, 'One ton of mudpress only, for the worms. I can meet the truck in Gerona.'],
    [
      'edgar',
      830,
      'Full truck then. I will book it for the 12th, you will get a text with your share of the diesel.',
    ],
  ],
  'camote-vines': [
    ['vicky', 6, 'Coming with two sickles. Thursday at six?'],
    ['rosario', 13, 'Yes po, the blue gate after the bridge.'],
  ],
};
