import { bedRow, seedling } from '#demo/pictures/kit/crops.ts';
import { basket, bucket, crate, plasticCrate } from '#demo/pictures/kit/goods.ts';
import { hut } from '#demo/pictures/kit/houses.ts';
import {
  bending,
  blue,
  carrying,
  green,
  onHead,
  poling,
  reaching,
  red,
  rose,
  standing,
  teal,
  white,
  yellow,
} from '#demo/pictures/kit/people-cast.ts';
import { bushes, greenField, nearGrass, nearLeaves, orchard } from '#demo/pictures/kit/places.ts';
import { calamansi, mango, melon, mound, squash, tomato } from '#demo/pictures/kit/produce.ts';
import { type Scene, scene } from '#demo/pictures/kit/scene.ts';
import { loose } from '#demo/pictures/kit/straw.ts';
import { at, flipped, path, times } from '#demo/pictures/kit/svg.ts';
import { crown, frame, mangoGreens } from '#demo/pictures/kit/trees.ts';

export const fruitScenes: Record<string, Scene> = {
  'mango-tree-gleaning': scene('dawn', (r, l) => [
    orchard(r, l),
    at(560, 850, 2.25, crown(r, mangoGreens, '#f0b434')),
    at(300, 900, 1.45, poling({ ...white })),
    flipped(930, 900, 1.5, poling({ ...green })),
    at(1180, 900, 1.45, carrying(basket(r, mango), { ...rose })),
    at(760, 950, 1.25, bending({ ...yellow })),
    at(1430, 930, 1.15, crate(r, mango)),
    at(1400, 850, 0.95, crate(r, mango)),
    nearLeaves('left'),
  ]),
  'mango-baskets': scene('morning', (r, l) => [
    orchard(r, l),
    at(300, 880, 1.7, basket(r, mango, 0.9)),
    at(1300, 880, 1.75, basket(r, mango, 0.9)),
    at(800, 950, 2.6, basket(r, mango, 0.85)),
    times(5, (i) => at(480 + i * 180, 965 + (i % 2) * 14, 1.5, mango(r), i * 40)),
    at(1640, -30, 2.2, frame([150, 176, 120], 190, '#4c7c3e', '#35602f')),
  ]),
  'tomato-crates': scene('noon', (r, l) => [
    greenField(r, l),
    times(7, (i) => bedRow(140 + i * 220, 560, 60, '#8a6a46')),
    bushes(r, 640, [120, 330, 560, 1000, 1260, 1480], 0.8),
    times(4, (i) =>
      at(300 + i * 290, 840, 1.2, plasticCrate(r, tomato, i % 2 ? '#2f7a5a' : '#3a6fa0', 0.75)),
    ),
    times(3, (i) =>
      at(
        420 + i * 320,
        950,
        1.5,
        plasticCrate(r, tomato, ['#c0482f', '#2f7a5a', '#d9a13a'][i] ?? '#2f7a5a', 0.75),
      ),
    ),
    at(1440, 930, 1.5, bending({ ...white })),
  ]),
  'squash-pile': scene('dusk', (r, l) => [
    greenField(r, l),
    at(1240, 700, 0.85, hut(r)),
    at(620, 890, 1.3, loose(r, 380, 60)),
    at(620, 870, 1.5, mound(r, 270, 170, squash, 1, '#6b4a20')),
    at(1130, 910, 1.5, carrying(squash(r), { ...red })),
    times(3, (i) => at(1300 + i * 96, 950 - (i % 2) * 20, 1.3, squash(r))),
    nearGrass(r, ['#6f7a3a', '#8a8a44']),
  ]),
  'garden-rows': scene('morning', (r, l) => [
    greenField(r, l),
    at(1300, 640, 0.62, hut(r)),
    bushes(r, 570, [90, 420, 820], 0.9),
    times(5, (i) => bedRow(420 + i * 190, 590, 130, '#7a5a3c')),
    times(5, (b) =>
      times(8, (i) => {
        const t = (i + 1) / 8;
        return at(
          420 + b * 190 + (420 + b * 190 - 800) * 0.9 * t * t,
          596 + t * t * 390,
          0.3 + t * 0.95,
          seedling(r),
        );
      }),
    ),
    at(1210, 900, 1.45, bending({ ...yellow })),
    at(240, 880, 1.35, standing({ ...blue, holds: at(34, -60, 1, bucket('#6f8d8f')) })),
  ]),
  'calamansi-basket': scene('noon', (r, l) => [
    orchard(r, l),
    at(1120, 800, 1.5, crown(r, ['#3f6b3b', '#5c8f4a', '#88b45e'], '#d8c545')),
    at(560, 950, 2.3, basket(r, calamansi, 0.8)),
    flipped(960, 920, 1.55, reaching({ ...green })),
    at(260, 880, 1.3, basket(r, calamansi, 0.8)),
    times(6, (i) => at(820 + i * 60, 965 + (i % 2) * 12, 1.2, calamansi(r))),
    at(-50, -20, 2, frame([10, 44, 74], 190, '#4c7c3e', '#35602f')),
  ]),
  'melon-field': scene('noon', (r, l) => [
    greenField(r, l),
    path('M0 660H1600V1000H0z', '#a58356', 'opacity=".6"'),
    times(7, (i) => at(100 + i * 230, 700 + (i % 2) * 40, 0.9, melon(r))),
    times(6, (i) => at(180 + i * 260, 830 + (i % 2) * 30, 1.4, melon(r))),
    at(640, 940, 1.3, mound(r, 200, 110, melon, 1, '#2f5f35')),
    at(1130, 930, 1.5, onHead(at(0, 0, 1.4, melon(r)), { ...teal })),
    at(1400, 940, 1.6, bending({ ...yellow })),
    nearGrass(r),
  ]),
};
