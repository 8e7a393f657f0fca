import { rain } from '../kit/light.ts';
import { arayat, road } from '../kit/land.ts';
import { carabao } from '../kit/beasts.ts';
import { truck } from '../kit/carts.ts';
import { openSack, sack, seedTray } from '../kit/goods.ts';
import { hut, mill, shed } from '../kit/houses.ts';
import { bending, blue, carrying, green, raking, red, rose, shovelling, standing, teal, violet, white, yellow } from '../kit/people-cast.ts';
import { bananas, bushes, cutField, farmyard, greenField, nearGrass, nearLeaves, palms, ripeField, underRoof } from '../kit/places.ts';
import { type Scene, scene } from '../kit/scene.ts';
import { bale, bundle, heap, loose, mandala, shock, stack } from '../kit/straw.ts';
import { at, flipped, line, oval, path, times } from '../kit/svg.ts';
import { crown, mangoGreens } from '../kit/trees.ts';
import { burner, smoke } from '../kit/works.ts';

const hull = ['#d9b887', '#b68f58', '#ecd3a8', '#c7a26b'] as const;
const char = ['#3b3733', '#23201d', '#5c5650', '#4a4540'] as const;
/** A cover thrown over the ridge of a stack: two sides that hang and a fold of light. */
const tarp = (w: number, h: number) =>
  path(`M${-w} 0C${-w * 0.8} ${-h * 0.5} ${-w * 0.4} ${-h} 0 ${-h}S${w * 0.8} ${-h * 0.5} ${w} 0C${w * 0.86} 22 ${w * 0.76} -14 ${w * 0.62} 8 ${w * 0.46} 30 ${w * 0.3} -6 ${w * 0.12} 16 ${-w * 0.06} 34 ${-w * 0.2} -2 ${-w * 0.4} 18 ${-w * 0.6} 32 ${-w * 0.8} -8 ${-w} 0z`, '#3f79a0') +
  path(`M0 ${-h}C${w * 0.4} ${-h} ${w * 0.8} ${-h * 0.5} ${w} 0 ${w * 0.86} 22 ${w * 0.76} -14 ${w * 0.62} 8 ${w * 0.56} ${-h * 0.4} ${w * 0.3} ${-h * 0.8} 0 ${-h}z`, '#fff', 'opacity=".22"') +
  line(`M${-w * 0.4} 18C${-w * 0.36} ${-h * 0.3} ${-w * 0.2} ${-h * 0.8} 0 ${-h}M${w * 0.12} 16C${w * 0.16} ${-h * 0.3} ${w * 0.1} ${-h * 0.8} 0 ${-h}`, '#2c5a7a', 4, 'opacity=".6"');

