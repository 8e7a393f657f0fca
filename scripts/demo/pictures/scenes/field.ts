import { carabao, goat } from '#demo/pictures/kit/beasts.ts';
import { cart } from '#demo/pictures/kit/carts.ts';
import { coirPot, fibreLine, trunk, vines } from '#demo/pictures/kit/crops.ts';
import { sack } from '#demo/pictures/kit/goods.ts';
import { hut } from '#demo/pictures/kit/houses.ts';
import {
  bending,
  blue,
  carrying,
  green,
  red,
  rose,
  standing,
  white,
  yellow,
} from '#demo/pictures/kit/people-cast.ts';
import {
  bananas,
  bushes,
  farmyard,
  greenField,
  nearGrass,
  nearLeaves,
  palms,
  underRoof,
} from '#demo/pictures/kit/places.ts';
import { camote, husk, mound } from '#demo/pictures/kit/produce.ts';
import { type Scene, scene } from '#demo/pictures/kit/scene.ts';
import { heap } from '#demo/pictures/kit/straw.ts';
import { at, box, flipped, line, oval, path, times } from '#demo/pictures/kit/svg.ts';

const fibre = ['#b98850', '#8f6434', '#d9ac74', '#a67543'] as const;

export const fieldScenes: Record<string, Scene> = {
  'coconut-husks': scene('morning', (r, l) => [
    farmyard(r, l),
    palms(r, 640),
    at(660, 880, 1.5, mound(r, 330, 190, husk, 1.05, '#4b321f')),
    at(1240, 880, 1.5, carrying(husk(r), { ...white })),
    at(1430, 930, 1.2, sack(r, '#d9c79c')),
    nearGrass(r),
  ]),
  'coir-rope': scene('noon', (r, l) => [
    underRoof(r, l, '#c2a577', '#7d5f38'),
    at(420, 860, 1.3, heap(r, 240, 150, fibre, 'long')),
    times(7, (i) =>
      at(
        760 + i * 42,
        470,
        1,
        line(`M0 0C-14 80 14 150 ${-6 + i * 2} 250`, i % 2 ? '#b98850' : '#d9ac74', 20) +
          times(9, (k) => line(`M-8 ${k * 28}l16 12`, '#8f6434', 3)),
      ),
    ),
    box(720, 456, 340, 20, '#7d5f38', 8),
    at(
      1270,
      930,
      1.65,
      standing({
        ...yellow,
        hands: [
          [-60, -150],
          [-50, -110],
        ],
      }),
    ),
    times(3, (i) =>
      at(
        620 + i * 150,
        950,
        1,
        oval(0, -20, 62, 26, '#b98850') +
          oval(0, -26, 62, 26, '#cf9f64') +
          oval(0, -26, 22, 9, '#6d4a26') +
          line('M-50-26a50 20 0 0 0 100 0M-40-22a40 15 0 0 0 80 0', '#9c7040', 3),
      ),
    ),
  ]),
  'coconut-husk-cart': scene('dusk', (r, l) => [
    greenField(r, l),
    palms(r, 600),
    path('M0 840C500 800 1100 800 1600 850V1000H0z', '#b98f5c'),
    at(1010, 900, 1.65, cart(mound(r, 150, 100, husk, 0.7, '#4b321f'))),
    at(430, 900, 1.4, carabao()),
    at(1400, 905, 1.45, standing({ ...blue })),
    nearGrass(r, ['#6a6a34', '#83803f']),
  ]),
  'coir-pots': scene('morning', (r, l) => [
    underRoof(r, l, '#b79d74', '#8a6840'),
    box(80, 640, 1440, 46, '#a8773f', 6),
    box(80, 676, 1440, 14, '#7c5424', 4),
    times(7, (i) => at(200 + i * 200, 648, 1.3, coirPot(r))),
    box(0, 830, 1600, 170, '#9a7446'),
    times(6, (i) => at(170 + i * 250, 950, 1.9, coirPot(r))),
  ]),
  'banana-stems': scene('noon', (r, l) => [
    greenField(r, l),
    bananas(r, 690, [70, 330, 620, 1010, 1290, 1530], 1.25),
    times(5, (i) => at(260 + i * 270, 850 + (i % 2) * 50, 1.3, trunk(r), i % 2 ? -6 : 5)),
    at(880, 940, 1.45, trunk(r), 4),
    at(1330, 940, 1.5, bending({ ...red })),
    nearLeaves('left'),
  ]),
  'banana-fibre': scene('noon', (r, l) => [
    farmyard(r, l),
    bananas(r, 660, [90, 1500], 1.2),
    at(760, 800, 1.2, fibreLine(r)),
    at(
      340,
      930,
      1.5,
      standing({
        ...yellow,
        hands: [
          [30, -170],
          [62, -190],
        ],
      }),
    ),
    flipped(1250, 930, 1.5, bending({ ...rose })),
    at(1060, 960, 1.1, trunk(r), 2),
    at(1430, 950, 1, heap(r, 110, 60, ['#efe3c0', '#cdb98a', '#fff6dd', '#dccb9e'], 'long')),
  ]),
  'goats-banana': scene('morning', (r, l) => [
    greenField(r, l),
    bananas(r, 660, [140, 1450], 1.3),
    at(1130, 720, 0.72, hut(r)),
    at(760, 940, 1.2, heap(r, 170, 60, ['#a9c36a', '#7f9a4a', '#d2dc9a', '#c2cc7e'], 'short')),
    at(480, 850, 1.2, goat('#8a6a4a')),
    flipped(420, 950, 1.7, goat('#e6d9c0')),
    at(1110, 940, 1.75, goat('#b98a5a')),
    at(1330, 850, 1.15, goat('#5b4a3c')),
    nearGrass(r),
  ]),
  'camote-vines': scene('morning', (r, l) => [
    greenField(r, l),
    bushes(r, 570, [60, 420, 980, 1500], 0.9),
    path('M0 640H1600V1000H0z', '#9a7650'),
    times(5, (i) => at(800, 690 + i * 72, 1, vines(r, 900 - i * 10, 1 + i * 0.12))),
    at(540, 900, 1.5, bending({ ...yellow })),
    at(
      1210,
      930,
      1.5,
      carrying(
        at(0, 10, 1, heap(r, 60, 60, ['#7fa04a', '#5a7a36', '#a2bf6a', '#9b5a6a'], 'short')),
        { ...green },
      ),
    ),
    at(260, 960, 1.1, mound(r, 110, 60, camote, 0.8, '#6b2f3a')),
  ]),
};
