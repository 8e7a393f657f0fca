import { carabao } from '#demo/pictures/kit/beasts.ts';
import { truck } from '#demo/pictures/kit/carts.ts';
import { hut } from '#demo/pictures/kit/houses.ts';
import { arayat, road } from '#demo/pictures/kit/land.ts';
import { birds, mist, rain } from '#demo/pictures/kit/light.ts';
import {
  bending,
  blue,
  carrying,
  green,
  raking,
  red,
  rose,
  standing,
  white,
  yellow,
} from '#demo/pictures/kit/people-cast.ts';
import {
  bananas,
  bushes,
  cutField,
  greenField,
  nearGrass,
  palms,
  ripeField,
} from '#demo/pictures/kit/places.ts';
import { type Scene, scene } from '#demo/pictures/kit/scene.ts';
import { bale, bundle, loose, mandala, shock, stack } from '#demo/pictures/kit/straw.ts';
import { at, line, oval, path, times } from '#demo/pictures/kit/svg.ts';
import { crown, mangoGreens } from '#demo/pictures/kit/trees.ts';

/** A cover thrown over the ridge of a stack: two sides that hang and a fold of light. */
const tarp = (w: number, h: number) =>
  path(
    `M${-w} 0C${-w * 0.8} ${-h * 0.5} ${-w * 0.4} ${-h} 0 ${-h}S${w * 0.8} ${-h * 0.5} ${w} 0C${w * 0.86} 22 ${w * 0.76} -14 ${w * 0.62} 8 ${w * 0.46} 30 ${w * 0.3} -6 ${w * 0.12} 16 ${-w * 0.06} 34 ${-w * 0.2} -2 ${-w * 0.4} 18 ${-w * 0.6} 32 ${-w * 0.8} -8 ${-w} 0z`,
    '#3f79a0',
  ) +
  path(
    `M0 ${-h}C${w * 0.4} ${-h} ${w * 0.8} ${-h * 0.5} ${w} 0 ${w * 0.86} 22 ${w * 0.76} -14 ${w * 0.62} 8 ${w * 0.56} ${-h * 0.4} ${w * 0.3} ${-h * 0.8} 0 ${-h}z`,
    '#fff',
    'opacity=".22"',
  ) +
  line(
    `M${-w * 0.4} 18C${-w * 0.36} ${-h * 0.3} ${-w * 0.2} ${-h * 0.8} 0 ${-h}M${w * 0.12} 16C${w * 0.16} ${-h * 0.3} ${w * 0.1} ${-h * 0.8} 0 ${-h}`,
    '#2c5a7a',
    4,
    'opacity=".6"',
  );

export const riceScenes: Record<string, Scene> = {
  'straw-bundles-road': scene('morning', (r, l) => [
    cutField(r, l, 1100),
    road(1180, 532, 260),
    palms(r, 560),
    at(640, 850, 1.15, stack(r, 5, 5)),
    at(640, 640, 1, tarp(286, 214)),
    at(1120, 800, 1.4, standing(yellow)),
    nearGrass(r),
  ]),
  'straw-bundles-dawn': scene('dawn', (r, l) => [
    cutField(r, l),
    times(7, (i) => at(120 + i * 230, 610 + (i % 2) * 12, 0.45, shock(r))),
    times(4, (i) => at(230 + i * 390, 720 + (i % 2) * 24, 0.95, shock(r))),
    at(480, 930, 1.9, shock(r)),
    at(1230, 950, 2.1, shock(r)),
    nearGrass(r, ['#b98f36', '#d9b453']),
  ]),
  'straw-shocks-noon': scene('noon', (r, l) => [
    cutField(r, l, 500),
    bushes(r, 560, [80, 330, 1400, 1540], 0.9),
    at(1250, 600, 0.62, hut(r)),
    times(6, (i) => at(140 + i * 260, 700 + (i % 3) * 18, 0.85, shock(r))),
    at(360, 930, 1.9, shock(r)),
    at(760, 910, 1.6, bending(white)),
    at(900, 940, 1.3, bundle(r)),
  ]),
  'straw-truck': scene('morning', (r, l) => [
    cutField(r, l, 300),
    bananas(r, 600, [80, 1500]),
    path('M0 800C500 770 1100 770 1600 810V1000H0z', '#cdb48a'),
    path('M0 800C500 770 1100 770 1600 810v14C1100 786 500 786 0 818z', '#b39765'),
    at(820, 890, 1.75, truck('#c8553d', at(0, 0, 0.72, stack(r, 4, 4)))),
    at(330, 900, 1.5, carrying(at(10, 30, 1, bundle(r)), green)),
    nearGrass(r),
  ]),
  'straw-round-bales': scene('noon', (r, l) => [
    cutField(r, l, 1000),
    arayat(1180, 520, 0.9, l.far, l.mid),
    times(8, (i) => at(90 + i * 205, 600 + (i % 3) * 16, 0.34, bale(r))),
    at(330, 720, 0.8, bale(r)),
    at(1330, 730, 0.85, bale(r)),
    at(880, 860, 1.5, bale(r)),
    at(420, 930, 1.75, bale(r)),
    at(1200, 900, 1.35, raking(blue)),
  ]),
  'rain-on-straw': scene('rain', (r, l) => [
    cutField(r, l),
    bananas(r, 600, [120, 1490], 1),
    at(720, 850, 1.6, loose(r, 330, 210)),
    at(700, 650, 1, tarp(300, 170)),
    times(5, (i) => oval(200 + i * 300, 930 + (i % 2) * 30, 150, 16, '#cfdcdc', 'opacity=".55"')),
    at(
      1240,
      880,
      1.5,
      standing({
        ...rose,
        hands: [
          [-10, -212],
          [30, -208],
        ],
      }),
    ),
    rain(r),
  ]),
  'straw-mandala': scene('dusk', (r, l) => [
    cutField(r, l, 300),
    palms(r, 560),
    at(980, 870, 1.3, mandala(r)),
    at(420, 900, 1.45, carabao()),
    at(1330, 790, 0.7, mandala(r)),
    nearGrass(r, ['#7f6a2f', '#9a7f3a']),
  ]),
  'carabao-straw': scene('noon', (r, l) => [
    greenField(r, l),
    at(1100, 800, 1.75, crown(r, mangoGreens, null)),
    at(300, 900, 1, loose(r, 230, 110)),
    at(780, 890, 1.75, carabao()),
    at(1330, 880, 1.4, standing(blue)),
    nearGrass(r),
  ]),
  'palay-harvest': scene('dawn', (r, l) => [
    ripeField(r, l),
    arayat(420, 530, 0.8, l.far, l.mid),
    mist(548),
    birds(860, 240, 1.3),
    at(330, 800, 1.35, bending({ ...white })),
    at(700, 760, 1.15, bending({ ...blue })),
    at(1180, 840, 1.5, carrying(at(0, 20, 1, shock(r)), { ...red })),
    at(960, 700, 0.95, bending({ ...yellow })),
    at(1440, 900, 1.3, shock(r)),
    nearGrass(r, ['#d9b453', '#b98f36', '#e9c766']),
  ]),
};
