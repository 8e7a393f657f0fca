import { jeep, tricycle, truck } from '#demo/pictures/kit/carts.ts';
import { basket, bucket, crate, drum, netBag } from '#demo/pictures/kit/goods.ts';
import { parasol, shed, table } from '#demo/pictures/kit/houses.ts';
import {
  bending,
  carrying,
  green,
  red,
  rose,
  standing,
  teal,
  violet,
  white,
  yellow,
} from '#demo/pictures/kit/people-cast.ts';
import type { Person } from '#demo/pictures/kit/people.ts';
import { bananas, farmyard, underRoof } from '#demo/pictures/kit/places.ts';
import { cabbage, calamansi, mango, mound, onion, tomato } from '#demo/pictures/kit/produce.ts';
import { type Scene, scene } from '#demo/pictures/kit/scene.ts';
import { heap } from '#demo/pictures/kit/straw.ts';
import { line, at, box, flipped, oval, path, times } from '#demo/pictures/kit/svg.ts';
import { steam } from '#demo/pictures/kit/works.ts';

const pot = (s: number) =>
  at(
    0,
    0,
    s,
    path('M-92-96H92L78 0C40 10-40 10-78 0z', '#55524d') +
      path('M-92-96h40L-44 6C-58 5-70 3-78 0z', '#000', 'opacity=".25"') +
      oval(0, -96, 92, 20, '#8c897f') +
      oval(0, -96, 80, 15, '#d9913f') +
      times(9, (i) => oval(-56 + i * 14, -97 + (i % 3) * 4, 8, 4, i % 2 ? '#5f9147' : '#f0c263')),
  );
const stove = () =>
  box(-130, -90, 260, 90, '#8c8373', 6) +
  box(-60, -56, 120, 56, '#3b2418', 6) +
  path('M-50 0C-56-30-20-30-16-54 4-36 10-20 22-44 46-30 48-10 46 0z', '#f09a3c') +
  at(0, -82, 1.5, pot(1));
const scraps = (r: () => number) =>
  heap(r, 56, 36, ['#9bbd6a', '#6c9148', '#d6e0a8', '#d98b4a'], 'short');

/** Both hands on the ladle. */
const stirs: Partial<Person> = {
  hands: [
    [60, -130],
    [84, -120],
  ],
  holds: line('M84-124L150-96', '#8a6436', 7),
};

export const marketScenes: Record<string, Scene> = {
  'truck-pickup': scene('morning', (r, l) => [
    farmyard(r, l),
    bananas(r, 650, [80, 1540]),
    at(
      860,
      890,
      1.7,
      truck(
        '#3f7fa0',
        at(-90, 0, 0.62, crate(r, tomato)) +
          at(30, 0, 0.62, crate(r, mango)) +
          at(110, 0, 0.62, crate(r, calamansi)) +
          at(-30, -56, 0.62, crate(r, mango)),
      ),
    ),
    at(250, 920, 1.5, carrying(crate(r, mango), { ...green })),
    at(110, 950, 1.2, crate(r, tomato)),
    flipped(
      520,
      930,
      1.4,
      standing({
        ...rose,
        hands: [
          [-30, -110],
          [30, -150],
        ],
      }),
    ),
  ]),
  'onion-nets': scene('noon', (r, l) => [
    farmyard(r, l),
    at(800, 740, 1.5, shed(700, 240, '#7f8f62', '#75603f')),
    times(7, (i) => at(300 + i * 165, 780, 1.3, netBag(r, onion))),
    times(6, (i) => at(380 + i * 165, 690, 1.15, netBag(r, onion))),
    at(480, 930, 1.25, mound(r, 230, 100, onion, 1, '#7a2c3c')),
    flipped(860, 930, 1.45, bending({ ...rose })),
    times(3, (i) => at(1060 + i * 170, 940, 1.55, netBag(r, onion))),
  ]),
  'market-stalls': scene('morning', (r, l) => [
    farmyard(r, l, '#cfc7b6', '#aea592'),
    [
      [240, '#d9573f', '#f3ead2'],
      [700, '#e3ab3f', '#f8efd8'],
      [1160, '#3f8a6a', '#f3ead2'],
      [1560, '#4f7ea8', '#f3ead2'],
    ]
      .map(
        ([x, a, b], i) =>
          at(x as number, 800, 1.2, parasol(a as string, b as string)) +
          at(
            x as number,
            810,
            1.15,
            table(330, ['#e6cf8f', '#bcd3b0', '#e5b79a', '#c4d0dc'][i] ?? '#e6cf8f'),
          ) +
          at(
            x as number,
            692,
            0.9,
            mound(r, 150, 60, [tomato, cabbage, mango, onion][i] ?? tomato, 0.9, '#5a4020'),
          ),
      )
      .join(''),
    at(470, 830, 1.3, standing({ ...yellow })),
    at(940, 830, 1.3, standing({ ...rose })),
    flipped(520, 960, 1.6, carrying(basket(r, null), { ...teal })),
    at(1330, 950, 1.3, crate(r, cabbage, 0.8)),
    at(820, 960, 1.2, heap(r, 120, 50, ['#9bbd6a', '#6c9148', '#d6e0a8', '#c9b04a'], 'short')),
  ]),
  'market-drums': scene('dawn', (r, l) => [
    farmyard(r, l, '#cfc7b6', '#aea592'),
    at(1120, 790, 1.2, parasol('#c8553d', '#f3ead2')),
    at(1120, 800, 1.1, table(320, '#e6cf8f')),
    ['#3f8a6a', '#d9913f', '#7d5a3c']
      .map((c, i) => at(280 + i * 220, 900, 1.7, drum(c, null) + at(0, -150, 1, scraps(r))))
      .join(''),
    at(1330, 920, 1.45, tricycle('#c8432f', at(0, 0, 0.6, crate(r, cabbage)))),
    flipped(960, 930, 1.5, carrying(bucket('#4f7ea8'), { ...violet })),
  ]),
  'community-kitchen': scene('noon', (r, l) => [
    underRoof(r, l, '#c2ab80', '#8a6840'),
    [430, 960].map((x) => at(x, 795, 1, steam(r, 160, 190)) + at(x, 950, 1, stove())).join(''),
    at(170, 960, 1.65, standing({ ...rose, ...stirs, hat: 'scarf', hatColour: '#f0e6d2' })),
    flipped(1230, 960, 1.65, standing({ ...white, ...stirs, hat: 'hair' })),
    at(1440, 950, 1.3, crate(r, tomato)),
    at(700, 965, 1, basket(r, cabbage, 0.9)),
  ]),
  'jeep-crew': scene('dawn', (r, l) => [
    farmyard(r, l),
    bananas(r, 650, [60, 1500], 1.1),
    at(960, 880, 1.75, jeep('#c9a13a', '#a83f2c')),
    [teal, red, violet, green]
      .map((c, i) =>
        at(
          180 + i * 130,
          900 + (i % 2) * 36,
          1.45,
          standing({
            ...c,
            hands:
              i === 1
                ? [
                    [-40, -210],
                    [34, -98],
                  ]
                : [
                    [-26, -96],
                    [26, -98],
                  ],
          }),
        ),
      )
      .join(''),
    at(760, 960, 1.15, crate(r, null)),
    at(1300, 960, 1.15, crate(r, mango)),
  ]),
};
