import { hen } from '../kit/beasts.ts';
import { bilao, bucket, crate, openSack, sack } from '../kit/goods.ts';
import { hut } from '../kit/houses.ts';
import { stars } from '../kit/light.ts';
import { bending, blue, forking, green, red, rose, shovelling, standing, teal, violet, white, yellow } from '../kit/people-cast.ts';
import { bananas, bushes, farmyard, greenField, nearGrass, nearLeaves, underRoof } from '../kit/places.ts';
import { cob, mound } from '../kit/produce.ts';
import { type Scene, scene } from '../kit/scene.ts';
import { bundle, heap, loose } from '../kit/straw.ts';
import { at, between, box, dot, f, flipped, line, oval, path, pick, type Random, times } from '../kit/svg.ts';
import { cone, dome, larva, mushroomBag, steam, strawMushroom, worm, wormBed } from '../kit/works.ts';

const earth = ['#5b4630', '#3d2e1f', '#7d6242', '#a98c52', '#4a3826', '#8f9a4c'] as const;
const scraps = ['#9bbd6a', '#6c9148', '#d6e0a8', '#d98b4a', '#c8553d'] as const;

export const thermometer = () => line('M0 0V-150', '#c9c4b6', 7) + dot(0, -172, 26, '#f4efe2') + dot(0, -172, 20, '#fff') + path('M0-172l14-10-9 15z', '#c8442f') + line('M-13-172a13 13 0 0 1 26 0', '#c8442f', 3);

const rack = (r: Random, x: number, y: number, s: number) =>
  at(x, y, s, box(-240, -430, 18, 430, '#8a6840') + box(222, -430, 18, 430, '#8a6840') + [-20, -220].map((shelf) => box(-250, shelf, 500, 16, '#a9814a', 3) + times(6, (i) => at(-192 + i * 76, shelf + 2, 1.12, mushroomBag(r)))).join(''));

const bin = (r: Random, food: boolean) =>
  path('M-120-66H120L108 0H-108z', '#4f6f8c') + path('M-120-66h40l8 66h-36z', '#000', 'opacity=".16"') + path('M-112-66C-60-96 60-96 112-66z', food ? '#7d8f4a' : '#5b4630') + times(34, () => at(between(r, -90, 90), -between(r, 66, 84), 0.5, food && r() < 0.5 ? dot(0, 0, 9, scraps[Math.floor(between(r, 0, 5))] ?? '#9bbd6a') : larva(r), between(r, -70, 70))) + box(-126, -72, 252, 12, '#6b8caa', 4);

