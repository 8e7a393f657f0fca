import { cow, duck, hen, pig, rooster } from '#demo/pictures/kit/beasts.ts';
import { tricycle } from '#demo/pictures/kit/carts.ts';
import { basket, bucket, sack } from '#demo/pictures/kit/goods.ts';
import { fence, hut, layerHouse, shed, trough } from '#demo/pictures/kit/houses.ts';
import { arayat, grass } from '#demo/pictures/kit/land.ts';
import { birds } from '#demo/pictures/kit/light.ts';
import {
  blue,
  carrying,
  green,
  onHead,
  red,
  rose,
  standing,
  violet,
  yellow,
} from '#demo/pictures/kit/people-cast.ts';
import {
  bananas,
  bushes,
  farmyard,
  nearGrass,
  nearLeaves,
  paddy,
  palms,
} from '#demo/pictures/kit/places.ts';
import { egg } from '#demo/pictures/kit/produce.ts';
import { type Scene, scene } from '#demo/pictures/kit/scene.ts';
import { loose, shock } from '#demo/pictures/kit/straw.ts';
import {
  at,
  between,
  box,
  flipped,
  line,
  oval,
  type Random,
  times,
} from '#demo/pictures/kit/svg.ts';
import { bamboo, crown, mangoGreens } from '#demo/pictures/kit/trees.ts';

const ripple = (x: number, y: number, w: number) => oval(x, y, w, w * 0.09, '#fff', 'opacity=".3"');
const flock = (r: Random, count: number, y1: number, y2: number, floats: boolean) =>
  times(count, (i) => {
    const t = i / count;
    const [x, y, s] = [between(r, 40, 1560), y1 + t * (y2 - y1), 0.55 + t * 1.05];
    return (
      (floats ? ripple(x, y, 60 * s) : '') + (r() < 0.6 ? at : flipped)(x, y, s, duck(r, floats))
    );
  });

export const animalScenes: Record<string, Scene> = {
  'ducks-paddy': scene('morning', (r, l) => [
    paddy(r, l),
    palms(r, 560),
    grass(r, 640, ['#7fa653', '#98ba64'], 40, 1.1),
    flock(r, 16, 640, 940, true),
    at(
      1290,
      760,
      1.15,
      standing({
        ...blue,
        hands: [
          [-40, -130],
          [60, -150],
        ],
        holds: line('M60-150L150-250', '#8a6436', 6),
      }),
    ),
  ]),
  'ducks-candaba': scene('dusk', (r, l) => [
    paddy(r, l),
    arayat(560, 530, 1.15, l.far, l.mid),
    birds(1080, 300, 1.5),
    box(0, 560, 1600, 440, '#c98f72', 0, 'opacity=".45"'),
    oval(430, 640, 260, 30, '#fbdc9c', 'opacity=".6"'),
    oval(430, 720, 180, 18, '#fbdc9c', 'opacity=".45"'),
    flock(r, 22, 620, 950, true),
    grass(r, 900, ['#4f6238', '#65743f'], 50, 2),
  ]),
  'chickens-yard': scene('morning', (r, l) => [
    farmyard(r, l),
    at(1140, 720, 1.15, hut(r)),
    at(240, 720, 1.1, crown(r, mangoGreens, null)),
    at(560, 880, 0.9, loose(r, 220, 80)),
    times(7, (i) =>
      (i % 2 ? at : flipped)(180 + i * 190, 800 + (i % 3) * 50, 1.5 + (i % 3) * 0.3, hen(r)),
    ),
    at(880, 950, 2.5, rooster()),
    at(440, 950, 2.2, hen(r)),
    flipped(1280, 960, 2.3, hen(r)),
    times(4, (i) =>
      at(
        560 + i * 64,
        950 + (i % 2) * 16,
        0.9,
        oval(0, -16, 22, 17, '#f4d670') +
          oval(-14, -32, 12, 11, '#f4d670') +
          line('M-25-31h-9', '#e29a3a', 5) +
          line('M-4 0v-6M8 0v-6', '#e29a3a', 3),
      ),
    ),
    at(1480, 860, 0.95, basket(r, egg, 0.9)),
    nearLeaves('left'),
  ]),
  'poultry-house': scene('noon', (r, l) => [
    farmyard(r, l),
    bananas(r, 620, [60, 1540]),
    at(800, 720, 1.9, layerHouse(640)),
    times(7, (i) => at(260 + i * 120, 830 + (i % 2) * 8, 1.1, sack(r, '#cfc6a0', '#8a6a3a'))),
    times(6, (i) => at(320 + i * 120, 930 + (i % 2) * 8, 1.25, sack(r, '#d9cfae', '#8a6a3a'))),
    flipped(1240, 930, 1.5, carrying(sack(r, '#d9cfae', '#8a6a3a'), { ...rose })),
    at(1440, 900, 1.4, hen(r)),
  ]),
  'cows-shed': scene('morning', (r, l) => [
    farmyard(r, l),
    at(800, 750, 1.95, shed(680, 250, '#b5563c', '#75603f')),
    at(360, 810, 1.15, cow('#8d5a36', '#f3ead8')),
    at(820, 815, 1.2, cow('#f0e6d4', '#5b4030')),
    at(1270, 810, 1.15, cow('#a9713f', null)),
    at(800, 950, 1.9, trough(600, '#d9b453')),
    flipped(1490, 940, 1.55, carrying(shock(r), { ...green })),
  ]),
  'pig-pens': scene('noon', (r, l) => [
    farmyard(r, l),
    at(800, 730, 1.8, shed(700, 220, '#8f9a8c', '#7d6a4c')),
    at(420, 850, 1.3, pig()),
    flipped(840, 870, 1.45, pig('#d9988a')),
    at(1230, 850, 1.25, pig('#8d7468')),
    fence(60, 1540, 900, '#9a7446'),
    at(1420, 960, 1.5, standing({ ...yellow, holds: at(34, -60, 1, bucket('#b5563c')) })),
    times(4, (i) => at(330 + i * 120, 950, 0.62, pig('#ecbcae'))),
  ]),
  'goat-road': scene('dawn', (r, l) => [
    farmyard(r, l),
    at(1350, 700, 1.25, bamboo(r)),
    at(110, 680, 1.05, bamboo(r)),
    birds(640, 260, 1.3),
    bushes(r, 640, [500, 1500]),
    at(1000, 900, 1.6, tricycle('#3f7fa0', at(0, 0, 0.7, sack(r)))),
    at(420, 920, 1.5, onHead(sack(r), { ...violet })),
    at(250, 930, 1.4, standing({ ...red })),
    at(660, 930, 1.15, sack(r)),
    nearGrass(r),
  ]),
};
