import { jeep, tricycle, truck } from '../kit/carts.ts';
import { bedRow, seedling } from '../kit/crops.ts';
import { basket, bucket, crate, drum, netBag, plasticCrate } from '../kit/goods.ts';
import { hut, parasol, shed, table } from '../kit/houses.ts';
import { bending, blue, carrying, green, onHead, poling, reaching, red, rose, standing, teal, violet, white, yellow } from '../kit/people-cast.ts';
import { bananas, bushes, farmyard, greenField, nearGrass, nearLeaves, orchard, underRoof } from '../kit/places.ts';
import { cabbage, calamansi, mango, melon, mound, onion, squash, tomato } from '../kit/produce.ts';
import { type Scene, scene } from '../kit/scene.ts';
import { heap, loose } from '../kit/straw.ts';
import { at, box, flipped, line, oval, path, times } from '../kit/svg.ts';
import { crown, frame, mangoGreens } from '../kit/trees.ts';
import { steam } from '../kit/works.ts';

const pot = (s: number) => at(0, 0, s, path('M-92-96H92L78 0C40 10-40 10-78 0z', '#55524d') + path('M-92-96h40L-44 6C-58 5-70 3-78 0z', '#000', 'opacity=".25"') + oval(0, -96, 92, 20, '#8c897f') + oval(0, -96, 80, 15, '#d9913f') + times(9, (i) => oval(-56 + i * 14, -97 + (i % 3) * 4, 8, 4, i % 2 ? '#5f9147' : '#f0c263')));
const scraps = (r: () => number) => heap(r, 56, 36, ['#9bbd6a', '#6c9148', '#d6e0a8', '#d98b4a'], 'short');

