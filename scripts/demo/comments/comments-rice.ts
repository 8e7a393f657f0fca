import type { DemoComments } from '#demo/types.ts';

export const riceComments: DemoComments = {
  'straw-120-bundles': [
    [
      'celia',
      9,
      'I can take 60 if they are long and tied at the butt. Tomorrow at 7, our elf truck?',
    ],
    [
      'maria',
      14,
      'Opo Celia, they are tied. 7 is good, the road is dry before the irrigation opens at 9.',
    ],
    ['nardo', 31, 'I will take what is left for bedding. I can bring eggs.'],
    [
      'dante',
      52,
      'We would have wanted all of it, haha. Next field please, our pit has space for a ton.',
    ],
    ['maria', 58, 'The lower canal is next week, Dante. I put your name first on the list.'],
    ['rosario', 77, 'Ang ganda ng pagkatali. Did you do this by hand, or is there a machine?'],
    ['maria', 85, 'By hand po, four of us and one radio. Come by, we will show you the knot.'],
    ['mark', 103, 'We can help load tomorrow, there are five of us free until noon.'],
  ],
  'straw-bales-guimba': [
    ['dante', 44, 'Ten bales for us. Is the baler yours, or does it take bookings?'],
    [
      'luz',
      96,
      'It belongs to the irrigators’ association. I will send you the number of Mang Isko.',
    ],
    ['lito', 210, '35 is fair. Here the asking price is already 50 without hauling.'],
  ],
  'straw-wet-compost': [
    [
      'edgar',
      18,
      'Do not burn it! It is already half compost. Mix it with any manure and turn it once a week.',
    ],
    [
      'luz',
      25,
      'Worms love it like that, once it has cooled. I can take one load if you can bring it to Guimba.',
    ],
    [
      'celia',
      40,
      'Not for mushrooms anymore, sorry: the wild molds are ahead of us. But for compost it is perfect.',
    ],
    [
      'rosario',
      62,
      'Thank you po! I thought it was ruined. Edgar, how much manure for one truckload?',
    ],
    [
      'edgar',
      71,
      'About one sack of chicken manure for every five or six sacks of straw. Read the compost page in EduHub, the table is there.',
    ],
    [
      'staff',
      180,
      'Welcome to Glean, Rosario. Burning is indeed not allowed, and you found the better way.',
    ],
  ],
  'mandala-carabao': [
    [
      'maria',
      300,
      'My father did the same, but with the pole of ipil. You made me remember his whistle.',
    ],
    [
      'dante',
      1_120,
      'The branches at the bottom are the secret. We lost a meter of straw to wet ground last year.',
    ],
    ['rosario', 7_600, 'Saving this. How wide at the bottom for one hectare of straw?'],
    [
      'lito',
      7_755,
      'For one hectare make two, four meters wide each. One big one is dangerous to climb.',
    ],
  ],
  'ipa-mountain': [
    [
      'nena',
      15,
      'Two truckloads for my layers, Thursday and Saturday. I have my own net now, promise.',
    ],
    [
      'ramon',
      22,
      'Noted Nena. And no more singing at 7 in the morning, the loader man complained. Joke lang.',
    ],
    ['edgar', 130, 'Is there any from parboiling? That one is darker and does not char the same.'],
    ['ramon', 166, 'None, all raw milled.'],
  ],
  'crh-batch': [
    ['luz', 85, '15 sacks. I tried it on pechay seedlings and there was no damping off this time.'],
    ['tess', 240, 'Ten for onions please, if the truck comes up to Bongabon.'],
    ['ramon', 300, 'With 25 sacks, the truck goes to both. See you on Thursday.'],
    [
      'jun',
      1_430,
      'What do you do with the heat? We are thinking of drying coir beside a carbonizer.',
    ],
  ],
  'darak-d1': [
    ['vicky', 60, 'Can we get a sample? We buy 20 sacks a week if the moisture is steady.'],
    ['ramon', 88, 'Come on a milling day and bring the meter. I am curious too.'],
    ['nardo', 700, 'D1 is too good for my ducks, I wait for D2.'],
  ],
  'palay-drying': [
    ['mark', 35, 'We will come back for the arroz caldo po! Our arms still hurt.'],
    ['ana', 120, 'This is what the page is for. Salamat, Malolos.'],
    ['tess', 600, '84 cavans in forty minutes, that is faster than my cousins and they are paid.'],
    ['staff', 1_400, 'May we tell this story at the general meeting?'],
    ['maria', 1_460, 'Of course, Grace. But do not say that I cried.'],
  ],
  'harvest-calendar': [
    ['jun', 190, 'We can pick up eight hectares’ worth from the upper canal for the compost yard.'],
    ['celia', 420, 'One hectare from the first cut, early, before the dew dries.'],
    ['dante', 2_100, 'Five hectares from the lower canal. We share the road with Celia’s truck.'],
  ],
  'urea-straw-result': [
    ['vicky', 240, 'Do you still give concentrate at the same time?'],
    [
      'dante',
      275,
      'Yes, half a kilo of darak and a bundle of kakawate. The straw alone is not enough for milk.',
    ],
    ['boyet', 1_900, 'Is it not dangerous? I heard of a cow that died from urea.'],
    [
      'dante',
      1_960,
      'It died from licking urea, or from solution in a bucket. Dissolve all of it, spray evenly, wait the full time, air it, and start small. Keep vinegar in the barn.',
    ],
  ],
  'no-burn-pledge': [
    ['maria', 120, 'San Isidro, 3.5 hectares.'],
    ['lito', 560, 'Concepcion, cane trash 4 hectares, already in its second year without fire.'],
    ['luz', 900, 'Guimba, 2 hectares, the first and second cropping.'],
    [
      'tess',
      3_300,
      'Bongabon: corn and onion, 1.2. No fire here since my lolo’s nipa hut caught it.',
    ],
  ],
};
