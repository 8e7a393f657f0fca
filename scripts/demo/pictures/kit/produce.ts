import { at, between, dot, f, line, oval, path, pick, type Random, shade, times } from './svg.ts';

/** One piece of produce, centred on 0, 0, some 40 across. */
export type Piece = (r: Random) => string;

const gloss = (x: number, y: number, rx: number, ry: number) =>
  oval(x, y, rx, ry, '#fff', 'opacity=".38"');

export const mango: Piece = (r) => {
  const colour = pick(r, ['#f0b434', '#f3c24a', '#e9a62f', '#d9b94a']);
  return (
    path('M-22 4C-24-14-8-24 8-21 24-18 27-2 20 10 12 22-18 22-22 4z', colour) +
    path('M-22 4C-20 16-4 22 10 18-2 14-14 4-14-12-20-8-23-2-22 4z', '#c3792a', 'opacity=".4"') +
    gloss(8, -10, 7, 4) +
    line('M7-21l3-6', '#6c7a3a', 3)
  );
};
export const tomato: Piece = (r) => {
  const colour = pick(r, ['#d8432f', '#e0543a', '#cf3b2c', '#e98b45']);
  return (
    oval(0, 0, 21, 18, colour) +
    path('M-21 0C-20 14-6 19 8 17-6 12-14 4-14-13-19-9-21-5-21 0z', '#8f2420', 'opacity=".35"') +
    gloss(7, -8, 6, 4) +
    path('M0-13l-10-5 7 7-9 3 11 0 4 6 2-7 10-2-9-3 5-6z', '#4d7a3a')
  );
};
export const onion: Piece = (r) => {
  const colour = pick(r, ['#a8475c', '#b65569', '#94394f']);
  return (
    path('M0-26C3-18 20-15 20 2 20 15 10 19 0 19-10 19-20 15-20 2-20-15-3-18 0-26z', colour) +
    line('M-9-13C-15-4-13 10-7 17M8-13C14-4 12 10 6 17', '#d99aa4', 2, 'opacity=".7"') +
    gloss(8, -4, 4, 7)
  );
};
export const calamansi: Piece = (r) =>
  dot(0, 0, 14, pick(r, ['#9fb83c', '#c6c545', '#e3c545', '#8aa838'])) +
  path('M-14 0C-13 9-4 14 6 12-4 8-9 2-9-9-13-6-14-3-14 0z', '#5f7a2a', 'opacity=".35"') +
  gloss(5, -5, 4, 3);
export const squash: Piece = (r) => {
  const [a, b] = pick(r, [
    ['#d98b3a', '#b56a2b'],
    ['#c9a24b', '#9d7a34'],
    ['#7f9a57', '#5d7a41'],
  ] as const);
  return (
    oval(0, 4, 44, 31, a) +
    [-27, -10, 10, 27]
      .map((x) =>
        line(
          `M${f(x * 0.4)} -24C${f(x * 1.25)} -16 ${f(x * 1.25)} 22 ${f(x * 0.5)} 34`,
          b,
          4,
          'opacity=".75"',
        ),
      )
      .join('') +
    path('M-44 4C-42 26-20 35 4 35-18 28-30 12-28-20-38-14-44-6-44 4z', '#3d2b12', 'opacity=".2"') +
    gloss(20, -10, 11, 6) +
    path('M-6-24C-8-34-2-42 8-44L12-38C6-36 5-30 6-24z', '#6c7a3f')
  );
};
export const melon: Piece = (r) => {
  const open = r() < 0.4;
  const skin =
    oval(0, 0, 40, 35, '#4f8a4a') +
    [-24, -8, 8, 24]
      .map((x) =>
        line(
          `M${f(x * 0.5)} -33C${f(x * 1.3)} -14 ${f(x * 1.3)} 14 ${f(x * 0.5)} 33`,
          '#2f5f35',
          6,
        ),
      )
      .join('') +
    gloss(16, -16, 9, 6);
  const cut =
    oval(3, 4, 27, 25, '#f3ead0') +
    oval(3, 4, 24, 22, '#df4e4a') +
    [
      [-8, 0],
      [6, 10],
      [12, -4],
      [0, -8],
    ]
      .map(([x = 0, y = 0]) => oval(x, y + 4, 2.4, 4, '#3a2018'))
      .join('');
  return open ? oval(0, 0, 40, 35, '#4f8a4a') + cut : skin;
};
export const cabbage: Piece = (r) =>
  dot(0, 0, 28, pick(r, ['#a9c983', '#b9d494', '#93b96f'])) +
  path('M-28 0C-26-20-8-28 4-27-8-12-10 8-2 27-18 27-28 14-28 0z', '#7ba45e', 'opacity=".8"') +
  line('M2-26C-6-8-6 10 0 26M6-14C14-8 18 0 18 10M-8-4C-16 2-18 8-18 14', '#e4efc9', 2.6);
