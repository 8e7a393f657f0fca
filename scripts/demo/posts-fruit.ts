import type { DemoPost } from './types.ts';

/** Fruit and vegetables left on the tree, in the field or in the market. */
export const fruitPosts: DemoPost[] = [
  {
    key: 'mango-gleaning',
    author: 'ana',
    title: 'Mango gleaning in San Miguel on Saturday: 20 pickers needed',
    description:
      'Boyet’s buyers took the export size and about 900 kilos are still on the trees. Meet at 5:30 in the morning at the chapel; we pick until 10 before the heat. Long sleeves, because the sap burns. Crates, poles with nets and rice porridge are ready. Half goes to the three feeding centers in San Fernando, a quarter to the pickers, and the rest to the puree kitchen. Last spray was 34 days ago, he showed us the logbook.',
    minutesAgo: 95,
    images: ['posts/mango-tree-gleaning', 'posts/mango-baskets'],
  },
  {
    key: 'mango-thanks',
    author: 'boyet',
    title: '1,140 kilos off my trees and not one branch broken',
    description:
      'I was worried to let strangers into the orchard. They came with sorted crates, they asked before they climbed, and they raked up the fallen fruit also, so the fruit flies have nothing to breed in. That last part I would have paid for. Same time next season, Ana, and bring the lady who sings.',
    minutesAgo: 21_690,
    images: ['posts/mango-baskets', 'posts/truck-pickup', 'posts/community-kitchen'],
  },
  {
    key: 'tomato-glut',
    author: 'luz',
    title: 'Tomatoes at 4 pesos, I would rather give than throw',
    description:
      'The price fell again this week. 60 crates of diamante in Guimba, half red and half breaker, firm, picked this morning. The traders will not even pay for the crates. Gleaners, please come before tomorrow noon. The soft ones are separated for pigs and compost. Please bring crates to exchange so I do not lose mine.',
    minutesAgo: 385,
    images: ['posts/tomato-crates'],
  },
  {
    key: 'onion-tops',
    author: 'tess',
    title: 'Small onions and dried tops after grading',
    description:
      'Graders left around 700 kilos of boiler size, too small for the cold storage but perfect for the kitchen. Also a heap of dried tops for compost. The tops are not for feed, too much onion makes cattle anaemic. Bongabon, near the covered court. Bring your own net bags.',
    minutesAgo: 7_440,
    images: ['posts/onion-nets'],
  },
  {
    key: 'market-trimmings',
    author: 'pilar',
    title: 'Tarlac public market: 400 kilos of trimmings every single day',
    description:
      'I counted with the sweepers for one week. Cabbage leaves, pechay, sayote, banana peel, mostly clean if you get it before seven in the morning, before the fish water reaches it. The market master agreed to give us two corners with marked drums. Still edible goes to our kitchen first, then to animals, then to the fly larvae and worms. Who can be there on Monday, Wednesday and Friday with a tricycle?',
    minutesAgo: 2_030,
    images: ['posts/market-stalls', 'posts/market-drums'],
  },
  {
    key: 'squash-giant',
    author: 'maria',
    title: 'Squash too big for the buyers, 80 pieces',
    description:
      'They want two kilos and ours are five to seven. Sweet, dry flesh, planted after the rice. 10 pesos each for the first who come, free for community kitchens. Store them stem up on straw in the shade and they keep for two months.',
    minutesAgo: 13_260,
    images: ['posts/squash-pile', 'posts/garden-rows'],
  },
  {
    key: 'kitchen-numbers',
    author: 'pilar',
    title: 'What 14 sacks of gleaned vegetables became',
    description:
      'For everyone who carried something: 1,260 plates of pinakbet, ginataang kalabasa and tomato sardines over nine days, for three day-care centers and the evacuation hall. Cost of gas and oil was 4,300 pesos, paid by the co-op. No one got sick, because Manang Cora checks every crate and is not afraid to say no. Next cooking is on the 15th, and we need two large kalderos.',
    minutesAgo: 27_505,
    images: ['posts/community-kitchen', 'posts/meeting-hut'],
  },
  {
    key: 'young-gleaners',
    author: 'mark',
    title: 'We are eleven students with two free weekends',
    description:
      'Good day po. We formed a small gleaning team in Malolos and we have a borrowed jeep, twelve crates and much energy. Any field within one hour, any crop. Teach us how to pick properly and we will follow. We can also carry straw.',
    minutesAgo: 3_905,
    images: ['posts/jeep-crew', 'posts/truck-pickup'],
  },
  {
    key: 'calamansi-drop',
    author: 'boyet',
    title: 'Calamansi dropping faster than we can pick, Baliwag side',
    description:
      'About 200 kilos ripe and yellow, good for juice and dishwashing paste if not for the market. My brother’s trees. He will let anyone pick for two days, children too, there are few thorns on this variety but wear gloves.',
    minutesAgo: 17_330,
    images: ['posts/calamansi-basket'],
  },
  {
    key: 'gleaning-form',
    author: 'ana',
    title: 'One-page agreement for orchard owners, please comment',
    description:
      'Many owners say yes on the phone and then worry at night. So we wrote one page: the date, who leads, how many people, what may be picked, the last spraying date, who pays if something breaks, and that the food is given in good faith and not sold. It is in plain Tagalog on one side and Kapampangan on the other. Tell me what is missing before we print 200 copies.',
    minutesAgo: 30_240,
    images: [],
  },
  {
    key: 'melon-rejects',
    author: 'nena',
    title: 'Cracked melons and pakwan for pigs or ducks, Baliwag',
    description:
      'The rain split them. Around 300 kilos, still sweet, but they will not last past tomorrow afternoon. First text, first served. Cut them before feeding so no one chokes.',
    minutesAgo: 5_120,
    images: ['posts/melon-field'],
  },
];