export const riceScenes: Record<string, Scene> = {
  'straw-bundles-road': scene('morning', (r, l) => [
    cutField(r, l, 1100), road(1180, 532, 260), palms(r, 560),
    at(640, 850, 1.15, stack(r, 5, 5)), at(640, 640, 1, tarp(286, 214)),
    at(1120, 800, 1.4, standing(yellow)), nearGrass(r),
  ]),
  'straw-bundles-dawn': scene('dawn', (r, l) => [
    cutField(r, l), times(7, (i) => at(120 + i * 230, 610 + (i % 2) * 12, 0.45, shock(r))),
    times(4, (i) => at(230 + i * 390, 720 + (i % 2) * 24, 0.95, shock(r))),
    at(480, 930, 1.9, shock(r)), at(1230, 950, 2.1, shock(r)), nearGrass(r, ['#b98f36', '#d9b453']),
  ]),
  'straw-shocks-noon': scene('noon', (r, l) => [
    cutField(r, l, 500), bushes(r, 560, [80, 330, 1400, 1540], 0.9), at(1250, 600, 0.62, hut(r)),
    times(6, (i) => at(140 + i * 260, 700 + (i % 3) * 18, 0.85, shock(r))), at(360, 930, 1.9, shock(r)), at(760, 910, 1.6, bending(white)), at(900, 940, 1.3, bundle(r)),
  ]),
  'straw-truck': scene('morning', (r, l) => [
    cutField(r, l, 300), bananas(r, 600, [80, 1500]), path('M0 800C500 770 1100 770 1600 810V1000H0z', '#cdb48a'), path('M0 800C500 770 1100 770 1600 810v14C1100 786 500 786 0 818z', '#b39765'),
    at(820, 890, 1.75, truck('#c8553d', at(0, 0, 0.72, stack(r, 4, 4)))), at(330, 900, 1.5, carrying(at(10, 30, 1, bundle(r)), green)), nearGrass(r),
  ]),
  'straw-round-bales': scene('noon', (r, l) => [
    cutField(r, l, 1000), arayat(1180, 520, 0.9, l.far, l.mid), times(8, (i) => at(90 + i * 205, 600 + (i % 3) * 16, 0.34, bale(r))),
    at(330, 720, 0.8, bale(r)), at(1330, 730, 0.85, bale(r)), at(880, 860, 1.5, bale(r)), at(420, 930, 1.75, bale(r)), at(1200, 900, 1.35, raking(blue)),
  ]),
  'rain-on-straw': scene('rain', (r, l) => [
    cutField(r, l), bananas(r, 600, [120, 1490], 1), at(720, 850, 1.6, loose(r, 330, 210)), at(700, 650, 1, tarp(300, 170)),
    times(5, (i) => oval(200 + i * 300, 930 + (i % 2) * 30, 150, 16, '#cfdcdc', 'opacity=".55"')), at(1240, 880, 1.5, standing({ ...rose, hands: [[-10, -212], [30, -208]] })), rain(r),
  ]),
  'straw-mandala': scene('dusk', (r, l) => [
    cutField(r, l, 300), palms(r, 560), at(980, 870, 1.3, mandala(r)), at(420, 900, 1.45, carabao()), at(1330, 790, 0.7, mandala(r)), nearGrass(r, ['#7f6a2f', '#9a7f3a']),
  ]),
  'carabao-straw': scene('noon', (r, l) => [
    greenField(r, l), at(1100, 800, 1.75, crown(r, mangoGreens, null)), at(300, 900, 1, loose(r, 230, 110)), at(780, 890, 1.75, carabao()), at(1330, 880, 1.4, standing(blue)), nearGrass(r),
  ]),
  'hull-pile-mill': scene('morning', (r, l) => [
    farmyard(r, l), at(1130, 760, 1.15, mill('#e2d2ac', '#a5623f', true)), at(520, 860, 1.5, heap(r, 350, 230, hull, 'short')), at(900, 900, 1.35, shovelling({ ...green })), at(1240, 920, 1.1, sack(r)), at(1350, 935, 1.15, sack(r)), at(120, 900, 1.05, sack(r)),
  ]),
  'hull-kiln': scene('dawn', (r, l) => [
    farmyard(r, l, '#cdb182'), bananas(r, 640, [80, 1520]), at(820, 445, 1.3, smoke(r, 420)), at(820, 860, 1.45, burner()), at(820, 890, 1.5, heap(r, 330, 120, char, 'short')), at(620, 905, 1.3, heap(r, 130, 50, hull, 'short')), at(1090, 910, 1, heap(r, 160, 60, hull, 'short')),
    flipped(1290, 900, 1.45, shovelling({ ...white })), at(260, 910, 1.15, sack(r, '#cfd3b4', '#4d8a66')), at(370, 925, 1.15, sack(r, '#e6d8b4', '#4d8a66')),
  ]),
  'hull-sacks': scene('noon', (r, l) => [
    farmyard(r, l), at(800, 760, 1.75, shed(640, 240, '#b5563c', '#6b5638')), times(6, (i) => at(380 + i * 170, 780, 1.25, sack(r))), times(5, (i) => at(465 + i * 170, 660, 1.2, sack(r))), times(4, (i) => at(330 + i * 300, 900, 1.35, i % 2 ? openSack(r, ['#d9b887', '#a9834c']) : sack(r))), flipped(1370, 900, 1.45, carrying(sack(r), teal)),
  ]),
  'seedlings-crh': scene('morning', (r, l) => [
    underRoof(r, l, '#c9b184', '#8a6840'), times(3, (i) => at(330 + i * 470, 720, 1.35, seedTray(r, '#2b2724'))), times(3, (i) => at(330 + i * 470, 860, 1.5, seedTray(r, '#322c27'))), at(1380, 980, 1.5, openSack(r, ['#3b3733', '#5c5650'])), at(170, 985, 1.45, bending({ ...yellow })),
  ]),
  'darak-sacks': scene('morning', (r, l) => [
    underRoof(r, l, '#b79d74', '#7d5f38'), times(4, (i) => at(230 + i * 380, 740, 1.5, sack(r, '#efe4c8', '#b5563c'))), at(430, 940, 2.2, openSack(r, ['#e0c294', '#c19a63'])), at(800, 960, 2.35, openSack(r, ['#dcb984', '#b98f58'])), at(1170, 945, 2.2, openSack(r, ['#e6caa0', '#c7a26d'])),
    at(800, 690, 1.6, path('M-20-10C-30 20 30 26 44 0L96-60', 'none', 'stroke="#8d8d86" stroke-width="12"') + path('M-46-16H30C26 22-34 24-46-16z', '#a9a9a2')),
  ]),
  'palay-drying': scene('morning', (r, l) => [
    farmyard(r, l, '#d9d2c2', '#b5ad9b'), bananas(r, 630, [60, 1540]), path('M120 960C200 760 420 700 800 700S1400 760 1500 960C1200 1010 420 1010 120 960z', '#dfb145'),
    times(9, (i) => line(`M${190 + i * 140} ${960 - Math.abs(i - 4) * 6}Q${420 + i * 90} 820 ${620 + i * 42} 712`, i % 2 ? '#c7942f' : '#efcb6c', 6)), at(430, 860, 1.5, raking({ ...red })), at(820, 800, 1.25, raking({ ...yellow })), flipped(1230, 880, 1.5, raking({ ...green })), at(1440, 830, 1.1, sack(r)), at(1520, 850, 1.1, sack(r)),
  ]),
  'palay-harvest': scene('dawn', (r, l) => [
    ripeField(r, l), arayat(420, 530, 0.8, l.far, l.mid), at(330, 800, 1.35, bending({ ...white })), at(700, 760, 1.15, bending({ ...blue })), at(1180, 840, 1.5, carrying(at(0, 20, 1, shock(r)), { ...red })), at(960, 700, 0.95, bending({ ...yellow })), at(1440, 900, 1.3, shock(r)), nearGrass(r, ['#d9b453', '#b98f36', '#e9c766']),
  ]),
  'meeting-hut': scene('noon', (r, l) => [
    farmyard(r, l), at(1150, 760, 1.25, hut(r)), at(520, 800, 1.9, crown(r, mangoGreens, '#e9b13a')),
    [rose, blue, green, violet, yellow, teal].map((c, i) => at(250 + i * 130, 840 + (i % 2) * 30, 1.15, standing({ ...c }))).join(''), [white, red, rose].map((c, i) => flipped(420 + i * 190, 950, 1.4, standing({ ...c, hands: [[-20, -96], [44, -130]] }))).join(''), nearLeaves('right'),
  ]),
  'arayat-field': scene('dawn', (r, l) => [
    greenField(r, l), arayat(820, 528, 1.5, l.far, l.mid), path('M0 510H1600V540H0z', l.near), at(200, 640, 0.6, hut(r)), times(22, (i) => at(60 + i * 74, 760 + (i % 2) * 10, 0.9, line('M0 0q-10-60-44-90M0 0q4-70 6-120M0 0q16-50 50-84', '#5f8f48', 9))), at(1130, 930, 1.4, standing({ ...blue })), at(1330, 950, 1.35, carabao()),
  ]),
};