export const husk: Piece = (r) => {
  const colour = pick(r, ['#9a6c42', '#8a5d38', '#ab7c4e', '#7a5131']);
  const inside = r() < 0.5;
  return inside
    ? path('M-34 4C-34-18-16-28 2-27 22-26 34-12 33 6 20 20-20 22-34 4z', colour) +
        oval(0, -2, 22, 14, '#5b3c24') +
        oval(2, -3, 17, 10, '#c79b69') +
        line('M-30 6C-20 16 18 16 30 8', '#c49a68', 2.4, 'opacity=".7"')
    : path('M-34 8C-38-14-14-28 6-25 26-22 36-6 32 8 18 20-22 22-34 8z', colour) +
        line(
          'M-26 8C-24-8-10-18 4-19M-12 13C-10 2 2-8 14-10M8 14C12 6 20 0 26 0',
          '#c79a66',
          2.6,
          'opacity=".75"',
        );
};
export const cob: Piece = (r) => {
  const colour = pick(r, ['#d9a47c', '#c98d66', '#e3b690', '#b97a55']);
  return (
    path('M-40 0C-42-11-26-14 0-13 24-12 42-9 42 0 42 9 24 12 0 13-26 14-42 11-40 0z', colour) +
    times(14, (i) => dot(-32 + i * 5.2, i % 2 ? -5 : 4, 2, '#8c5638', 'opacity=".6"')) +
    oval(-38, 0, 5, 10, '#f1dcc2') +
    oval(-38, 0, 2.4, 5, '#a9744f')
  );
};
export const camote: Piece = (r) =>
  path(
    'M-40 0C-30-16 6-18 26-12 36-8 44-2 46 4 30 8 16 18-8 16-26 15-38 8-40 0z',
    pick(r, ['#9b4a55', '#8a3f4c', '#b06060']),
  ) +
  line('M-20-6q8 2 12-2M4 6q8 0 12-4', '#d59a97', 2.2) +
  gloss(6, -8, 9, 3);
export const egg: Piece = (r) =>
  oval(0, 0, 14, 18, pick(r, ['#f3e6cc', '#e9d3ae', '#dcc2a0'])) + gloss(4, -6, 4, 6);

/** A hill of single pieces, the upper ones behind. */
export const mound = (...[r, w, h, piece, size, colour]: Parameters<typeof pile>) =>
  shade(w * 1.14, h * 0.1 + 10) + pile(r, w, h, piece, size, colour);

/** The hill without its shadow, for what is heaped in a crate or a basket. */
export function pile(
  r: Random,
  w: number,
  h: number,
  piece: Piece,
  size: number,
  colour: string,
): string {
  const rows = Math.max(2, Math.round(h / (size * 24)));
  const items = times(rows, (row) => {
    const t = (row + 1) / rows;
    const half = w * Math.sqrt(1 - (1 - t) ** 2 * 0.96);
    const count = Math.max(1, Math.round((half * 2) / (size * 36)));
    return times(count, (i) =>
      at(
        -half + ((i + 0.5) * half * 2) / count + between(r, -6, 6),
        -h + t * (h - size * 12) + between(r, -4, 4) + Math.abs(i - count / 2) * -0.6,
        size,
        piece(r),
        between(r, -28, 28),
      ),
    );
  });
  const base = `M${f(-w)} 0C${f(-w * 0.9)} ${f(-h * 0.7)} ${f(-w * 0.4)} ${f(-h)} 0 ${f(-h)}S${f(w * 0.9)} ${f(-h * 0.7)} ${f(w)} 0z`;
  return path(base, colour) + items;
}
