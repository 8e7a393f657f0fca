import { hen } from '#demo/pictures/kit/beasts.ts';
import { bilao, bucket, crate } from '#demo/pictures/kit/goods.ts';
import { hut } from '#demo/pictures/kit/houses.ts';
import { stars } from '#demo/pictures/kit/light.ts';
import {
  blue,
  green,
  red,
  rose,
  standing,
  violet,
  white,
  yellow,
} from '#demo/pictures/kit/people-cast.ts';
import { bananas, farmyard, underRoof } from '#demo/pictures/kit/places.ts';
import { cob, mound } from '#demo/pictures/kit/produce.ts';
import { type Scene, scene } from '#demo/pictures/kit/scene.ts';
import {
  at,
  between,
  box,
  dot,
  flipped,
  oval,
  path,
  type Random,
  times,
} from '#demo/pictures/kit/svg.ts';
import { cone, dome, larva, mushroomBag } from '#demo/pictures/kit/works.ts';

const scraps = ['#9bbd6a', '#6c9148', '#d6e0a8', '#d98b4a', '#c8553d'] as const;

const rack = (r: Random, x: number, y: number, s: number) =>
  at(
    x,
    y,
    s,
    box(-240, -430, 18, 430, '#8a6840') +
      box(222, -430, 18, 430, '#8a6840') +
      [-20, -220]
        .map(
          (shelf) =>
            box(-250, shelf, 500, 16, '#a9814a', 3) +
            times(6, (i) => at(-192 + i * 76, shelf + 2, 1.12, mushroomBag(r))),
        )
        .join(''),
  );

const bin = (r: Random, food: boolean) =>
  path('M-120-66H120L108 0H-108z', '#4f6f8c') +
  path('M-120-66h40l8 66h-36z', '#000', 'opacity=".16"') +
  path('M-112-66C-60-96 60-96 112-66z', food ? '#7d8f4a' : '#5b4630') +
  times(34, () =>
    at(
      between(r, -90, 90),
      -between(r, 66, 84),
      0.5,
      food && r() < 0.5
        ? dot(0, 0, 9, scraps[Math.floor(between(r, 0, 5))] ?? '#9bbd6a')
        : larva(r),
      between(r, -70, 70),
    ),
  ) +
  box(-126, -72, 252, 12, '#6b8caa', 4);

export const fireScenes: Record<string, Scene> = {
  'mushroom-bags': scene('morning', (r, l) => [
    underRoof(r, l, '#b79d74', '#7d5f38'),
    box(0, 0, 1600, 1000, '#3b2f1c', 0, 'opacity=".28"'),
    rack(r, 330, 860, 1.05),
    rack(r, 1230, 860, 1.05),
    rack(r, 780, 930, 1.25),
    at(
      1130,
      970,
      1.6,
      standing({
        ...yellow,
        hands: [
          [-40, -170],
          [-60, -160],
        ],
      }),
    ),
    at(1420, 965, 1.2, crate(r, null)),
  ]),
  'biogas-dome': scene('morning', (r, l) => [
    farmyard(r, l),
    at(1220, 740, 1.15, hut(r)),
    at(560, 860, 1.45, dome()),
    at(
      1080,
      920,
      1,
      box(-110, -60, 220, 60, '#8f8a7c', 5) +
        times(5, (i) =>
          at(
            -50 + i * 25,
            -60,
            0.28,
            path('M-30 0C-40-40-10-50 0-110 10-50 40-40 30 0z', '#4f9fd6'),
          ),
        ) +
        path('M-80-150H80L66-78C30-66-30-66-66-78z', '#6b6a66') +
        oval(0, -150, 80, 16, '#9a9990'),
    ),
    flipped(
      1360,
      940,
      1.5,
      standing({
        ...rose,
        hands: [
          [40, -130],
          [62, -120],
        ],
      }),
    ),
    at(190, 930, 1.5, standing({ ...blue, holds: at(34, -60, 1, bucket('#7d5a3c')) })),
    bananas(r, 660, [60]),
  ]),
  'biochar-kiln': scene('night', (r, l) => [
    stars(r),
    farmyard(r, l, '#5f5548', '#4a4338'),
    box(0, 500, 1600, 130, '#18243a', 0, 'opacity=".62"'),
    oval(780, 760, 620, 230, '#f6a84b', 'opacity=".22"'),
    at(780, 900, 1.65, cone()),
    times(26, () =>
      dot(
        between(r, 560, 1000),
        between(r, 120, 560),
        between(r, 2, 5),
        '#ffd98a',
        'opacity=".85"',
      ),
    ),
    [red, violet, green]
      .map((c, i) => at(210 + i * 120, 890 + (i % 2) * 40, 1.4, standing({ ...c })))
      .join(''),
    [blue, yellow]
      .map((c, i) => flipped(1220 + i * 170, 900 + i * 30, 1.45, standing({ ...c })))
      .join(''),
    at(1430, 960, 0.8, mound(r, 130, 60, cob, 0.8, '#5a3a26')),
  ]),
  'bsf-bins': scene('noon', (r, l) => [
    underRoof(r, l, '#c2ab80', '#7d5f38'),
    times(3, (i) => at(330 + i * 470, 750, 1.5, bin(r, true))),
    times(3, (i) => at(330 + i * 470, 930, 1.75, bin(r, i !== 1))),
    at(
      1500,
      930,
      1.6,
      standing({
        ...white,
        hat: 'hair',
        hands: [
          [-70, -130],
          [-84, -110],
        ],
      }),
    ),
    times(9, () => {
      const [x, y] = [between(r, 200, 1300), between(r, 300, 560)];
      return oval(x, y, 12, 4, '#2b2723') + oval(x - 2, y - 7, 9, 4, '#cfd8d8', 'opacity=".8"');
    }),
  ]),
  'larvae-close': scene('morning', (r, l) => [
    farmyard(r, l),
    at(1290, 700, 0.9, hut(r)),
    box(0, 740, 1600, 260, '#9a6f3c'),
    box(0, 740, 1600, 16, '#b98a52'),
    at(
      700,
      850,
      1.3,
      bilao(
        r,
        '#6b5233',
        times(170, () =>
          at(between(r, -310, 310), between(r, -90, 80), 1.1, larva(r), between(r, -80, 80)),
        ),
      ),
    ),
    at(1330, 900, 1.9, hen(r)),
    flipped(120, 940, 1.8, hen(r)),
  ]),
};
