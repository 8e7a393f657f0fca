import { at, between, box, f, line, oval, path, pick, type Random, shade, times } from './svg.ts';

/** A stalk of corn; with or without ears. */
export function corn(r: Random, ears: boolean): string {
  const h = between(r, 190, 230);
  const leaf = (y: number, side: number) =>
    path(
      `M0 ${f(y)}C${f(side * 30)} ${f(y - 46)} ${f(side * 80)} ${f(y - 40)} ${f(side * 104)} ${f(y + 14)}C${f(side * 74)} ${f(y - 18)} ${f(side * 34)} ${f(y - 16)} 0 ${f(y + 14)}z`,
      pick(r, ['#7fae4e', '#6a9a44', '#94bd5c']),
    );
  const leaves = times(6, (i) => leaf(-30 - i * 30, (i % 2 ? 1 : -1) * between(r, 0.75, 1)));
  const ear = ears
    ? path('M4-96C14-130 26-140 32-142 38-124 30-100 14-86z', '#b9c96a') +
      path('M22-136C24-146 32-148 34-144L32-132z', '#e9c24f') +
      line('M32-142q6-12 2-18M30-140q-2-12 2-20', '#a4623a', 3)
    : '';
  const tassel = times(5, (i) =>
    line(`M0 ${f(-h)}q${(i - 2) * 6}-20 ${(i - 2) * 14}-40`, '#d9b85a', 4),
  );
  return line(`M0 0V${f(-h)}`, '#8aa84c', 10) + leaves + ear + tassel;
}

/** A stool of sugar cane. */
export const cane = (r: Random) =>
  times(6, (i) => {
    const [x, h] = [(i - 2.5) * 15, between(r, 240, 310)];
    const leaves = times(4, (k) =>
      path(
        `M${f(x)} ${f(-h + k * 26)}q${f((k % 2 ? 1 : -1) * 44)} -56 ${f((k % 2 ? 1 : -1) * 84)} -16q${f((k % 2 ? -1 : 1) * 40)} -20 ${f((k % 2 ? -1 : 1) * 84)} 30z`,
        pick(r, ['#7fa653', '#98ba64', '#688f47']),
      ),
    );
    return (
      line(`M${f(x * 0.7)} 0L${f(x)} ${f(-h)}`, pick(r, ['#9a8a4a', '#86904a', '#a97f52']), 11) +
      leaves
    );
  });

/** A felled banana trunk with its ringed, pale ends. */
export const trunk = (r: Random) =>
  shade(150, 14) +
  path(
    'M-140-52C-60-60 60-60 136-54V-2C60 4-60 4-140-2z',
    pick(r, ['#b5bd78', '#a4ad68', '#c3c788']),
  ) +
  path('M-140-16C-60-10 60-10 136-14V-2C60 4-60 4-140-2z', '#5f6a35', 'opacity=".5"') +
  line('M-110-50C-40-44 40-52 110-46M-90-30C-10-24 40-34 120-30', '#7f8a4a', 3, 'opacity=".7"') +
  oval(-140, -27, 14, 26, '#efe8c8') +
  oval(-140, -27, 9, 18, '#d9d29c') +
  oval(-140, -27, 4, 8, '#f7f2dc');

/** Fibre that dries on a bamboo line. */
export const fibreLine = (r: Random) =>
  box(-420, -330, 16, 330, '#a98b4a', 6) +
  box(404, -330, 16, 330, '#a98b4a', 6) +
  line('M-436-318Q0-300 436-318', '#c2a55c', 14) +
  times(17, (i) => {
    const x = -380 + i * 47;
    return (
      path(
        `M${x} -316C${x - 16} -240 ${x - 22} -160 ${f(x - 14 + between(r, -8, 8))} ${f(between(r, -110, -80))}H${f(x + 24)}C${x + 34} -160 ${x + 26} -250 ${x + 14} -316z`,
        pick(r, ['#f1e6c6', '#e6d6a8', '#d9c48e']),
      ) +
      line(
        `M${x + 2} -310C${x - 6} -230 ${x - 8} -160 ${x - 4} -100M${x + 9} -310C${x + 16} -230 ${x + 18} -160 ${x + 14} -104`,
        '#b79f64',
        2.4,
        'opacity=".7"',
      )
    );
  });

export const coirPot = (r: Random) =>
  shade(50, 8) +
  path('M-44-74H44L34 0C14 5-14 5-34 0z', '#a8744a') +
  times(18, () =>
    line(
      `M${f(between(r, -34, 32))} ${f(between(r, -66, -8))}q${f(between(r, -8, 8))} 4 ${f(between(r, 4, 14))} ${f(between(r, -6, 6))}`,
      pick(r, ['#7f5432', '#cf9f6c', '#8f6238']),
      2.6,
    ),
  ) +
  path('M-44-74h20L-18 3C-24 2-30 1-34 0z', '#3d2510', 'opacity=".22"') +
  oval(0, -74, 44, 11, '#3b2a1c') +
  at(0, -76, 1, seedling(r));

export const seedling = (r: Random) => {
  const leaf = (turn: number, size: number) =>
    `<g transform="rotate(${turn}) scale(${f(size)})">${path('M0 0C16-22 52-22 66 0 50 14 16 14 0 0z', pick(r, ['#6fa552', '#86b862', '#5b9147']))}${line('M4 0H54', '#cfe0a0', 2.4)}</g>`;
  return (
    line('M0 0Q4-30 0-56', '#6c9a4c', 6) +
    at(0, -30, 1, leaf(-22, 0.7) + leaf(-158, 0.7)) +
    at(0, -54, 1, leaf(-46, 0.9) + leaf(-134, 0.9) + leaf(-88, 0.6))
  );
};

/** A row of creeping vines, hearts for leaves. */
export const vines = (r: Random, w: number, size: number) =>
  path(`M${-w} 10Q0 ${f(-26 * size)} ${w} 10z`, '#6d4f33') +
  times(90, () => {
    const [x, y] = [between(r, -w, w), between(r, -30, 6) * size];
    return at(
      x,
      y,
      size * between(r, 0.5, 0.9),
      path(
        'M0 20C-26 4-24-20-8-20-2-20 0-14 0-10 0-14 2-20 8-20 24-20 26 4 0 20z',
        pick(r, ['#6f9a48', '#86ad56', '#5a8440', '#8a6a5c']),
      ),
      between(r, -60, 60),
    );
  });

/** A vegetable bed that runs away from the eye. */
export const bedRow = (x: number, top: number, spread: number, soil: string) =>
  path(
    `M${x - 16} ${top}L${f(x - 16 + (x - 800) * 0.9 - spread)} 1000H${f(x + 16 + (x - 800) * 0.9 + spread)}L${x + 16} ${top}z`,
    soil,
  );
