import { carabao, goat } from '../kit/beasts.ts';
import { cart, truck } from '../kit/carts.ts';
import { drum, openSack, sack } from '../kit/goods.ts';
import { hut, mill, shed } from '../kit/houses.ts';
import { rows } from '../kit/land.ts';
import { bending, blue, carrying, forking, green, raking, red, rose, shovelling, standing, violet, white, yellow } from '../kit/people-cast.ts';
import { bananas, bushes, cutField, farmyard, greenField, nearGrass, nearLeaves, palms, underRoof } from '../kit/places.ts';
import { cane, coirPot, corn, fibreLine, trunk, vines } from '../kit/crops.ts';
import { camote, cob, husk, mound } from '../kit/produce.ts';
import { type Scene, scene } from '../kit/scene.ts';
import { heap } from '../kit/straw.ts';
import { at, between, box, flipped, line, oval, path, times } from '../kit/svg.ts';
import { smoke } from '../kit/works.ts';

const fibre = ['#b98850', '#8f6434', '#d9ac74', '#a67543'] as const;
const bagasse = ['#d9c596', '#b59c66', '#efe1bd', '#c9b07c'] as const;
const trash = ['#c9b273', '#a58d4d', '#e2d09a', '#8f7a3f'] as const;

export const fieldScenes: Record<string, Scene> = {
  'coconut-husks': scene('morning', (r, l) => [
    farmyard(r, l), palms(r, 640), at(660, 880, 1.5, mound(r, 330, 190, husk, 1.05, '#4b321f')), at(1240, 880, 1.5, carrying(husk(r), { ...white })), at(1430, 930, 1.2, sack(r, '#d9c79c')), nearGrass(r),
  ]),
  'coir-rope': scene('noon', (r, l) => [
    underRoof(r, l, '#c2a577', '#7d5f38'), at(420, 860, 1.3, heap(r, 240, 150, fibre, 'long')),
    times(7, (i) => at(760 + i * 42, 470, 1, line(`M0 0C-14 80 14 150 ${-6 + i * 2} 250`, i % 2 ? '#b98850' : '#d9ac74', 20) + times(9, (k) => line(`M-8 ${k * 28}l16 12`, '#8f6434', 3)))), box(720, 456, 340, 20, '#7d5f38', 8),
    at(1270, 930, 1.65, standing({ ...yellow, hands: [[-60, -150], [-50, -110]] })), times(3, (i) => at(620 + i * 150, 950, 1, oval(0, -20, 62, 26, '#b98850') + oval(0, -26, 62, 26, '#cf9f64') + oval(0, -26, 22, 9, '#6d4a26') + line('M-50-26a50 20 0 0 0 100 0M-40-22a40 15 0 0 0 80 0', '#9c7040', 3))),
  ]),
  'coconut-husk-cart': scene('dusk', (r, l) => [
    greenField(r, l), palms(r, 600), path('M0 840C500 800 1100 800 1600 850V1000H0z', '#b98f5c'), at(1010, 900, 1.65, cart(mound(r, 150, 100, husk, 0.7, '#4b321f'))), at(430, 900, 1.4, carabao()), at(1400, 905, 1.45, standing({ ...blue })), nearGrass(r, ['#6a6a34', '#83803f']),
  ]),
  'coir-pots': scene('morning', (r, l) => [
    underRoof(r, l, '#b79d74', '#8a6840'), box(80, 640, 1440, 46, '#a8773f', 6), box(80, 676, 1440, 14, '#7c5424', 4), times(7, (i) => at(200 + i * 200, 648, 1.3, coirPot(r))), box(0, 830, 1600, 170, '#9a7446'), times(6, (i) => at(170 + i * 250, 950, 1.9, coirPot(r))),
  ]),
  'corn-cobs': scene('noon', (r, l) => [
    farmyard(r, l), times(16, (i) => at(30 + i * 104, 660, 0.62, corn(r, false))), at(1120, 760, 1.15, shed(460, 230, '#5d7f8c', '#6b5638')), at(620, 890, 1.5, mound(r, 330, 170, cob, 0.95, '#8c5638')), at(1180, 900, 1.45, shovelling({ ...green })), at(1440, 930, 1.25, openSack(r, ['#e0a94a', '#c58a2f'])),
  ]),
  'corn-stover': scene('morning', (r, l) => [
    greenField(r, l), rows(560, '#6c9c4e', 13, 9), times(24, (i) => at(20 + i * 68, 640 + (i % 3) * 10, 0.55, corn(r, false))), times(9, (i) => at(90 + i * 180, 790 + (i % 2) * 20, 1, corn(r, false))), at(430, 920, 1.5, bending({ ...white })), at(1060, 920, 1.4, carrying(at(-20, 40, 0.9, corn(r, false) + corn(r, false)), { ...red })), nearLeaves('left'),
  ]),
  'corn-field-harvest': scene('dawn', (r, l) => [
    greenField(r, l), times(26, (i) => at(10 + i * 64, 660 + (i % 3) * 10, 0.7, corn(r, true))), times(10, (i) => at(60 + i * 170, 830 + (i % 2) * 24, 1.35, corn(r, true))), at(820, 940, 1.55, standing({ ...yellow, hands: [[40, -150], [58, -140]] })), nearGrass(r),
  ]),
  'silage-drums': scene('morning', (r, l) => [
    farmyard(r, l), at(800, 760, 1.8, shed(660, 240, '#6f8d8f', '#75603f')), times(5, (i) => at(340 + i * 180, 790, 1.25, drum('#2f6fa0'))), times(3, (i) => at(280 + i * 210, 930, 1.55, drum(i === 1 ? '#2b6392' : '#3578aa', i === 2 ? null : '#e9e2cf'))), at(1000, 930, 1.3, heap(r, 170, 90, ['#8ba052', '#64803a', '#b3c47a', '#9c9a4a'], 'short')), flipped(1290, 930, 1.5, forking({ ...blue })),
  ]),
  'banana-stems': scene('noon', (r, l) => [
    greenField(r, l), bananas(r, 690, [70, 330, 620, 1010, 1290, 1530], 1.25), times(5, (i) => at(260 + i * 270, 850 + (i % 2) * 50, 1.3, trunk(r), (i % 2 ? -6 : 5))), at(880, 940, 1.45, trunk(r), 4), at(1330, 940, 1.5, bending({ ...red })), nearLeaves('left'),
  ]),
  'banana-fibre': scene('noon', (r, l) => [
    farmyard(r, l), bananas(r, 660, [90, 1500], 1.2), at(760, 800, 1.2, fibreLine(r)), at(340, 930, 1.5, standing({ ...yellow, hands: [[30, -170], [62, -190]] })), flipped(1250, 930, 1.5, bending({ ...rose })), at(1060, 960, 1.1, trunk(r), 2), at(1430, 950, 1, heap(r, 110, 60, ['#efe3c0', '#cdb98a', '#fff6dd', '#dccb9e'], 'long')),
  ]),
  'goats-banana': scene('morning', (r, l) => [
    greenField(r, l), bananas(r, 660, [140, 1450], 1.3), at(1130, 720, 0.72, hut(r)), at(760, 940, 1.2, heap(r, 170, 60, ['#a9c36a', '#7f9a4a', '#d2dc9a', '#c2cc7e'], 'short')), at(480, 850, 1.2, goat('#8a6a4a')), flipped(420, 950, 1.7, goat('#e6d9c0')), at(1110, 940, 1.75, goat('#b98a5a')), at(1330, 850, 1.15, goat('#5b4a3c')), nearGrass(r),
  ]),
  'cane-trash': scene('noon', (r, l) => [
    cutField(r, l, 700), times(30, (i) => at(10 + i * 56, 590, 0.5, cane(r))), rows(560, '#8f7a3f', 11, 26, 700), times(6, (i) => at(90 + i * 290, 760 + (i % 2) * 30, 1, heap(r, 150, 40, trash, 'long'))), at(560, 920, 1.5, raking({ ...white })), at(1140, 940, 1.3, heap(r, 300, 84, trash, 'long')), times(5, (i) => at(160 + i * 330, 850, 0.7, times(5, (k) => line(`M${k * 12 - 24} 0q${(k - 2) * 4}-30 ${(k - 2) * 16}-54`, '#7fae58', 6)))),
  ]),
  'cane-truck': scene('dusk', (r, l) => [
    cutField(r, l), times(20, (i) => at(20 + i * 40, 650, 0.75, cane(r))), path('M0 830C500 800 1100 800 1600 840V1000H0z', '#b98f5c'), at(860, 910, 1.75, truck('#3f7f6a', times(46, (i) => line(`M${-158 + between(r, 0, 20)} ${-20 - (i % 16) * 8}L${156 - between(r, 0, 20)} ${-16 - (i % 16) * 8 + between(r, -6, 6)}`, i % 3 ? '#8f9a4c' : '#b9a55c', 8)))), at(330, 920, 1.45, standing({ ...green })),
  ]),
  'bagasse-pile': scene('morning', (r, l) => [
    farmyard(r, l), at(1150, 300, 1.1, smoke(r, 260, '#fff', 0.35)), at(1100, 740, 1.25, mill('#cdd3c6', '#5d6f74', true)), at(470, 880, 1.6, heap(r, 360, 240, bagasse, 'short')), at(1010, 930, 1.15, truck('#d9a13a', at(0, -40, 0.55, heap(r, 250, 120, bagasse, 'short')))), at(380, 940, 1.3, shovelling({ ...violet })),
  ]),
  'camote-vines': scene('morning', (r, l) => [
    greenField(r, l), bushes(r, 570, [60, 420, 980, 1500], 0.9), path('M0 640H1600V1000H0z', '#9a7650'), times(5, (i) => at(800, 690 + i * 72, 1, vines(r, 900 - i * 10, 1 + i * 0.12))), at(540, 900, 1.5, bending({ ...yellow })), at(1210, 930, 1.5, carrying(at(0, 10, 1, heap(r, 60, 60, ['#7fa04a', '#5a7a36', '#a2bf6a', '#9b5a6a'], 'short')), { ...green })), at(260, 960, 1.1, mound(r, 110, 60, camote, 0.8, '#6b2f3a')),
  ]),
};
