import {
  at,
  between,
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

const straw = ['#e9c766', '#dcb553', '#f2d884', '#c99f40'] as const;

/** A bundle that stands in the field, tied at the waist. */
export const shock = (r: Random) =>
  shade(74, 13) +
  path('M-66 0C-62-50-26-96-16-128H16C26-96 62-50 68 0 40 14-40 14-66 0z', '#dfba58') +
  path(
    'M-66 0C-62-50-26-96-16-128h10C-16-80-30-40-30 8-46 8-58 5-66 0z',
    '#b98f36',
    'opacity=".6"',
  ) +
  path('M68 0C62-50 26-96 16-128H6C16-84 34-40 40 8 52 6 62 3 68 0z', '#f6e09a', 'opacity=".7"') +
  times(13, (i) =>
    line(
      `M${f((i - 6) * 2)} -122Q${f((i - 6) * 5)} -60 ${f((i - 6) * 10 + between(r, -4, 4))} ${f(between(r, 0, 8))}`,
      '#b28a35',
      2,
      'opacity=".6"',
    ),
  ) +
  times(15, (i) =>
    line(
      `M${f((i - 7) * 1.6)} -126Q${f((i - 7) * 5)} -164 ${f((i - 7) * 9 + between(r, -6, 6))} ${f(-between(r, 168, 196))}`,
      pick(r, ['#d8b04a', '#c19a3e', '#e6c667']),
      4,
    ),
  ) +
  line('M-24-118Q0-106 25-119', '#2f6b3c', 9);

/** A bundle that lies, seen from the side. */
export const bundle = (r: Random) =>
  path(
    'M-68-4C-76-20-76-52-66-66-30-76 30-76 66-66 76-50 76-20 68-4 30 4-30 4-68-4z',
    pick(r, ['#e7c566', '#e2bd5b', '#ebcc72']),
  ) +
  path(
    'M-68-4C-72-10-74-18-74-26-30-18 30-18 74-26 74-18 72-10 68-4 30 4-30 4-68-4z',
    '#b98f36',
    'opacity=".5"',
  ) +
  times(7, (i) =>
    line(
      `M${f(-66 + between(r, 0, 10))} ${f(-60 + i * 8.5)}Q0 ${f(-64 + i * 9)} ${f(62 + between(r, -6, 10))} ${f(-60 + i * 8.5)}`,
      pick(r, ['#c79d41', '#f5de93', '#b98f36']),
      2.4,
      'opacity=".75"',
    ),
  ) +
  line('M-30-72C-36-50-36-22-30 0M30-72C36-50 36-22 30 0', '#2f6b3c', 5);

/** A wall of bundles that gets narrower upwards. */
export const stack = (r: Random, base: number, levels: number) =>
  shade(base * 76, 24) +
  times(levels, (level) =>
    times(base - level, (i) =>
      at(
        (i - (base - level - 1) / 2) * 146 + between(r, -5, 5),
        -level * 66,
        1,
        bundle(r),
        between(r, -1.5, 1.5),
      ),
    ),
  );

export const bale = (r: Random) =>
  shade(118, 18) +
  path('M-86-8V-160C-80-176 60-182 84-164V-8C70 6-70 6-86-8z', '#d7ae4b') +
  oval(74, -86, 48, 84, '#efd382') +
  [38, 28, 18, 8]
    .map(
      (n) =>
        `<ellipse cx="${74 + n * 0.06}" cy="-86" rx="${n}" ry="${n * 1.75}" fill="none" stroke="#c09638" stroke-width="3.4" opacity=".75"/>`,
    )
    .join('') +
  times(12, (i) =>
    line(
      `M${f(-80 + between(r, 0, 12))} ${f(-158 + i * 13)}Q-20 ${f(-166 + i * 13.4)} ${f(34 + between(r, 0, 14))} ${f(-160 + i * 13.4)}`,
      pick(r, ['#b98f36', '#ecd07a']),
      3,
      'opacity=".7"',
    ),
  ) +
  line('M-44-172C-52-120-52-50-44 0M4-176C-4-120-4-50 4 2', '#8c6a26', 4, 'opacity=".65"');

/** The tall stack around a pole. */
export const mandala = (r: Random) => {
  const shape =
    'M-190 0C-214-70-196-190-120-300-80-356-40-410-6-440H6C40-410 80-356 120-300 196-190 214-70 190 0 120 26-120 26-190 0z';
  const lines = times(120, () => {
    const y = -between(r, 0, 420);
    const x = between(r, -200, 200);
    return line(
      `M${f(x)} ${f(y)}q${f(x * 0.06)} 16 ${f(x * 0.18)} ${f(between(r, 26, 46))}`,
      pick(r, ['#b98f36', '#f4dd92', '#c9a046', '#a87f2d']),
      3.4,
      'opacity=".7"',
    );
  });
  const fringe = times(24, (i) =>
    line(
      `M${f(-190 + i * 16.4)} ${f(-4 + Math.sin(i * 0.27) * 10)}l${f(between(r, -8, 8))} 24`,
      '#c9a046',
      5,
    ),
  );
  return (
    shade(250, 34) +
    line('M0-430V-520', '#6f5636', 11) +
    path(shape, '#dcb652') +
    clipped(
      shape,
      path(
        'M-220 20C-230-120-180-260-60-400L-20-440C-90-300-120-120-90 30z',
        '#a87f2d',
        'opacity=".5"',
      ) +
        path('M210 20C230-120 150-300 20-440 90-300 140-140 120 20z', '#f8e5a6', 'opacity=".55"') +
        lines,
    ) +
    fringe +
    path('M-60-372C-30-400-14-440 0-468 14-440 30-400 60-372 30-356-30-356-60-372z', '#8b7a44')
  );
};

/** A loose heap with a texture of strokes or crumbs. */
export function heap(
  r: Random,
  w: number,
  h: number,
  colours: readonly string[],
  grain: 'long' | 'short' | 'crumb',
): string {
  const [base = '', dark = '', lit = ''] = colours;
  const shape = `M${f(-w)} 0C${f(-w * 0.8)} ${f(-h * 0.3)} ${f(-w * 0.5)} ${f(-h * 0.92)} ${f(-w * 0.08)} ${f(-h)}C${f(w * 0.36)} ${f(-h * 1.04)} ${f(w * 0.72)} ${f(-h * 0.34)} ${f(w)} 0C${f(w * 0.5)} ${f(h * 0.12)} ${f(-w * 0.5)} ${f(h * 0.12)} ${f(-w)} 0z`;
  const size = { long: 26, short: 12, crumb: 5 }[grain];
  const marks = times(Math.round((w * h) / (size * (grain === 'crumb' ? 26 : 9))), () => {
    const [x, y] = [between(r, -w, w), -between(r, -0.06, 1) * h];
    const a = between(r, -0.7, 0.7) + (x / w) * 0.8;
    return line(
      `M${f(x)} ${f(y)}l${f(Math.cos(a) * size)} ${f(Math.sin(a) * size)}`,
      pick(r, colours.slice(1)),
      grain === 'crumb' ? 6 : 3.2,
      'opacity=".75"',
    );
  });
  const inner =
    path(
      `M${f(-w)} ${f(h * 0.2)}C${f(-w * 0.8)} ${f(-h * 0.3)} ${f(-w * 0.5)} ${f(-h * 0.92)} ${f(-w * 0.08)} ${f(-h)}C${f(-w * 0.2)} ${f(-h * 0.5)} ${f(-w * 0.2)} ${f(-h * 0.2)} ${f(-w * 0.3)} ${f(h * 0.2)}z`,
      dark,
      'opacity=".55"',
    ) +
    path(
      `M${f(w * 0.1)} ${f(-h * 0.98)}C${f(w * 0.4)} ${f(-h * 0.9)} ${f(w * 0.7)} ${f(-h * 0.34)} ${f(w)} ${f(h * 0.1)}C${f(w * 0.6)} ${f(-h * 0.1)} ${f(w * 0.36)} ${f(-h * 0.5)} ${f(w * 0.1)} ${f(-h * 0.98)}z`,
      lit,
      'opacity=".45"',
    );
  return shade(w * 1.12, h * 0.14 + 8) + path(shape, base) + clipped(shape, inner + marks);
}

export const loose = (r: Random, w: number, h: number) =>
  heap(r, w, h, ['#e0bb59', '#b98f36', '#f5de93', '#caa147', ...straw], 'long');
