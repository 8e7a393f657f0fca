import { grass, ground, hills, paddies, rice, rows, stubble, yard } from './land.ts';
import type { Light } from './light.ts';
import { at, between, box, f, flipped, path, type Random, times } from './svg.ts';
import { banana, bush, crown, frame, mangoGreens, palm } from './trees.ts';

/** The stages on which the pictures play: the far hills down to the ground at the viewer's feet. */
export const cutField = (r: Random, light: Light, x = 800) =>
  hills(r, light) +
  ground(530, '#e0c268', '#c99e44') +
  rows(530, '#b98f36', 15, 5, x) +
  stubble(r, 540);

export const greenField = (r: Random, light: Light) =>
  hills(r, light) +
  ground(530, '#a9c877', '#6c9c4e') +
  grass(r, 560, ['#7fae58', '#5f9248', '#a2c672'], 190);

export const ripeField = (r: Random, light: Light) =>
  hills(r, light) +
  ground(530, '#e6c866', '#bb8f34') +
  rice(r, 540, ['#e9c95f', '#cfa640', '#f1da85', '#b98f36', '#a9a24c']);

export const paddy = (r: Random, light: Light) =>
  hills(r, light) + paddies(530, '#8fb8b4', '#fdf3d0', '#7d9a58');

export const farmyard = (r: Random, light: Light, earth = '#d8bd8c', edge = '#b99a63') =>
  hills(r, light) +
  ground(530, '#a3c071', '#8aab5c') +
  grass(r, 540, ['#7fae58', '#6a9a4e'], 60, 0.7) +
  yard(610, earth, edge) +
  pebbles(r, edge);

const pebbles = (r: Random, colour: string) =>
  times(46, () =>
    path(
      `M${f(between(r, 0, 1600))} ${f(between(r, 690, 995))}q10-8 22 0-10 7-22 0z`,
      colour,
      'opacity=".6"',
    ),
  );

export const orchard = (r: Random, light: Light) =>
  hills(r, light) +
  ground(520, '#b5c77a', '#86a352') +
  [150, 480, 1160, 1480]
    .map((x, i) => at(x, 600 - (i % 2) * 14, 0.5, crown(r, mangoGreens, '#e0ab3c')))
    .join('') +
  grass(r, 600, ['#93b45c', '#7a9f4b', '#b5c873'], 150);

export const palms = (r: Random, y: number) =>
  [60, 250, 1330, 1530]
    .map((x, i) =>
      at(
        x,
        y - (i % 2) * 20,
        between(r, 0.72, 0.95),
        palm(r, between(r, 380, 460), (i % 2 ? -1 : 1) * between(r, 20, 70)),
      ),
    )
    .join('');

export const bananas = (r: Random, y: number, xs: readonly number[], size = 0.9) =>
  xs
    .map((x, i) =>
      at(x, y - (i % 2) * 18, size * between(r, 0.85, 1.1), banana(r, between(r, 190, 250))),
    )
    .join('');

export const bushes = (r: Random, y: number, xs: readonly number[], size = 1) =>
  xs.map((x) => at(x, y, size, bush(r, ['#5f8f4e', '#76a45c', '#4d7a43']))).join('');

/** A roofed place seen from inside, open to the light at the back. */
export function underRoof(r: Random, light: Light, floor: string, post: string): string {
  const back =
    hills(r, light, 470) +
    ground(500, '#a9c877', '#88ad60') +
    bananas(r, 560, [240, 700, 1180, 1420], 0.7);
  const posts = [0, 520, 1050, 1560]
    .map((x) => box(x, 60, 40, 620, post) + box(x, 60, 12, 620, '#000', 0, 'opacity=".2"'))
    .join('');
  const rafters = times(9, (i) =>
    path(`M${i * 200 - 40} 0h44l-30 120h-30z`, '#000', 'opacity=".18"'),
  );
  return (
    back +
    box(0, 640, 1600, 360, floor) +
    box(0, 640, 1600, 22, '#000', 0, 'opacity=".14"') +
    posts +
    path('M0 0H1600V96Q800 128 0 96z', '#8a6c3c') +
    rafters +
    path('M0 88Q800 124 1600 88v16Q800 140 0 104z', '#5f4826')
  );
}

/** Leaves of the nearest plant, in the upper corner and the lower one. */
export const nearLeaves = (side: 'left' | 'right') => {
  const leaves = at(-40, 1010, 2, frame([-78, -44, -12], 190, '#3f6b3b', '#2f5530'));
  return side === 'left' ? leaves : flipped(1600, 0, 1, leaves);
};

export const nearGrass = (
  r: Random,
  colours: readonly string[] = ['#6f8f3f', '#8aa64a', '#5a7a36'],
) => grass(r, 950, colours, 70, 2.2);
