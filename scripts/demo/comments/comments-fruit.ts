import type { DemoComments } from '#demo/types.ts';

export const fruitComments: DemoComments = {
  'mango-gleaning': [
    ['boyet', 7, 'The gate will be open at 5. The dogs are tied, the rooster is not.'],
    ['mark', 12, 'Eleven of us are coming po, with poles.'],
    ['pilar', 26, 'We take 120 kilos for the Tarlac centers, I will send the jeep at 11.'],
    ['ana', 34, 'That makes 17 pickers. Three more and we do not need to hurry.'],
    ['maria', 61, 'I am bringing my daughter, so that is 19.'],
  ],
  'mango-thanks': [
    ['ana', 45, 'The lady who sings is Manang Cora and she says yes.'],
    ['staff', 380, '1,140 kilos! That is the largest single gleaning on the page so far.'],
    ['nena', 5_000, 'Now my own trees are jealous. Ana, I will call you in May.'],
  ],
  'tomato-glut': [
    ['pilar', 11, 'We can come at 5 tomorrow morning with 40 crates to exchange.'],
    [
      'ana',
      19,
      'San Fernando takes the other 20. Is the road from the highway passable for a jeep?',
    ],
    ['luz', 33, 'Passable, dry. Turn at the water tank. Salamat, I was ready to cry over these.'],
    ['nena', 150, 'The soft ones for my pigs, please, if they are not promised yet.'],
  ],
  'onion-tops': [
    [
      'pilar',
      90,
      '200 kilos for the kitchen. The small ones are easier for the children, whole in the adobo.',
    ],
    [
      'edgar',
      1_200,
      'Dried tops for my compost, Saturday. Thank you for the warning about cattle, few people know it.',
    ],
  ],
  'market-trimmings': [
    ['mark', 55, 'If it is for the larvae we can take one drum on Fridays.'],
    ['luz', 130, 'Worms can have the cabbage. Not the onions and calamansi please.'],
    ['pilar', 175, 'Good, one drum each then. I will paint the names so there is no mix-up.'],
    ['rosario', 1_640, 'My nephew has a tricycle and is free on Mondays. How much for gasoline?'],
  ],
  'squash-giant': [
    [
      'pilar',
      210,
      'Fifteen pieces for ginataang kalabasa. One of them fed forty children last time.',
    ],
    ['boyet', 2_750, 'Seven kilos! What did you feed it?'],
    ['maria', 2_800, 'Rice straw under it and last year’s ipa char. And some scolding.'],
  ],
  'kitchen-numbers': [
    ['luz', 180, 'I read this to my husband. He said plant more then.'],
    ['ana', 300, 'We can lend one kaldero, 60 liters, and the big ladle.'],
    ['staff', 1_200, 'The board approved gas for the next three months.'],
  ],
  'young-gleaners': [
    [
      'ana',
      20,
      'Come on Saturday to San Miguel. We teach for ten minutes and then you will be better than us.',
    ],
    ['maria', 210, 'And San Isidro next week for straw, with merienda this time.'],
    ['boyet', 900, 'Good to see young people who are not afraid of ants.'],
  ],
  'gleaning-form': [
    ['boyet', 140, 'Add who closes the gate, and at what time everyone must be out.'],
    ['pilar', 260, 'Add a space for allergies and a contact for each minor who joins.'],
    ['ana', 400, 'Both added. Second draft tomorrow.'],
    ['staff', 1_500, 'We will pay for the printing, please send the file.'],
  ],
  'melon-rejects': [
    ['nardo', 17, 'I am 20 minutes away, please keep 150 kilos for the ducks.'],
    ['nena', 24, 'Kept, under the acacia.'],
  ],
};
