// What the members of a data set are called and write about. Picked by number, in SQL.

export const FIRST_NAMES = ['Maria', 'Jun', 'Ana', 'Ramon', 'Luz', 'Pedro', 'Celia', 'Dario'];

export const LAST_NAMES = ['Santos', 'Reyes', 'Cruz', 'Bautista', 'Ocampo', 'Garcia', 'Mendoza'];

export const ROLES = ['farmer', 'farmer', 'farmer', 'processor', 'gleaner', 'feed'];

export const TITLES = [
  'Rice straw, forty bundles',
  'Coconut husk to give away',
  'Who takes corn cobs?',
  'Banana stems after the storm',
  'Rice hull by the truck',
  'Fallen mangoes, come and glean',
  'Silage from napier grass',
  'Compost ready for collection',
  'Biochar from our own kiln',
  'Spent mushroom substrate',
  'Chicken manure, dry',
];

export const SENTENCES = [
  'Dry and stacked beside the road since Monday.',
  'We can help to load until four in the afternoon.',
  'Please bring your own sacks and a second pair of hands.',
  'The field has to be clear before the next planting.',
  'Last year the feed mill took all of it, this year nobody came.',
  'It was kept under a roof, there is no mould in it.',
  'Write here first: the road is bad after rain.',
];

export const COMMENTS = [
  'Is it still there? We could come on Saturday.',
  'Salamat, we will bring the small truck.',
  'How many sacks do you have?',
  'We took some last week, it was good and dry.',
  'Please keep a little for us.',
];
