import { cow, goat } from '#demo/pictures/kit/beasts.ts';
import { cane, coirPot, corn, trunk } from '#demo/pictures/kit/crops.ts';
import { basket, crate, drum, openSack } from '#demo/pictures/kit/goods.ts';
import { trough } from '#demo/pictures/kit/houses.ts';
import { arayat, rows } from '#demo/pictures/kit/land.ts';
import {
  blue,
  forking,
  poling,
  reaching,
  rose,
  standing,
  white,
} from '#demo/pictures/kit/people-cast.ts';
import {
  bananas,
  cutField,
  farmyard,
  greenField,
  nearLeaves,
  orchard,
  palms,
} from '#demo/pictures/kit/places.ts';
import { cob, husk, mango, mound } from '#demo/pictures/kit/produce.ts';
import { type Scene, scene } from '#demo/pictures/kit/scene.ts';
import { bale, bundle, heap } from '#demo/pictures/kit/straw.ts';
import { at, between, flipped, times } from '#demo/pictures/kit/svg.ts';
import { crown, mangoGreens } from '#demo/pictures/kit/trees.ts';
import { strawMushroom } from '#demo/pictures/kit/works.ts';

const trash = ['#c9b273', '#a58d4d', '#e2d09a', '#8f7a3f'] as const;

export const fieldCovers: Record<string, Scene> = {
  'cover-straw-mushrooms': scene('dawn', (r, l) => [
    greenField(r, l),
    bananas(r, 640, [60, 1540], 1.2),
    times(3, (row) =>
      times(7, (i) => at(110 + i * 236 + (row % 2) * 110, 1010 - row * 104, 1.65, bundle(r))),
    ),
    times(15, (i) =>
      at(
        120 + i * 100 + between(r, -20, 20),
        770 + (i % 3) * 74,
        between(r, 2, 3.2),
        strawMushroom(r),
      ),
    ),
  ]),
  'cover-urea-straw': scene('morning', (r, l) => [
    farmyard(r, l),
    at(1430, 740, 1.1, bale(r)),
    at(1240, 700, 0.8, bale(r)),
    at(150, 720, 0.95, bale(r)),
    flipped(430, 880, 1.75, cow('#8d5a36', '#f3ead8')),
    at(1240, 890, 1.75, cow('#f0e6d4', '#5b4030')),
    at(835, 945, 1.7, trough(330, '#cf9f47')),
  ]),
  'cover-coconut-coir': scene('dusk', (r, l) => [
    greenField(r, l),
    palms(r, 640),
    at(540, 930, 1.75, mound(r, 290, 190, husk, 1.1, '#4b321f')),
    at(1060, 930, 2.3, coirPot(r)),
    at(1330, 920, 2.1, coirPot(r)),
  ]),
  'cover-corn-cobs': scene('noon', (r, l) => [
    greenField(r, l),
    times(20, (i) => at(10 + i * 84, 680 + (i % 3) * 10, 0.95, corn(r, true))),
    at(740, 930, 1.9, mound(r, 360, 190, cob, 1.15, '#8c5638')),
    at(1380, 930, 1.7, openSack(r, ['#e9b04a', '#c58a2f'])),
    nearLeaves('left'),
  ]),
  'cover-banana-stems': scene('morning', (r, l) => [
    greenField(r, l),
    bananas(r, 760, [120, 520, 1060, 1460], 1.75),
    at(520, 900, 2, trunk(r), -3),
    at(1130, 930, 1.8, trunk(r), 4),
    flipped(780, 860, 1.7, goat('#e6d9c0')),
    at(1380, 850, 1.5, goat('#a97a4a')),
  ]),
  'cover-fruit-gleaning': scene('morning', (r, l) => [
    orchard(r, l),
    at(420, 850, 2.1, crown(r, mangoGreens, '#f0b434')),
    at(1240, 820, 1.8, crown(r, mangoGreens, '#f0b434')),
    at(760, 900, 1.5, poling({ ...white })),
    flipped(1080, 900, 1.5, reaching({ ...rose })),
    at(480, 930, 1.7, basket(r, mango, 0.85)),
    at(1380, 930, 1.5, crate(r, mango)),
    at(250, 930, 1.1, basket(r, mango)),
  ]),
  'cover-corn-silage': scene('noon', (r, l) => [
    farmyard(r, l),
    times(18, (i) => at(30 + i * 94, 690, 0.95, corn(r, false))),
    ['#2f6fa0', '#3578aa', '#2b6392']
      .map((c, i) => at(260 + i * 230, 920, 1.9, drum(c, i === 1 ? null : '#e9e2cf')))
      .join(''),
    at(1150, 920, 1.7, heap(r, 230, 130, ['#8ba052', '#64803a', '#b3c47a', '#9c9a4a'], 'short')),
    flipped(1420, 900, 1.55, forking({ ...blue })),
  ]),
  'cover-sugarcane-trash': scene('morning', (r, l) => [
    cutField(r, l, 800),
    arayat(1180, 528, 0.9, l.far, l.mid),
    rows(560, '#8f7a3f', 9, 40),
    times(14, (i) => at(20 + i * 34, 760, 1.15, cane(r))),
    times(7, (i) => at(1390 + i * 36, 780, 1.2, cane(r))),
    at(780, 900, 1.5, heap(r, 380, 90, trash, 'long')),
    at(1110, 900, 1.5, standing({ ...white })),
  ]),
};
