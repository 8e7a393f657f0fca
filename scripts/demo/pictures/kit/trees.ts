import { at, between, dot, f, line, oval, path, pick, type Random, shade, times } from './svg.ts';

const frond = (turn: number, length: number, colour: string, rib: string) =>
  `<g transform="rotate(${f(turn)})">${path(`M0 0C${f(length * 0.3)} ${f(-length * 0.3)} ${f(length * 0.75)} ${f(-length * 0.26)} ${f(length)} ${f(length * 0.16)} ${f(length * 0.72)} ${f(-length * 0.04)} ${f(length * 0.4)} ${f(-length * 0.02)} 0 0z`, colour)}${line(`M0 0C${f(length * 0.3)} ${f(-length * 0.22)} ${f(length * 0.7)} ${f(-length * 0.18)} ${f(length * 0.96)} ${f(length * 0.12)}`, rib, 2.5, 'opacity=".6"')}${teeth(length, colour)}</g>`;

const teeth = (length: number, colour: string) =>
  times(8, (i) => {
    const t = 0.22 + i * 0.09;
    const [x, y] = [length * t, length * (-0.2 + (t - 0.45) ** 2 * 0.9)];
    return line(
      `M${f(x)} ${f(y + 4)}l${f(length * 0.05)} ${f(length * 0.14)}`,
      colour,
      length * 0.028,
    );
  });

export function palm(r: Random, height = 420, lean = 60): string {
  const trunk = path(
    `M-14 0C-8 ${f(-height * 0.4)} ${f(lean * 0.5 - 8)} ${f(-height * 0.8)} ${f(lean - 7)} ${f(-height)}H${f(lean + 7)}C${f(lean * 0.5 + 12)} ${f(-height * 0.75)} 10 ${f(-height * 0.4)} 16 0z`,
    '#8a6f4d',
  );
  const rings = times(9, (i) => {
    const t = 0.08 + i * 0.1;
    return line(
      `M${f(lean * t * t - 10)} ${f(-height * t)}q10 6 20 0`,
      '#6b5437',
      3,
      'opacity=".55"',
    );
  });
  const back = [-172, -140, -30, -4, -98]
    .map((a) => frond(a, between(r, 150, 185), '#4f7a45', '#38602f'))
    .join('');
  const front = [160, 24, -62, -118, -158, -22]
    .map((a) => frond(a, between(r, 140, 178), '#6b9a50', '#4a7a3d'))
    .join('');
  const nuts = dot(-14, 14, 15, '#8d7a3a') + dot(13, 17, 15, '#7c8b3f') + dot(0, 24, 14, '#9a843f');
  return shade(60, 9) + trunk + rings + at(lean, -height, 1, back + nuts + front);
}

const bananaLeaf = (turn: number, length: number, colour: string, dark: string) =>
  `<g transform="rotate(${f(turn)})">${path(`M0 0C${f(length * 0.16)} ${f(-length * 0.2)} ${f(length * 0.7)} ${f(-length * 0.24)} ${f(length)} ${f(length * 0.06)} ${f(length * 0.76)} ${f(length * 0.13)} ${f(length * 0.3)} ${f(length * 0.13)} 0 0z`, colour)}${path(`M0 0C${f(length * 0.4)} ${f(-length * 0.04)} ${f(length * 0.7)} ${f(-length * 0.05)} ${f(length)} ${f(length * 0.06)} ${f(length * 0.76)} ${f(length * 0.13)} ${f(length * 0.3)} ${f(length * 0.13)} 0 0z`, dark, 'opacity=".55"')}${line(`M0 0C${f(length * 0.4)} ${f(-length * 0.05)} ${f(length * 0.7)} ${f(-length * 0.06)} ${f(length * 0.97)} ${f(length * 0.05)}`, '#dbe3a0', 4)}</g>`;

