import { cow, duck, goat, hen, pig } from '../kit/beasts.ts';
import { cane, coirPot, corn, seedling, trunk } from '../kit/crops.ts';
import { basket, crate, drum, openSack, sack, seedTray } from '../kit/goods.ts';
import { hut, layerHouse, trough } from '../kit/houses.ts';
import { arayat, rows } from '../kit/land.ts';
import { blue, forking, green, poling, red, reaching, rose, standing, white, yellow } from '../kit/people-cast.ts';
import { bananas, bushes, cutField, farmyard, greenField, nearGrass, nearLeaves, orchard, palms, underRoof } from '../kit/places.ts';
import { cabbage, cob, husk, mango, mound, tomato } from '../kit/produce.ts';
import { type Scene, scene } from '../kit/scene.ts';
import { bale, bundle, heap } from '../kit/straw.ts';
import { at, between, box, dot, flipped, oval, path, times } from '../kit/svg.ts';
import { crown, mangoGreens } from '../kit/trees.ts';
import { burner, cone, dome, larva, smoke, steam, strawMushroom, wormBed } from '../kit/works.ts';
import { thermometer } from './works.ts';

const earth = ['#5b4630', '#3d2e1f', '#7d6242', '#a98c52', '#4a3826'] as const;
const char = ['#3b3733', '#23201d', '#5c5650', '#4a4540'] as const;
const hull = ['#d9b887', '#b68f58', '#ecd3a8', '#c7a26b'] as const;
const trash = ['#c9b273', '#a58d4d', '#e2d09a', '#8f7a3f'] as const;