export const fruitScenes: Record<string, Scene> = {
  'mango-tree-gleaning': scene('dawn', (r, l) => [
    orchard(r, l), at(560, 850, 2.25, crown(r, mangoGreens, '#f0b434')), at(300, 900, 1.45, poling({ ...white })), flipped(930, 900, 1.5, poling({ ...green })), at(1180, 900, 1.45, carrying(basket(r, mango), { ...rose })), at(760, 950, 1.25, bending({ ...yellow })), at(1430, 930, 1.15, crate(r, mango)), at(1400, 850, 0.95, crate(r, mango)), nearLeaves('left'),
  ]),
  'mango-baskets': scene('morning', (r, l) => [
    orchard(r, l), at(300, 880, 1.7, basket(r, mango, 0.9)), at(1300, 880, 1.75, basket(r, mango, 0.9)), at(800, 950, 2.6, basket(r, mango, 0.85)), times(5, (i) => at(480 + i * 180, 965 + (i % 2) * 14, 1.5, mango(r), i * 40)), at(1640, -30, 2.2, frame([150, 176, 120], 190, '#4c7c3e', '#35602f')),
  ]),
  'truck-pickup': scene('morning', (r, l) => [
    farmyard(r, l), bananas(r, 650, [80, 1540]), at(860, 890, 1.7, truck('#3f7fa0', at(-90, 0, 0.62, crate(r, tomato)) + at(30, 0, 0.62, crate(r, mango)) + at(110, 0, 0.62, crate(r, calamansi)) + at(-30, -56, 0.62, crate(r, mango)))), at(250, 920, 1.5, carrying(crate(r, mango), { ...green })), at(110, 950, 1.2, crate(r, tomato)), flipped(520, 930, 1.4, standing({ ...rose, hands: [[-30, -110], [30, -150]] })),
  ]),
  'tomato-crates': scene('noon', (r, l) => [
    greenField(r, l), times(7, (i) => bedRow(140 + i * 220, 560, 60, '#8a6a46')), bushes(r, 640, [120, 330, 560, 1000, 1260, 1480], 0.8), times(4, (i) => at(300 + i * 290, 840, 1.2, plasticCrate(r, tomato, i % 2 ? '#2f7a5a' : '#3a6fa0', 0.75))), times(3, (i) => at(420 + i * 320, 950, 1.5, plasticCrate(r, tomato, ['#c0482f', '#2f7a5a', '#d9a13a'][i] ?? '#2f7a5a', 0.75))), at(1440, 930, 1.5, bending({ ...white })),
  ]),
  'onion-nets': scene('noon', (r, l) => [
    farmyard(r, l), at(800, 740, 1.5, shed(700, 240, '#7f8f62', '#75603f')), times(7, (i) => at(300 + i * 165, 780, 1.3, netBag(r, onion))), times(6, (i) => at(380 + i * 165, 690, 1.15, netBag(r, onion))), at(480, 930, 1.25, mound(r, 230, 100, onion, 1, '#7a2c3c')), flipped(860, 930, 1.45, bending({ ...rose })), times(3, (i) => at(1060 + i * 170, 940, 1.55, netBag(r, onion))),
  ]),
  'market-stalls': scene('morning', (r, l) => [
    farmyard(r, l, '#cfc7b6', '#aea592'), [[240, '#d9573f', '#f3ead2'], [700, '#e3ab3f', '#f8efd8'], [1160, '#3f8a6a', '#f3ead2'], [1560, '#4f7ea8', '#f3ead2']].map(([x, a, b], i) => at(x as number, 800, 1.2, parasol(a as string, b as string)) + at(x as number, 810, 1.15, table(330, ['#e6cf8f', '#bcd3b0', '#e5b79a', '#c4d0dc'][i] ?? '#e6cf8f')) + at(x as number, 692, 0.9, mound(r, 150, 60, [tomato, cabbage, mango, onion][i] ?? tomato, 0.9, '#5a4020'))).join(''),
    at(470, 830, 1.3, standing({ ...yellow })), at(940, 830, 1.3, standing({ ...rose })), flipped(520, 960, 1.6, carrying(basket(r, null), { ...teal })), at(1330, 950, 1.3, crate(r, cabbage, 0.8)), at(820, 960, 1.2, heap(r, 120, 50, ['#9bbd6a', '#6c9148', '#d6e0a8', '#c9b04a'], 'short')),
  ]),
  'market-drums': scene('dawn', (r, l) => [
    farmyard(r, l, '#cfc7b6', '#aea592'), at(1120, 790, 1.2, parasol('#c8553d', '#f3ead2')), at(1120, 800, 1.1, table(320, '#e6cf8f')), ['#3f8a6a', '#d9913f', '#7d5a3c'].map((c, i) => at(280 + i * 220, 900, 1.7, drum(c, null) + at(0, -150, 1, scraps(r)))).join(''), at(1330, 920, 1.45, tricycle('#c8432f', at(0, 0, 0.6, crate(r, cabbage)))), flipped(960, 930, 1.5, carrying(bucket('#4f7ea8'), { ...violet })),
  ]),
  'squash-pile': scene('dusk', (r, l) => [
    greenField(r, l), at(1240, 700, 0.85, hut(r)), at(620, 890, 1.3, loose(r, 380, 60)), at(620, 870, 1.5, mound(r, 270, 170, squash, 1, '#6b4a20')), at(1130, 910, 1.5, carrying(squash(r), { ...red })), times(3, (i) => at(1300 + i * 96, 950 - (i % 2) * 20, 1.3, squash(r))), nearGrass(r, ['#6f7a3a', '#8a8a44']),
  ]),
  'garden-rows': scene('morning', (r, l) => [
    greenField(r, l), at(1300, 640, 0.62, hut(r)), bushes(r, 570, [90, 420, 820], 0.9), times(5, (i) => bedRow(420 + i * 190, 590, 130, '#7a5a3c')), times(5, (b) => times(8, (i) => { const t = (i + 1) / 8; return at(420 + b * 190 + (420 + b * 190 - 800) * 0.9 * t * t, 596 + t * t * 390, 0.3 + t * 0.95, seedling(r)); })), at(1210, 900, 1.45, bending({ ...yellow })), at(240, 880, 1.35, standing({ ...blue, holds: at(34, -60, 1, bucket('#6f8d8f')) })),
  ]),
  'community-kitchen': scene('noon', (r, l) => [
    underRoof(r, l, '#c2ab80', '#8a6840'), at(430, 800, 1, steam(r, 160, 190)), at(960, 790, 1, steam(r, 160, 190)), at(430, 950, 1, box(-130, -90, 260, 90, '#8c8373', 6) + box(-60, -56, 120, 56, '#3b2418', 6) + path('M-50 0C-56-30-20-30-16-54 4-36 10-20 22-44 46-30 48-10 46 0z', '#f09a3c')), at(430, 868, 1.5, pot(1)), at(960, 950, 1, box(-130, -90, 260, 90, '#8c8373', 6) + box(-60, -56, 120, 56, '#3b2418', 6) + path('M-50 0C-56-30-20-30-16-54 4-36 10-20 22-44 46-30 48-10 46 0z', '#f09a3c')), at(960, 868, 1.5, pot(1)),
    at(170, 960, 1.65, standing({ ...rose, hat: 'scarf', hatColour: '#f0e6d2', hands: [[60, -130], [84, -120]], holds: line('M84-124L150-96', '#8a6436', 7) })), flipped(1230, 960, 1.65, standing({ ...white, hat: 'hair', hands: [[60, -130], [84, -120]], holds: line('M84-124L150-96', '#8a6436', 7) })), at(1440, 950, 1.3, crate(r, tomato)), at(700, 965, 1, basket(r, cabbage, 0.9)),
  ]),
  'calamansi-basket': scene('noon', (r, l) => [
    orchard(r, l), at(1120, 800, 1.5, crown(r, ['#3f6b3b', '#5c8f4a', '#88b45e'], '#d8c545')), at(560, 950, 2.3, basket(r, calamansi, 0.8)), flipped(960, 920, 1.55, reaching({ ...green })), at(260, 880, 1.3, basket(r, calamansi, 0.8)), times(6, (i) => at(820 + i * 60, 965 + (i % 2) * 12, 1.2, calamansi(r))), at(-50, -20, 2, frame([10, 44, 74], 190, '#4c7c3e', '#35602f')),
  ]),
  'melon-field': scene('noon', (r, l) => [
    greenField(r, l), path('M0 660H1600V1000H0z', '#a58356', 'opacity=".6"'), times(7, (i) => at(100 + i * 230, 700 + (i % 2) * 40, 0.9, melon(r))), times(6, (i) => at(180 + i * 260, 830 + (i % 2) * 30, 1.4, melon(r))), at(640, 940, 1.3, mound(r, 200, 110, melon, 1, '#2f5f35')), at(1130, 930, 1.5, onHead(at(0, 0, 1.4, melon(r)), { ...teal })), at(1400, 940, 1.6, bending({ ...yellow })), nearGrass(r),
  ]),
  'jeep-crew': scene('dawn', (r, l) => [
    farmyard(r, l), bananas(r, 650, [60, 1500], 1.1), at(960, 880, 1.75, jeep('#c9a13a', '#a83f2c')), [teal, red, violet, green].map((c, i) => at(180 + i * 130, 900 + (i % 2) * 36, 1.45, standing({ ...c, hands: i === 1 ? [[-40, -210], [34, -98]] : [[-26, -96], [26, -98]] }))).join(''), at(760, 960, 1.15, crate(r, null)), at(1300, 960, 1.15, crate(r, mango)),
  ]),
};
