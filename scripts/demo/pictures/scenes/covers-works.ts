import { duck, hen, pig } from '#demo/pictures/kit/beasts.ts';
import { seedling } from '#demo/pictures/kit/crops.ts';
import { thermometer } from '#demo/pictures/kit/gauge.ts';
import { crate, openSack, sack, seedTray } from '#demo/pictures/kit/goods.ts';
import { hut, layerHouse } from '#demo/pictures/kit/houses.ts';
import { forking, green, red, standing, yellow } from '#demo/pictures/kit/people-cast.ts';
import { bushes, farmyard, greenField, nearGrass, underRoof } from '#demo/pictures/kit/places.ts';
import { cabbage, cob, mound, tomato } from '#demo/pictures/kit/produce.ts';
import { type Scene, scene } from '#demo/pictures/kit/scene.ts';
import { heap } from '#demo/pictures/kit/straw.ts';
import { at, between, box, dot, flipped, oval, path, times } from '#demo/pictures/kit/svg.ts';
import { burner, cone, dome, larva, smoke, steam, wormBed } from '#demo/pictures/kit/works.ts';

const earth = ['#5b4630', '#3d2e1f', '#7d6242', '#a98c52', '#4a3826'] as const;
const char = ['#3b3733', '#23201d', '#5c5650', '#4a4540'] as const;
const hull = ['#d9b887', '#b68f58', '#ecd3a8', '#c7a26b'] as const;

export const worksCovers: Record<string, Scene> = {
  'cover-carbonised-rice-hull': scene('dawn', (r, l) => [
    farmyard(r, l),
    at(540, 440, 1.2, smoke(r, 360, '#fff', 0.4)),
    at(540, 860, 1.5, burner()),
    at(540, 890, 1.6, heap(r, 320, 130, char, 'short')),
    at(900, 910, 1.3, heap(r, 150, 60, hull, 'short')),
    at(1270, 900, 1.6, seedTray(r, '#2b2724')),
    at(1330, 780, 1.5, openSack(r, ['#3b3733', '#5c5650'])),
  ]),
  'cover-compost': scene('dawn', (r, l) => [
    greenField(r, l),
    at(1290, 680, 0.85, hut(r)),
    at(640, 610, 1.4, steam(r, 320, 230)),
    at(640, 900, 1.85, heap(r, 330, 200, earth, 'long')),
    at(560, 560, 1.5, thermometer()),
    flipped(1200, 910, 1.6, forking({ ...green })),
    times(3, (i) => at(1330 + i * 80, 940, 1, seedling(r))),
  ]),
  'cover-vermicompost': scene('morning', (r, l) => [
    underRoof(r, l, '#b79d74', '#8a6840'),
    at(540, 900, 2.1, wormBed(r, 440)),
    times(9, (i) => at(180 + i * 88, 716, 1.15, seedling(r))),
    at(
      1290,
      920,
      1.75,
      standing({
        ...yellow,
        hands: [
          [-50, -120],
          [-64, -96],
        ],
      }),
    ),
    at(1440, 930, 1.2, sack(r)),
  ]),
  'cover-biochar': scene('night', (r, l) => [
    farmyard(r, l, '#5f5548', '#4a4338'),
    box(0, 500, 1600, 130, '#18243a', 0, 'opacity=".62"'),
    oval(800, 770, 640, 230, '#f6a84b', 'opacity=".24"'),
    at(800, 910, 1.8, cone()),
    times(30, () => dot(between(r, 560, 1040), between(r, 120, 560), between(r, 2, 5), '#ffd98a')),
    at(250, 920, 1.6, standing({ ...red })),
    flipped(1330, 920, 1.6, standing({ ...green })),
    at(1470, 930, 0.9, mound(r, 110, 60, cob, 0.8, '#5a3a26')),
  ]),
  'cover-biogas': scene('noon', (r, l) => [
    farmyard(r, l),
    bushes(r, 620, [70, 1530], 1.2),
    at(640, 880, 1.75, dome()),
    at(1210, 760, 1, hut(r)),
    at(1240, 930, 1.5, pig()),
    at(1440, 850, 1, pig('#d9988a')),
    nearGrass(r),
  ]),
  'cover-poultry-manure': scene('morning', (r, l) => [
    farmyard(r, l),
    at(1000, 700, 1.7, layerHouse(560)),
    at(
      430,
      900,
      1.6,
      heap(r, 290, 160, ['#8a7048', '#5f4a2c', '#b79a66', '#d9c08a', '#6d5a3a'], 'short'),
    ),
    at(980, 930, 2.2, hen(r)),
    flipped(1210, 920, 2, hen(r)),
    at(1420, 900, 1.5, sack(r, '#d9cfae', '#8a6a3a')),
    at(1300, 850, 1.4, hen(r)),
  ]),
  'cover-black-soldier-fly': scene('noon', (r, l) => [
    underRoof(r, l, '#c2ab80', '#7d5f38'),
    at(250, 800, 1.8, crate(r, tomato, 0.8)),
    at(450, 930, 2.3, crate(r, cabbage, 0.85)),
    at(
      1060,
      920,
      2.7,
      path('M-130-66H130L116 0H-116z', '#4f6f8c') +
        path('M-122-66C-60-100 60-100 122-66z', '#5b4630') +
        times(60, () =>
          at(between(r, -104, 104), -between(r, 66, 86), 0.5, larva(r), between(r, -80, 80)),
        ) +
        box(-136, -72, 272, 13, '#6b8caa', 4),
    ),
    at(1470, 930, 2, duck(r)),
    at(730, 950, 2.3, hen(r)),
  ]),
};
