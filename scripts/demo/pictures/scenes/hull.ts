import { carabao } from '#demo/pictures/kit/beasts.ts';
import { openSack, sack, seedTray } from '#demo/pictures/kit/goods.ts';
import { hut, mill, shed } from '#demo/pictures/kit/houses.ts';
import { arayat } from '#demo/pictures/kit/land.ts';
import { mist } from '#demo/pictures/kit/light.ts';
import {
  bending,
  blue,
  carrying,
  green,
  raking,
  red,
  rose,
  shovelling,
  standing,
  teal,
  violet,
  white,
  yellow,
} from '#demo/pictures/kit/people-cast.ts';
import { bananas, farmyard, greenField, nearLeaves, underRoof } from '#demo/pictures/kit/places.ts';
import { type Scene, scene } from '#demo/pictures/kit/scene.ts';
import { heap } from '#demo/pictures/kit/straw.ts';
import { at, flipped, line, path, times } from '#demo/pictures/kit/svg.ts';
import { crown, mangoGreens } from '#demo/pictures/kit/trees.ts';
import { burner, smoke } from '#demo/pictures/kit/works.ts';

const hull = ['#d9b887', '#b68f58', '#ecd3a8', '#c7a26b'] as const;
const char = ['#3b3733', '#23201d', '#5c5650', '#4a4540'] as const;

export const hullScenes: Record<string, Scene> = {
  'hull-pile-mill': scene('morning', (r, l) => [
    farmyard(r, l),
    at(1130, 760, 1.15, mill('#e2d2ac', '#a5623f', true)),
    at(520, 860, 1.5, heap(r, 350, 230, hull, 'short')),
    at(900, 900, 1.35, shovelling({ ...green })),
    at(1240, 920, 1.1, sack(r)),
    at(1350, 935, 1.15, sack(r)),
    at(120, 900, 1.05, sack(r)),
  ]),
  'hull-kiln': scene('dawn', (r, l) => [
    farmyard(r, l, '#cdb182'),
    bananas(r, 640, [80, 1520]),
    at(820, 445, 1.3, smoke(r, 420)),
    at(820, 860, 1.45, burner()),
    at(820, 890, 1.5, heap(r, 330, 120, char, 'short')),
    at(620, 905, 1.3, heap(r, 130, 50, hull, 'short')),
    at(1090, 910, 1, heap(r, 160, 60, hull, 'short')),
    flipped(1290, 900, 1.45, shovelling({ ...white })),
    at(260, 910, 1.15, sack(r, '#cfd3b4', '#4d8a66')),
    at(370, 925, 1.15, sack(r, '#e6d8b4', '#4d8a66')),
  ]),
  'hull-sacks': scene('noon', (r, l) => [
    farmyard(r, l),
    at(800, 760, 1.75, shed(640, 240, '#b5563c', '#6b5638')),
    times(6, (i) => at(380 + i * 170, 780, 1.25, sack(r))),
    times(5, (i) => at(465 + i * 170, 660, 1.2, sack(r))),
    times(4, (i) =>
      at(330 + i * 300, 900, 1.35, i % 2 ? openSack(r, ['#d9b887', '#a9834c']) : sack(r)),
    ),
    flipped(1370, 900, 1.45, carrying(sack(r), teal)),
  ]),
  'seedlings-crh': scene('morning', (r, l) => [
    underRoof(r, l, '#c9b184', '#8a6840'),
    times(3, (i) => at(330 + i * 470, 720, 1.35, seedTray(r, '#2b2724'))),
    times(3, (i) => at(330 + i * 470, 860, 1.5, seedTray(r, '#322c27'))),
    at(1380, 980, 1.5, openSack(r, ['#3b3733', '#5c5650'])),
    at(170, 985, 1.45, bending({ ...yellow })),
  ]),
  'darak-sacks': scene('morning', (r, l) => [
    underRoof(r, l, '#b79d74', '#7d5f38'),
    times(4, (i) => at(230 + i * 380, 740, 1.5, sack(r, '#efe4c8', '#b5563c'))),
    at(430, 940, 2.2, openSack(r, ['#e0c294', '#c19a63'])),
    at(800, 960, 2.35, openSack(r, ['#dcb984', '#b98f58'])),
    at(1170, 945, 2.2, openSack(r, ['#e6caa0', '#c7a26d'])),
    at(
      800,
      690,
      1.6,
      path('M-20-10C-30 20 30 26 44 0L96-60', 'none', 'stroke="#8d8d86" stroke-width="12"') +
        path('M-46-16H30C26 22-34 24-46-16z', '#a9a9a2'),
    ),
  ]),
  'palay-drying': scene('morning', (r, l) => [
    farmyard(r, l, '#d9d2c2', '#b5ad9b'),
    bananas(r, 630, [60, 1540]),
    path(
      'M120 960C200 760 420 700 800 700S1400 760 1500 960C1200 1010 420 1010 120 960z',
      '#dfb145',
    ),
    times(9, (i) =>
      line(
        `M${190 + i * 140} ${960 - Math.abs(i - 4) * 6}Q${420 + i * 90} 820 ${620 + i * 42} 712`,
        i % 2 ? '#c7942f' : '#efcb6c',
        6,
      ),
    ),
    at(430, 860, 1.5, raking({ ...red })),
    at(820, 800, 1.25, raking({ ...yellow })),
    flipped(1230, 880, 1.5, raking({ ...green })),
    at(1440, 830, 1.1, sack(r)),
    at(1520, 850, 1.1, sack(r)),
  ]),
  'meeting-hut': scene('noon', (r, l) => [
    farmyard(r, l),
    at(1150, 760, 1.25, hut(r)),
    at(520, 800, 1.9, crown(r, mangoGreens, '#e9b13a')),
    [rose, blue, green, violet, yellow, teal]
      .map((c, i) => at(250 + i * 130, 840 + (i % 2) * 30, 1.15, standing({ ...c })))
      .join(''),
    [white, red, rose]
      .map((c, i) =>
        flipped(
          420 + i * 190,
          950,
          1.4,
          standing({
            ...c,
            hands: [
              [-20, -96],
              [44, -130],
            ],
          }),
        ),
      )
      .join(''),
    nearLeaves('right'),
  ]),
  'arayat-field': scene('dawn', (r, l) => [
    greenField(r, l),
    arayat(820, 528, 1.5, l.far, l.mid),
    path('M0 510H1600V540H0z', l.near),
    mist(546),
    at(200, 640, 0.6, hut(r)),
    times(22, (i) =>
      at(
        60 + i * 74,
        760 + (i % 2) * 10,
        0.9,
        line('M0 0q-10-60-44-90M0 0q4-70 6-120M0 0q16-50 50-84', '#5f8f48', 9),
      ),
    ),
    at(1130, 930, 1.4, standing({ ...blue })),
    at(1330, 950, 1.35, carabao()),
  ]),
};