export const covers: Record<string, Scene> = {
  'cover-straw-mushrooms': scene('dawn', (r, l) => [
    greenField(r, l), bananas(r, 640, [60, 1540], 1.2), times(3, (row) => times(7, (i) => at(110 + i * 236 + (row % 2) * 110, 1010 - row * 104, 1.65, bundle(r)))), times(15, (i) => at(120 + i * 100 + between(r, -20, 20), 770 + (i % 3) * 74, between(r, 2, 3.2), strawMushroom(r))),
  ]),
  'cover-urea-straw': scene('morning', (r, l) => [
    farmyard(r, l), at(1430, 740, 1.1, bale(r)), at(1240, 700, 0.8, bale(r)), at(150, 720, 0.95, bale(r)), flipped(430, 880, 1.75, cow('#8d5a36', '#f3ead8')), at(1240, 890, 1.75, cow('#f0e6d4', '#5b4030')), at(835, 945, 1.7, trough(330, '#cf9f47')),
  ]),
  'cover-coconut-coir': scene('dusk', (r, l) => [
    greenField(r, l), palms(r, 640), at(540, 930, 1.75, mound(r, 290, 190, husk, 1.1, '#4b321f')), at(1060, 930, 2.3, coirPot(r)), at(1330, 920, 2.1, coirPot(r)),
  ]),
  'cover-corn-cobs': scene('noon', (r, l) => [
    greenField(r, l), times(20, (i) => at(10 + i * 84, 680 + (i % 3) * 10, 0.95, corn(r, true))), at(740, 930, 1.9, mound(r, 360, 190, cob, 1.15, '#8c5638')), at(1380, 930, 1.7, openSack(r, ['#e9b04a', '#c58a2f'])), nearLeaves('left'),
  ]),
  'cover-banana-stems': scene('morning', (r, l) => [
    greenField(r, l), bananas(r, 760, [120, 520, 1060, 1460], 1.75), at(520, 900, 2, trunk(r), -3), at(1130, 930, 1.8, trunk(r), 4), flipped(780, 860, 1.7, goat('#e6d9c0')), at(1380, 850, 1.5, goat('#a97a4a')),
  ]),
  'cover-carbonised-rice-hull': scene('dawn', (r, l) => [
    farmyard(r, l), at(540, 440, 1.2, smoke(r, 360, '#fff', 0.4)), at(540, 860, 1.5, burner()), at(540, 890, 1.6, heap(r, 320, 130, char, 'short')), at(900, 910, 1.3, heap(r, 150, 60, hull, 'short')), at(1270, 900, 1.6, seedTray(r, '#2b2724')), at(1330, 780, 1.5, openSack(r, ['#3b3733', '#5c5650'])),
  ]),
  'cover-fruit-gleaning': scene('morning', (r, l) => [
    orchard(r, l), at(420, 850, 2.1, crown(r, mangoGreens, '#f0b434')), at(1240, 820, 1.8, crown(r, mangoGreens, '#f0b434')), at(760, 900, 1.5, poling({ ...white })), flipped(1080, 900, 1.5, reaching({ ...rose })), at(480, 930, 1.7, basket(r, mango, 0.85)), at(1380, 930, 1.5, crate(r, mango)), at(250, 930, 1.1, basket(r, mango)),
  ]),
  'cover-corn-silage': scene('noon', (r, l) => [
    farmyard(r, l), times(18, (i) => at(30 + i * 94, 690, 0.95, corn(r, false))), ['#2f6fa0', '#3578aa', '#2b6392'].map((c, i) => at(260 + i * 230, 920, 1.9, drum(c, i === 1 ? null : '#e9e2cf'))).join(''), at(1150, 920, 1.7, heap(r, 230, 130, ['#8ba052', '#64803a', '#b3c47a', '#9c9a4a'], 'short')), flipped(1420, 900, 1.55, forking({ ...blue })),
  ]),
  'cover-compost': scene('dawn', (r, l) => [
    greenField(r, l), at(1290, 680, 0.85, hut(r)), at(640, 610, 1.4, steam(r, 320, 230)), at(640, 900, 1.85, heap(r, 330, 200, earth, 'long')), at(560, 560, 1.5, thermometer()), flipped(1200, 910, 1.6, forking({ ...green })), times(3, (i) => at(1330 + i * 80, 940, 1, seedling(r))),
  ]),
  'cover-vermicompost': scene('morning', (r, l) => [
    underRoof(r, l, '#b79d74', '#8a6840'), at(540, 900, 2.1, wormBed(r, 440)), times(9, (i) => at(180 + i * 88, 716, 1.15, seedling(r))), at(1290, 920, 1.75, standing({ ...yellow, hands: [[-50, -120], [-64, -96]] })), at(1440, 930, 1.2, sack(r)),
  ]),
  'cover-biochar': scene('night', (r, l) => [
    farmyard(r, l, '#5f5548', '#4a4338'), box(0, 500, 1600, 130, '#18243a', 0, 'opacity=".62"'), oval(800, 770, 640, 230, '#f6a84b', 'opacity=".24"'), at(800, 910, 1.8, cone()), times(30, () => dot(between(r, 560, 1040), between(r, 120, 560), between(r, 2, 5), '#ffd98a')), at(250, 920, 1.6, standing({ ...red })), flipped(1330, 920, 1.6, standing({ ...green })), at(1470, 930, 0.9, mound(r, 110, 60, cob, 0.8, '#5a3a26')),
  ]),
  'cover-biogas': scene('noon', (r, l) => [
    farmyard(r, l), bushes(r, 620, [70, 1530], 1.2), at(640, 880, 1.75, dome()), at(1210, 760, 1, hut(r)), at(1240, 930, 1.5, pig()), at(1440, 850, 1, pig('#d9988a')), nearGrass(r),
  ]),
  'cover-sugarcane-trash': scene('morning', (r, l) => [
    cutField(r, l, 800), arayat(1180, 528, 0.9, l.far, l.mid), rows(560, '#8f7a3f', 9, 40), times(14, (i) => at(20 + i * 34, 760, 1.15, cane(r))), times(7, (i) => at(1390 + i * 36, 780, 1.2, cane(r))), at(780, 900, 1.5, heap(r, 380, 90, trash, 'long')), at(1110, 900, 1.5, standing({ ...white })),
  ]),
  'cover-poultry-manure': scene('morning', (r, l) => [
    farmyard(r, l), at(1000, 700, 1.7, layerHouse(560)), at(430, 900, 1.6, heap(r, 290, 160, ['#8a7048', '#5f4a2c', '#b79a66', '#d9c08a', '#6d5a3a'], 'short')), at(980, 930, 2.2, hen(r)), flipped(1210, 920, 2, hen(r)), at(1420, 900, 1.5, sack(r, '#d9cfae', '#8a6a3a')), at(1300, 850, 1.4, hen(r)),
  ]),
  'cover-black-soldier-fly': scene('noon', (r, l) => [
    underRoof(r, l, '#c2ab80', '#7d5f38'), at(250, 800, 1.8, crate(r, tomato, 0.8)), at(450, 930, 2.3, crate(r, cabbage, 0.85)), at(1060, 920, 2.7, path('M-130-66H130L116 0H-116z', '#4f6f8c') + path('M-122-66C-60-100 60-100 122-66z', '#5b4630') + times(60, () => at(between(r, -104, 104), -between(r, 66, 86), 0.5, larva(r), between(r, -80, 80))) + box(-136, -72, 272, 13, '#6b8caa', 4)), at(1470, 930, 2, duck(r)), at(730, 950, 2.3, hen(r)),
  ]),
};
