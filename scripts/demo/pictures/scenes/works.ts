import { thermometer } from '#demo/pictures/kit/gauge.ts';
import { bilao, openSack, sack } from '#demo/pictures/kit/goods.ts';
import {
  bending,
  forking,
  green,
  rose,
  shovelling,
  standing,
  teal,
  violet,
} from '#demo/pictures/kit/people-cast.ts';
import {
  bananas,
  bushes,
  farmyard,
  greenField,
  nearLeaves,
  underRoof,
} from '#demo/pictures/kit/places.ts';
import { type Scene, scene } from '#demo/pictures/kit/scene.ts';
import { bundle, heap, loose } from '#demo/pictures/kit/straw.ts';
import { at, between, box, flipped, oval, path, pick, times } from '#demo/pictures/kit/svg.ts';
import { steam, strawMushroom, worm, wormBed } from '#demo/pictures/kit/works.ts';

const earth = ['#5b4630', '#3d2e1f', '#7d6242', '#a98c52', '#4a3826', '#8f9a4c'] as const;

export const worksScenes: Record<string, Scene> = {
  'compost-heap': scene('dawn', (r, l) => [
    farmyard(r, l),
    bananas(r, 640, [70, 1530]),
    at(720, 640, 1.25, steam(r, 300, 210)),
    at(720, 890, 1.55, heap(r, 330, 200, earth, 'long')),
    at(720, 610, 1.35, thermometer()),
    flipped(1230, 910, 1.6, forking({ ...green })),
    at(230, 930, 1.25, sack(r)),
    at(1430, 940, 1.1, loose(r, 130, 70)),
  ]),
  'compost-windrow': scene('morning', (r, l) => [
    farmyard(r, l),
    bushes(r, 600, [70, 1510]),
    times(3, (i) => at(430 + i * 420, 720, 1, heap(r, 210, 100, earth, 'short'))),
    at(400, 870, 1.35, heap(r, 290, 140, earth, 'short')),
    at(1120, 900, 1.5, heap(r, 330, 150, earth, 'long')),
    at(
      1120,
      700,
      1.5,
      path(
        'M-120 16C-60-24 60-24 120 16 150 60 180 110 210 130 130 110 60 130 0 120-60 132-130 112-210 130-180 110-150 60-120 16z',
        '#3f6f6a',
        'opacity=".92"',
      ) +
        path(
          'M20-12C60-8 100 4 120 16 150 60 180 110 210 130 160 116 120 120 90 124 80 70 60 20 20-12z',
          '#fff',
          'opacity=".16"',
        ),
    ),
    at(720, 920, 1.5, shovelling({ ...violet })),
  ]),
  'vermi-beds': scene('noon', (r, l) => [
    underRoof(r, l, '#b79d74', '#8a6840'),
    at(420, 780, 1.35, wormBed(r, 520)),
    at(1200, 780, 1.35, wormBed(r, 520)),
    at(520, 950, 1.7, wormBed(r, 560)),
    at(
      1180,
      950,
      1.5,
      standing({
        ...rose,
        hands: [
          [-50, -120],
          [-64, -100],
        ],
        feet: [-10, 14],
      }),
    ),
    at(1400, 965, 1.35, openSack(r, ['#4c3926', '#2f2317'])),
  ]),
  'vermi-bilao': scene('morning', (r, l) => [
    greenField(r, l),
    at(330, 700, 0.9, wormBed(r, 520)),
    at(1250, 700, 0.9, wormBed(r, 520)),
    box(0, 760, 1600, 240, '#a8773f'),
    box(0, 760, 1600, 16, '#c2925a'),
    at(
      800,
      860,
      1.25,
      bilao(
        r,
        '#3a2b1c',
        times(130, () =>
          oval(
            between(r, -330, 330),
            between(r, -92, 82),
            between(r, 6, 15),
            between(r, 4, 8),
            pick(r, earth),
          ),
        ) +
          times(26, () =>
            at(between(r, -270, 270), between(r, -74, 66), 1.15, worm(r), between(r, -60, 60)),
          ),
      ),
    ),
    nearLeaves('left'),
  ]),
  'mushroom-straw-bed': scene('dawn', (r, l) => [
    greenField(r, l),
    bananas(r, 650, [80, 330, 1270, 1520], 1.1),
    times(2, (row) =>
      times(6 - row, (i) => at(420 + i * 165 + row * 80, 800 - row * 110, 1.1, bundle(r))),
    ),
    times(4, (row) =>
      times(7 - (row % 2), (i) =>
        at(300 + i * 176 + (row % 2) * 88, 950 - row * 66, 1.2, bundle(r)),
      ),
    ),
    times(26, (i) =>
      at(240 + i * 46 + between(r, -10, 10), 735 + (i % 5) * 52, 1.05, strawMushroom(r)),
    ),
    at(1450, 930, 1.45, bending({ ...teal, lean: 30 })),
  ]),
};