export function banana(r: Random, height = 230): string {
  const trunk =
    path(
      `M-22 0C-20 ${f(-height * 0.5)} -15 ${f(-height * 0.8)} -11 ${f(-height)}H11C15 ${f(-height * 0.8)} 22 ${f(-height * 0.5)} 26 0z`,
      '#a9b06a',
    ) +
    path(
      `M-22 0C-20 ${f(-height * 0.5)} -15 ${f(-height * 0.8)} -11 ${f(-height)}h8C-8 ${f(-height * 0.6)} -8 ${f(-height * 0.3)} -6 0z`,
      '#7f8a4a',
    ) +
    line(`M12 0C10 ${f(-height * 0.5)} 6 ${f(-height * 0.8)} 4 ${f(-height)}`, '#c9cd8b', 4);
  const leaves = [-166, -14, -140, -40, -112, -72]
    .map((a, i) =>
      bananaLeaf(
        a + between(r, -6, 6),
        between(r, 170, 215),
        i < 2 ? '#5f8f48' : '#7fae58',
        '#4c7c3e',
      ),
    )
    .join('');
  return shade(58, 9) + at(0, -height + 8, 1, leaves) + trunk;
}

/** A round shade tree: mango, acacia. The fruit hangs where the light falls. */
export function crown(
  r: Random,
  greens: readonly [string, string, string],
  fruit: string | null,
): string {
  const trunk =
    path(
      'M-26 0C-16-60-22-120-44-170L-20-176C-10-150-2-140 4-130 14-150 26-170 44-184L60-172C36-140 22-90 32 0z',
      '#7a5b3c',
    ) + path('M-26 0C-16-60-22-120-44-170l14-4C-10-120-8-60-8 0z', '#5f452c');
  const blob = (n: number, colour: string, dx: number, dy: number, size: number) =>
    times(n, () => {
      const a = r() * 6.28;
      const d = Math.sqrt(r());
      return dot(
        dx + Math.cos(a) * d * 170,
        -285 + dy + Math.sin(a) * d * 88,
        between(r, 46, 72) * size,
        colour,
      );
    });
  const fruits = fruit
    ? times(17, () => {
        const [x, y] = [between(r, -190, 200), between(r, -330, -190)];
        return (
          line(`M${f(x)} ${f(y - 22)}v14`, '#51713c', 3) +
          oval(x, y, 9, 13, fruit) +
          oval(x + 3, y - 3, 3.5, 6, '#fff', 'opacity=".3"')
        );
      })
    : '';
  return (
    shade(190, 20) +
    trunk +
    blob(26, greens[0], -10, 26, 1.1) +
    blob(24, greens[1], 14, -6, 0.95) +
    blob(16, greens[2], 44, -40, 0.62) +
    fruits
  );
}

export const mangoGreens = ['#3f6b3b', '#568748', '#79a75a'] as const;

export const bamboo = (r: Random, height = 420) =>
  times(13, (i) => {
    const lean = (i - 6) * 24 + between(r, -10, 10);
    const h = height * between(r, 0.75, 1.05);
    const stem = line(
      `M${f(lean * 0.14)} 0Q${f(lean * 0.3)} ${f(-h * 0.7)} ${f(lean * 1.3)} ${f(-h)}`,
      pick(r, ['#8fa653', '#758f45', '#a6b866']),
      8,
    );
    const leaves = times(9, () => {
      const t = between(r, 0.55, 1);
      const [x, y] = [lean * (0.14 + t * t), -h * t];
      return path(
        `M${f(x)} ${f(y)}q${f(between(r, -40, 40))} ${f(between(r, -4, 20))} ${f(between(r, -54, 54))} ${f(between(r, 16, 40))}q${f(between(r, -6, 6))} -22 ${f(0)} -26z`,
        pick(r, ['#6d9a4b', '#86ad5a', '#547f40']),
      );
    });
    return stem + leaves;
  });

export const bush = (r: Random, colours: readonly string[], size = 60) =>
  shade(size * 1.4, size * 0.2) +
  times(11, () =>
    dot(
      between(r, -size, size),
      -between(r, 0.25, 0.85) * size,
      between(r, 0.3, 0.5) * size,
      pick(r, colours),
    ),
  );

/** Big leaves at the edge of the picture, close to the eye. */
export const frame = (turns: readonly number[], length: number, colour: string, dark: string) =>
  turns.map((a) => bananaLeaf(a, length, colour, dark)).join('');
