import { pile, type Piece } from './produce.ts';
import {
  at,
  between,
  box,
  clipped,
  f,
  line,
  oval,
  path,
  pick,
  type Random,
  shade,
  times,
} from './svg.ts';

const cloth = ['#e6d8b4', '#d9c79c', '#efe4c8', '#cfd3b4'] as const;

/** A filled, tied sack. */
export function sack(
  r: Random,
  colour: string = pick(r, cloth),
  band: string | null = null,
): string {
  const body = 'M-48-2C-58-40-54-88-38-112-22-120 22-120 38-112 54-88 58-40 48-2 30 6-30 6-48-2z';
  const stripes = band ? path('M-60-72H60V-56H-60zM-60-46H60V-40H-60z', band, 'opacity=".75"') : '';
  return (
    shade(60, 11) +
    path(body, colour) +
    clipped(
      body,
      stripes +
        path('M-60 10V-130H-20C-34-90-34-40-24 10z', '#6b5530', 'opacity=".26"') +
        path('M60 10V-120H34C44-80 44-40 36 10z', '#fff', 'opacity=".3"'),
    ) +
    path(
      'M-30-112C-34-126-26-140-12-134-4-146 10-146 16-134 28-138 34-124 30-112 12-106-12-106-30-112z',
      colour,
    ) +
    line('M-31-112Q0-102 31-112', '#8a6a3a', 5)
  );
}

/** An open sack that shows what is in it. */
export function openSack(
  r: Random,
  filling: readonly [string, string],
  colour: string = pick(r, cloth),
): string {
  return (
    shade(66, 12) +
    path('M-50-2C-60-40-58-84-52-112H52C58-84 60-40 50-2 30 8-30 8-50-2z', colour) +
    path(
      'M-50-2C-60-40-58-84-52-112h26C-34-70-34-30-24 4-36 4-44 2-50-2z',
      '#6b5530',
      'opacity=".26"',
    ) +
    oval(0, -112, 56, 17, '#b89f6c') +
    path('M-48-112C-34-146 34-148 48-112 30-100-30-100-48-112z', filling[0]) +
    times(34, () =>
      line(
        `M${f(between(r, -40, 40))} ${f(-between(r, 104, 132))}l${f(between(r, -4, 4))} 3`,
        filling[1],
        3.4,
        'opacity=".8"',
      ),
    ) +
    path(
      'M-58-112C-40-94 40-94 58-112 62-104 60-94 56-92 30-82-30-82-56-92-60-94-62-104-58-112z',
      colour,
    ) +
    line('M-54-100C-30-88 30-88 54-100', '#a98f5c', 3, 'opacity=".7"')
  );
}

/** Red net bag of onions. */
export const netBag = (r: Random, piece: Piece) => {
  const shape = 'M-52-2C-64-40-58-86-40-112H40C58-86 64-40 52-2 30 8-30 8-52-2z';
  const net = times(9, (i) =>
    line(`M${-70 + i * 18} -118l40 124M${70 - i * 18} -118l-40 124`, '#d8574a', 2, 'opacity=".75"'),
  );
  return (
    shade(60, 11) +
    path(shape, '#7a2c3c') +
    clipped(
      shape,
      times(26, () => at(between(r, -46, 46), -between(r, 6, 106), 0.9, piece(r))) + net,
    ) +
    path('M-26-112C-30-130 30-130 26-112z', '#d8574a') +
    line('M-30-112Q0-104 30-112', '#8f2f2a', 6)
  );
};

/** A slatted crate, full to the top. */
export function crate(r: Random, piece: Piece | null, size = 0.8, colour = '#c08a4a'): string {
  const fruit = piece ? at(0, -74, 1, pile(r, 84, 42, piece, size, '#6a4a24')) : '';
  const slat = (y: number) =>
    box(-96, y, 192, 20, colour, 3) + box(-96, y + 14, 192, 6, '#7c5424', 2, 'opacity=".45"');
  return (
    shade(112, 14) +
    box(-92, -86, 184, 82, '#5b3d1e', 4) +
    fruit +
    [-84, -56, -28].map(slat).join('') +
    box(-98, -90, 16, 90, '#a87339', 3) +
    box(82, -90, 16, 90, '#d09a58', 3)
  );
}