export const worksScenes: Record<string, Scene> = {
  'compost-heap': scene('dawn', (r, l) => [
    farmyard(r, l), bananas(r, 640, [70, 1530]), at(720, 640, 1.25, steam(r, 300, 210)), at(720, 890, 1.55, heap(r, 330, 200, earth, 'long')), at(720, 610, 1.35, thermometer()), flipped(1230, 910, 1.6, forking({ ...green })), at(230, 930, 1.25, sack(r)), at(1430, 940, 1.1, loose(r, 130, 70)),
  ]),
  'compost-windrow': scene('morning', (r, l) => [
    farmyard(r, l), bushes(r, 600, [70, 1510]), times(3, (i) => at(430 + i * 420, 720, 1, heap(r, 210, 100, earth, 'short'))), at(400, 870, 1.35, heap(r, 290, 140, earth, 'short')), at(1120, 900, 1.5, heap(r, 330, 150, earth, 'long')), at(1120, 700, 1.5, path('M-120 16C-60-24 60-24 120 16 150 60 180 110 210 130 130 110 60 130 0 120-60 132-130 112-210 130-180 110-150 60-120 16z', '#3f6f6a', 'opacity=".92"') + path('M20-12C60-8 100 4 120 16 150 60 180 110 210 130 160 116 120 120 90 124 80 70 60 20 20-12z', '#fff', 'opacity=".16"')), at(720, 920, 1.5, shovelling({ ...violet })),
  ]),
  'vermi-beds': scene('noon', (r, l) => [
    underRoof(r, l, '#b79d74', '#8a6840'), at(420, 780, 1.35, wormBed(r, 520)), at(1200, 780, 1.35, wormBed(r, 520)), at(520, 950, 1.7, wormBed(r, 560)), at(1180, 950, 1.5, standing({ ...rose, hands: [[-50, -120], [-64, -100]], feet: [-10, 14] })), at(1400, 965, 1.35, openSack(r, ['#4c3926', '#2f2317'])),
  ]),
  'vermi-bilao': scene('morning', (r, l) => [
    greenField(r, l), at(330, 700, 0.9, wormBed(r, 520)), at(1250, 700, 0.9, wormBed(r, 520)), box(0, 760, 1600, 240, '#a8773f'), box(0, 760, 1600, 16, '#c2925a'), at(800, 860, 1.25, bilao(r, '#3a2b1c', times(130, () => oval(between(r, -330, 330), between(r, -92, 82), between(r, 6, 15), between(r, 4, 8), pick(r, earth))) + times(26, () => at(between(r, -270, 270), between(r, -74, 66), 1.15, worm(r), between(r, -60, 60))))), nearLeaves('left'),
  ]),
  'mushroom-bags': scene('morning', (r, l) => [
    underRoof(r, l, '#b79d74', '#7d5f38'), box(0, 0, 1600, 1000, '#3b2f1c', 0, 'opacity=".28"'), rack(r, 330, 860, 1.05), rack(r, 1230, 860, 1.05), rack(r, 780, 930, 1.25), at(1130, 970, 1.6, standing({ ...yellow, hands: [[-40, -170], [-60, -160]] })), at(1420, 965, 1.2, crate(r, null)),
  ]),
  'mushroom-straw-bed': scene('dawn', (r, l) => [
    greenField(r, l), bananas(r, 650, [80, 330, 1270, 1520], 1.1), times(2, (row) => times(6 - row, (i) => at(420 + i * 165 + row * 80, 800 - row * 110, 1.1, bundle(r)))), times(4, (row) => times(7 - (row % 2), (i) => at(300 + i * 176 + (row % 2) * 88, 950 - row * 66, 1.2, bundle(r)))), times(26, (i) => at(240 + i * 46 + between(r, -10, 10), 735 + (i % 5) * 52, 1.05, strawMushroom(r))), at(1450, 930, 1.45, bending({ ...teal, lean: 30 })),
  ]),
  'biogas-dome': scene('morning', (r, l) => [
    farmyard(r, l), at(1220, 740, 1.15, hut(r)), at(560, 860, 1.45, dome()), at(1080, 920, 1, box(-110, -60, 220, 60, '#8f8a7c', 5) + times(5, (i) => at(-50 + i * 25, -60, 0.28, path('M-30 0C-40-40-10-50 0-110 10-50 40-40 30 0z', '#4f9fd6'))) + path('M-80-150H80L66-78C30-66-30-66-66-78z', '#6b6a66') + oval(0, -150, 80, 16, '#9a9990')), flipped(1360, 940, 1.5, standing({ ...rose, hands: [[40, -130], [62, -120]] })), at(190, 930, 1.5, standing({ ...blue, holds: at(34, -60, 1, bucket('#7d5a3c')) })), bananas(r, 660, [60]),
  ]),
  'biochar-kiln': scene('night', (r, l) => [
    stars(r), farmyard(r, l, '#5f5548', '#4a4338'), box(0, 500, 1600, 130, '#18243a', 0, 'opacity=".62"'), oval(780, 760, 620, 230, '#f6a84b', 'opacity=".22"'), at(780, 900, 1.65, cone()), times(26, () => dot(between(r, 560, 1000), between(r, 120, 560), between(r, 2, 5), '#ffd98a', 'opacity=".85"')), [red, violet, green].map((c, i) => at(210 + i * 120, 890 + (i % 2) * 40, 1.4, standing({ ...c }))).join(''), [blue, yellow].map((c, i) => flipped(1220 + i * 170, 900 + i * 30, 1.45, standing({ ...c }))).join(''), at(1430, 960, 0.8, mound(r, 130, 60, cob, 0.8, '#5a3a26')),
  ]),
  'bsf-bins': scene('noon', (r, l) => [
    underRoof(r, l, '#c2ab80', '#7d5f38'), times(3, (i) => at(330 + i * 470, 750, 1.5, bin(r, true))), times(3, (i) => at(330 + i * 470, 930, 1.75, bin(r, i !== 1))), at(1500, 930, 1.6, standing({ ...white, hat: 'hair', hands: [[-70, -130], [-84, -110]] })), times(9, () => { const [x, y] = [between(r, 200, 1300), between(r, 300, 560)]; return oval(x, y, 12, 4, '#2b2723') + oval(x - 2, y - 7, 9, 4, '#cfd8d8', 'opacity=".8"'); }),
  ]),
  'larvae-close': scene('morning', (r, l) => [
    farmyard(r, l), at(1290, 700, 0.9, hut(r)), box(0, 740, 1600, 260, '#9a6f3c'), box(0, 740, 1600, 16, '#b98a52'), at(700, 850, 1.3, bilao(r, '#6b5233', times(170, () => at(between(r, -310, 310), between(r, -90, 80), 1.1, larva(r), between(r, -80, 80))))), at(1330, 900, 1.9, hen(r)), flipped(120, 940, 1.8, hen(r)),
  ]),
};
