import type { DemoComments } from '#demo/types.ts';

export const worksComments: DemoComments = {
  'duck-feed-wanted': [
    [
      'maria',
      38,
      'My nephews can collect two sacks every Saturday. Do you want the eggs of the kuhol also?',
    ],
    [
      'nardo',
      50,
      'Only the snail please, the pink eggs are bitter even for ducks. Crush them where you find them.',
    ],
    ['luz', 260, 'Come to Guimba with a boat, you will be rich.'],
  ],
  'poultry-manure': [
    ['edgar', 29, 'Thirty sacks. Was it turned on the outside layers too?'],
    [
      'nena',
      73,
      'Yes, outside to inside, three times. I have the temperatures written on the wall.',
    ],
    ['tess', 820, 'Ten sacks for the onion beds, three weeks before planting.'],
  ],
  'goat-feed-mix': [
    [
      'ramon',
      40,
      'Welcome! D1 on milling days, 13 percent before drying, 11 after. Let us test together.',
    ],
    ['dante', 95, 'Kakawate leaves we have along the whole fence, wilted for one day.'],
    ['staff', 300, 'Welcome to Glean, Vicky. Your account is verified, you are ready to trade.'],
  ],
  'compost-62-degrees': [
    ['rosario', 1_300, 'The iron bar! That I can do. Thank you, Edgar.'],
    ['luz', 1_420, 'When it comes down to 30, call me and the worms.'],
    [
      'jun',
      1_900,
      'At 62 we also lose ammonia. A sack of coir dust on top keeps the nitrogen in and the smell out.',
    ],
  ],
  'vermi-start': [
    ['rosario', 8_300, 'Is the wet straw from my other post good for the bed after it heats?'],
    [
      'luz',
      8_420,
      'Very good. Two weeks of heating, then put your hand inside, then come for your kilo.',
    ],
    ['mark', 1_100, 'Do they eat banana trunks, or is it too wet?'],
    ['luz', 1_190, 'Chopped and wilted for a day, yes, they sleep in it like in a hotel.'],
  ],
  'mushroom-straw': [
    [
      'maria',
      34,
      'You take 60 of mine tomorrow, and the next hundred I will bundle the way you like.',
    ],
    ['luz', 120, 'And I wait for the old straw. Third use of one harvest!'],
  ],
  'mushroom-first-flush': [
    ['tess', 50, 'My cobs! I feel like a grandmother.'],
    ['ana', 700, 'Do you have a second-class tray for the kitchen? Broken caps are fine.'],
    ['celia', 760, 'Every Friday, about two kilos, free for the kitchen.'],
  ],
  'biogas-one-year': [
    ['dante', 310, 'How long did it take before the first flame?'],
    [
      'nena',
      390,
      'Twenty-four days. We started with old slurry from a cousin’s digester, it wakes it up faster. And we let the first gas out, you never light the first one.',
    ],
    ['edgar', 4_000, 'What about the smell of rotten egg?'],
    ['nena', 4_090, 'A bottle with steel wool in the gas line, we change it when it turns black.'],
  ],
  'biochar-night': [
    ['tess', 210, 'I want to see this. Is there a ride from Cabanatuan?'],
    ['ramon', 330, 'I pass at 3 in the afternoon, four seats.'],
    ['nena', 1_900, 'Please keep a hose ready also, not only the 200 liters.'],
  ],
  'larvae-eggs': [
    [
      'edgar',
      88,
      'Flat and grayish is right. House fly maggots are round, white and pointed like a tooth.',
    ],
    ['nardo', 240, 'When you have too many, my ducks volunteer.'],
    ['staff', 6_900, 'There is now a page about it in EduHub, with amounts for each tray.'],
    ['mark', 6_960, 'Thank you po, we read it in class.'],
  ],
  'co-op-meeting': [
    ['lito', 400, 'I cannot come. My point: rates must count the empty trip back.'],
    ['staff', 460, 'Noted, Lito, it will be read aloud.'],
    ['ana', 900, 'We bring pancit for thirty.'],
  ],
  'welcome-glean': [
    ['maria', 130, 'Number five is the most important. Until when!'],
    ['jun', 2_000, 'And please write kilos and not “marami”.'],
  ],
};