export const plasticCrate = (r: Random, piece: Piece, colour: string, size = 0.8) => {
  const holes = times(3, (row) =>
    times(8, (i) => box(-82 + i * 21, -64 + row * 22, 13, 12, '#000', 3, 'opacity=".25"')),
  );
  return (
    shade(112, 14) +
    at(0, -74, 1, pile(r, 84, 44, piece, size, '#5a3320')) +
    path('M-98-82H98L90 0H-90z', colour) +
    holes +
    box(-102, -90, 204, 15, colour, 5) +
    box(-102, -90, 204, 5, '#fff', 3, 'opacity=".35"') +
    path('M-98-76H-60L-64 0H-90z', '#000', 'opacity=".12"')
  );
};

/** The round bamboo basket (bilao or tiklis) with a heap in it. */
export function basket(r: Random, piece: Piece | null, size = 0.8): string {
  const shape = 'M-92-84C-90-40-74-6-58 0H58C74-6 90-40 92-84z';
  const weave = times(5, (row) =>
    times(14, (i) =>
      box(-96 + i * 14 + (row % 2) * 7, -80 + row * 16, 8, 12, '#8f6430', 2, 'opacity=".5"'),
    ),
  );
  const fruit = piece
    ? at(0, -74, 1, pile(r, 84, 62, piece, size, '#5a4020'))
    : oval(0, -84, 88, 16, '#5a4020');
  return (
    shade(100, 15) +
    fruit +
    path(shape, '#c79a58') +
    clipped(
      shape,
      weave + path('M-100-90H-50C-50-40-44-10-30 4H-100z', '#50340f', 'opacity=".3"'),
    ) +
    line('M-94-84C-60-70 60-70 94-84', '#a8793c', 13) +
    line('M-92-86C-60-74 60-74 92-86', '#dcb878', 5)
  );
}

export const drum = (colour: string, lid: string | null = '#e9e2cf') =>
  shade(66, 12) +
  path('M-56-150V-6C-56 8 56 8 56-6V-150z', colour) +
  path('M-56-150V-6C-56 1-40 5-24 6V-146z', '#000', 'opacity=".2"') +
  path('M34-148V4C48 2 56-2 56-6V-150z', '#fff', 'opacity=".24"') +
  [-106, -54]
    .map((y) => line(`M-56 ${y}C-40 ${y + 12} 40 ${y + 12} 56 ${y}`, '#000', 5, 'opacity=".2"'))
    .join('') +
  oval(0, -150, 56, 14, lid ?? '#1f2d33') +
  (lid ? line('M-56-148C-40-136 40-136 56-148', '#8d8a80', 6) : oval(0, -147, 48, 10, '#8ba052'));

export const bucket = (colour: string) =>
  shade(30, 6) +
  path('M-26-44H26L20-2C10 3-10 3-20-2z', colour) +
  path('M-26-44h14l4 44C-12 0-18-1-20-2z', '#000', 'opacity=".2"') +
  oval(0, -44, 26, 7, '#3a3326') +
  line('M-26-44C-22-74 22-74 26-44', '#555', 3);

/** A flat tray of seedlings. */
export const seedTray = (r: Random, soil: string) =>
  shade(150, 16) +
  path('M-140-16H140L150 0H-150z', '#3b3a35') +
  path('M-132-50H132L140-16H-140z', soil) +
  times(3, (row) =>
    times(13, (i) => {
      const [x, y] = [-124 + i * 20.6 + row * (i - 6) * 0.7, -46 + row * 13];
      return (
        line(`M${f(x)} ${f(y)}v-15`, '#5f8f48', 3) +
        path(
          `M${f(x)} ${f(y - 14)}q-13-2-16-13 14-1 16 13zM${f(x)} ${f(y - 14)}q13-2 16-13-14-1-16 13z`,
          pick(r, ['#7fb35a', '#93c06a', '#6da24f']),
        )
      );
    }),
  );

/** The flat round winnowing tray, seen from above the table; what lies in it is clipped to it. */
export const bilao = (r: Random, fill: string, content: string) =>
  oval(-14, 44, 400, 120, '#2b2410', 'opacity=".28"') +
  oval(0, 16, 390, 126, '#8a6230') +
  oval(0, 0, 390, 126, '#c79a58') +
  times(56, (i) =>
    line(
      `M${f(Math.cos(i * 0.1122) * 352)} ${f(Math.sin(i * 0.1122) * 104)}L${f(Math.cos(i * 0.1122 + 0.05) * 386)} ${f(Math.sin(i * 0.1122 + 0.05) * 123)}`,
      pick(r, ['#8f6430', '#e3c184', '#a8793c']),
      6,
      'opacity=".8"',
    ),
  ) +
  oval(0, 4, 354, 106, '#6d4d24') +
  oval(0, 8, 346, 100, fill) +
  clipped('M-346 8A346 100 0 1 0 346 8 346 100 0 1 0-346 8z', content);
