import { truck } from '#demo/pictures/kit/carts.ts';
import { cane, corn } from '#demo/pictures/kit/crops.ts';
import { drum, openSack } from '#demo/pictures/kit/goods.ts';
import { mill, shed } from '#demo/pictures/kit/houses.ts';
import { rows } from '#demo/pictures/kit/land.ts';
import {
  bending,
  blue,
  carrying,
  forking,
  green,
  raking,
  red,
  shovelling,
  standing,
  violet,
  white,
  yellow,
} from '#demo/pictures/kit/people-cast.ts';
import {
  cutField,
  farmyard,
  greenField,
  nearGrass,
  nearLeaves,
} from '#demo/pictures/kit/places.ts';
import { cob, mound } from '#demo/pictures/kit/produce.ts';
import { type Scene, scene } from '#demo/pictures/kit/scene.ts';
import { heap } from '#demo/pictures/kit/straw.ts';
import { at, between, flipped, line, path, times } from '#demo/pictures/kit/svg.ts';
import { smoke } from '#demo/pictures/kit/works.ts';

const bagasse = ['#d9c596', '#b59c66', '#efe1bd', '#c9b07c'] as const;
const trash = ['#c9b273', '#a58d4d', '#e2d09a', '#8f7a3f'] as const;

export const cornScenes: Record<string, Scene> = {
  'corn-cobs': scene('noon', (r, l) => [
    farmyard(r, l),
    times(16, (i) => at(30 + i * 104, 660, 0.62, corn(r, false))),
    at(1120, 760, 1.15, shed(460, 230, '#5d7f8c', '#6b5638')),
    at(620, 890, 1.5, mound(r, 330, 170, cob, 0.95, '#8c5638')),
    at(1180, 900, 1.45, shovelling({ ...green })),
    at(1440, 930, 1.25, openSack(r, ['#e0a94a', '#c58a2f'])),
  ]),
  'corn-stover': scene('morning', (r, l) => [
    greenField(r, l),
    rows(560, '#6c9c4e', 13, 9),
    times(24, (i) => at(20 + i * 68, 640 + (i % 3) * 10, 0.55, corn(r, false))),
    times(9, (i) => at(90 + i * 180, 790 + (i % 2) * 20, 1, corn(r, false))),
    at(430, 920, 1.5, bending({ ...white })),
    at(1060, 920, 1.4, carrying(at(-20, 40, 0.9, corn(r, false) + corn(r, false)), { ...red })),
    nearLeaves('left'),
  ]),
  'corn-field-harvest': scene('dawn', (r, l) => [
    greenField(r, l),
    times(26, (i) => at(10 + i * 64, 660 + (i % 3) * 10, 0.7, corn(r, true))),
    times(10, (i) => at(60 + i * 170, 830 + (i % 2) * 24, 1.35, corn(r, true))),
    at(
      820,
      940,
      1.55,
      standing({
        ...yellow,
        hands: [
          [40, -150],
          [58, -140],
        ],
      }),
    ),
    nearGrass(r),
  ]),
  'silage-drums': scene('morning', (r, l) => [
    farmyard(r, l),
    at(800, 760, 1.8, shed(660, 240, '#6f8d8f', '#75603f')),
    times(5, (i) => at(340 + i * 180, 790, 1.25, drum('#2f6fa0'))),
    times(3, (i) =>
      at(
        280 + i * 210,
        930,
        1.55,
        drum(i === 1 ? '#2b6392' : '#3578aa', i === 2 ? null : '#e9e2cf'),
      ),
    ),
    at(1000, 930, 1.3, heap(r, 170, 90, ['#8ba052', '#64803a', '#b3c47a', '#9c9a4a'], 'short')),
    flipped(1290, 930, 1.5, forking({ ...blue })),
  ]),
  'cane-trash': scene('noon', (r, l) => [
    cutField(r, l, 700),
    times(30, (i) => at(10 + i * 56, 590, 0.5, cane(r))),
    rows(560, '#8f7a3f', 11, 26, 700),
    times(6, (i) => at(90 + i * 290, 760 + (i % 2) * 30, 1, heap(r, 150, 40, trash, 'long'))),
    at(560, 920, 1.5, raking({ ...white })),
    at(1140, 940, 1.3, heap(r, 300, 84, trash, 'long')),
    times(5, (i) =>
      at(
        160 + i * 330,
        850,
        0.7,
        times(5, (k) =>
          line(`M${k * 12 - 24} 0q${(k - 2) * 4}-30 ${(k - 2) * 16}-54`, '#7fae58', 6),
        ),
      ),
    ),
  ]),
  'cane-truck': scene('dusk', (r, l) => [
    cutField(r, l),
    times(20, (i) => at(20 + i * 40, 650, 0.75, cane(r))),
    path('M0 830C500 800 1100 800 1600 840V1000H0z', '#b98f5c'),
    at(
      860,
      910,
      1.75,
      truck(
        '#3f7f6a',
        times(46, (i) =>
          line(
            `M${-158 + between(r, 0, 20)} ${-20 - (i % 16) * 8}L${156 - between(r, 0, 20)} ${-16 - (i % 16) * 8 + between(r, -6, 6)}`,
            i % 3 ? '#8f9a4c' : '#b9a55c',
            8,
          ),
        ),
      ),
    ),
    at(330, 920, 1.45, standing({ ...green })),
  ]),
  'bagasse-pile': scene('morning', (r, l) => [
    farmyard(r, l),
    at(1150, 300, 1.1, smoke(r, 260, '#fff', 0.35)),
    at(1100, 740, 1.25, mill('#cdd3c6', '#5d6f74', true)),
    at(470, 880, 1.6, heap(r, 360, 240, bagasse, 'short')),
    at(1010, 930, 1.15, truck('#d9a13a', at(0, -40, 0.55, heap(r, 250, 120, bagasse, 'short')))),
    at(380, 940, 1.3, shovelling({ ...violet })),
  ]),
};
