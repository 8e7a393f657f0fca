import type { Light } from './light.ts';
import { at, between, box, f, fade, line, oval, path, pick, type Random, times } from './svg.ts';

/** A smooth ridge from the left edge to the right edge. */
function ridge(r: Random, y: number, height: number, bumps: number): string {
  const step = 1700 / bumps;
  const top = () => y - between(r, 0.2, 1) * height;
  let d = `M-50 ${f(top())}`;
  for (let i = 0; i < bumps; i += 1) {
    const x = -50 + i * step;
    d += `C${f(x + step * 0.3)} ${f(top())} ${f(x + step * 0.6)} ${f(y - between(r, 0.5, 1.1) * height)} ${f(x + step)} ${f(top())}`;
  }
  return `${d}V1000H-50z`;
}

export const hills = (r: Random, light: Light, y = 500) =>
  path(ridge(r, y - 8, 120, 4), light.far) +
  path(ridge(r, y + 16, 70, 5), light.mid) +
  treeline(r, y + 34, light.near);

/** The edge of a far wood: round crowns in a row. */
const treeline = (r: Random, y: number, colour: string) =>
  times(46, (i) =>
    oval(
      i * 37 + between(r, -20, 10),
      y - between(r, 4, 26),
      between(r, 26, 46),
      between(r, 22, 44),
      colour,
    ),
  ) + box(-10, y - 10, 1620, 60, colour);

/** Mount Arayat, alone in the plain. */
export const arayat = (x: number, y: number, size: number, colour: string, dark: string) =>
  at(
    x,
    y,
    size,
    path(
      'M-430 0C-300-26-190-150-112-214-84-238-62-226-44-238-22-252-2-236 20-246 46-250 60-220 92-196 176-120 270-34 430 0z',
      colour,
    ) +
      path(
        'M20-246C46-250 60-220 92-196 176-120 270-34 430 0H120C96-60 60-110 44-160 34-196 30-220 20-246z',
        dark,
        'opacity=".5"',
      ) +
      line('M-112-214C-90-150-120-90-180-20M-44-238C-50-160-20-100-40-20', dark, 5, 'opacity=".3"'),
  );

export function ground(y: number, top: string, bottom: string): string {
  const [definition, fill] = fade([top, bottom]);
  return definition + box(0, y, 1600, 1000 - y, fill);
}

/** Furrows or rows of stubble that run to one point on the horizon. */
export const rows = (y: number, colour: string, count = 15, width = 5, x = 800) =>
  times(count, (i) => {
    const end = x + (i - (count - 1) / 2) * (3000 / count);
    return line(
      `M${f(x + (end - x) * 0.1)} ${y + 6}L${f(end)} 1010`,
      colour,
      width,
      'opacity=".5"',
    );
  });

/** Cut straw that stands in the field, smaller with distance. */
export const stubble = (r: Random, y: number, colour = '#b98f36', count = 210) =>
  times(count, () => {
    const depth = r() ** 1.6;
    const [px, py, s] = [between(r, -10, 1610), y + 16 + depth * (990 - y), 0.3 + depth * 1.2];
    return line(
      `M${f(px)} ${f(py)}l${f(-4 * s)} ${f(-16 * s)}M${f(px)} ${f(py)}l${f(2 * s)} ${f(-20 * s)}M${f(px)} ${f(py)}l${f(7 * s)} ${f(-14 * s)}`,
      colour,
      2.6 * s,
      'opacity=".62"',
    );
  });

export const grass = (r: Random, y: number, colours: readonly string[], count = 120, high = 1) =>
  times(count, () => {
    const depth = r();
    const [px, py, s] = [between(r, -20, 1620), y + depth * (1010 - y), (0.4 + depth) * high];
    return line(
      `M${f(px)} ${f(py)}q${f(-8 * s)} ${f(-16 * s)} ${f(-13 * s)} ${f(-26 * s)}M${f(px)} ${f(py)}q0 ${f(-20 * s)} ${f(3 * s)} ${f(-34 * s)}M${f(px)} ${f(py)}q${f(8 * s)} ${f(-12 * s)} ${f(15 * s)} ${f(-22 * s)}`,
      pick(r, colours),
      3 * s,
    );
  });

/** Flooded or green paddies with their dikes. */
export const paddies = (y: number, field: string, lit: string, dike: string) =>
  box(0, y, 1600, 1000 - y, field) +
  [0.07, 0.2, 0.42, 0.8]
    .map((t, i) => {
      const yy = y + t * (1000 - y);
      return path(
        `M0 ${f(yy)}Q800 ${f(yy + 14 - i * 8)} 1600 ${f(yy - 6)}V${f(yy + 5 + i * 7)}Q800 ${f(yy + 22 + i * 4)} 0 ${f(yy + 6 + i * 8)}z`,
        dike,
      );
    })
    .join('') +
  [-1050, -420, 150, 640, 1250]
    .map((dx) =>
      path(`M${800 + dx * 0.2} ${y}L${800 + dx * 1.35} 1000h26L${803 + dx * 0.2} ${y}z`, dike),
    )
    .join('') +
  oval(1010, y + 120, 420, 60, lit, 'opacity=".35"');

/** Young or ripe rice in dense rows. */
export const rice = (r: Random, y: number, colours: readonly string[], count = 520) =>
  times(count, (i) => {
    const depth = (i / count) ** 1.5;
    const [px, py, s] = [between(r, -20, 1620), y + 10 + depth * (1020 - y), 0.35 + depth * 1.5];
    return line(
      `M${f(px)} ${f(py)}q${f(between(r, -6, 2) * s)} ${f(-26 * s)} ${f(between(r, 4, 22) * s)} ${f(-40 * s)}`,
      pick(r, colours),
      4.4 * s,
    );
  });

export const road = (x: number, y: number, spread: number, colour = '#cdb48a', edge = '#b39765') =>
  path(
    `M${x - 14} ${y}C${x - 60} ${y + 130} ${x - spread} ${y + 260} ${x - spread * 1.5} 1000H${x + spread * 1.1}C${x + spread * 0.6} ${y + 260} ${x + 40} ${y + 130} ${x + 14} ${y}z`,
    edge,
  ) +
  path(
    `M${x - 9} ${y}C${x - 45} ${y + 130} ${x - spread * 0.86} ${y + 260} ${x - spread * 1.3} 1000H${x + spread * 0.9}C${x + spread * 0.48} ${y + 260} ${x + 28} ${y + 130} ${x + 9} ${y}z`,
    colour,
  );

/** A flat yard in front: beaten earth or concrete. */
export const yard = (y: number, colour: string, edge: string) =>
  path(`M0 ${y + 18}C400 ${y - 16} 1100 ${y - 6} 1600 ${y + 14}V1000H0z`, edge) +
  path(`M0 ${y + 40}C420 ${y + 6} 1100 ${y + 18} 1600 ${y + 34}V1000H0z`, colour);
