import { at, box, dot, f, line, path, randomFrom, times } from '#demo/pictures/kit/svg.ts';

export const ink = '#2d3a2a';
export const soft = '#5c6653';
export const leaf = '#2f6b3c';
export const straw = '#e0b64a';
export const clay = '#b5563c';

interface Words {
  size?: number;
  colour?: string;
  anchor?: 'start' | 'middle' | 'end';
  bold?: boolean;
}

/** Text; a bar starts a new line. */
export function words(x: number, y: number, content: string, w: Words = {}): string {
  const { size = 38, colour = ink, anchor = 'middle', bold = false } = w;
  const lines = content
    .split('|')
    .map((part, i) => `<tspan x="${f(x)}" dy="${i ? f(size * 1.24) : 0}">${part}</tspan>`);
  return `<text x="${f(x)}" y="${f(y)}" font-family="DejaVu Sans, sans-serif" font-size="${size}" ${bold ? 'font-weight="bold"' : ''} fill="${colour}" text-anchor="${anchor}">${lines.join('')}</text>`;
}

export const sheet = (title: string, inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900">${box(0, 0, 1200, 900, '#faf5e6')}${box(0, 0, 1200, 14, leaf)}${words(60, 92, title, { size: 46, bold: true, anchor: 'start' })}${inner}</svg>`;

export const panel = (x: number, y: number, w: number, h: number, fill = '#fffdf5') =>
  box(x, y, w, h, fill, 26, 'stroke="#e2d8ba" stroke-width="3"');

export function arrow(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  colour: string = clay,
): string {
  const a = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn: number) =>
    `L${f(x2 - Math.cos(a + turn) * 30)} ${f(y2 - Math.sin(a + turn) * 30)}`;
  return (
    line(`M${x1} ${y1}L${f(x2 - Math.cos(a) * 16)} ${f(y2 - Math.sin(a) * 16)}`, colour, 9) +
    path(`M${x2} ${y2}${wing(0.5)}${wing(-0.5)}z`, colour)
  );
}

/** A name beside a thing, with a line to the thing. */
export const pointer = (
  x: number,
  y: number,
  content: string,
  toX: number,
  toY: number,
  anchor: Words['anchor'] = 'start',
) => {
  const lines = content.split('|').length;
  const from = anchor === 'start' ? x - 14 : anchor === 'end' ? x + 14 : x;
  return (
    line(`M${from} ${y - 12 + (lines - 1) * 20}L${toX} ${toY}`, soft, 4) +
    dot(toX, toY, 9, clay) +
    words(x, y, content, { anchor, size: 38 })
  );
};

export interface Step {
  caption: string;
  art: string;
}

/** Cards in two rows of three (or one row when fewer), numbered in order. */
export const steps = (list: readonly Step[], numbered = true) => {
  const columns = list.length === 4 ? 2 : 3;
  const [w, h] = columns === 2 ? [551, 350] : [362, 350];
  return list
    .map(({ caption, art }, i) => {
      const [x, y] = [40 + (i % columns) * (w + 17), 140 + Math.floor(i / columns) * (h + 17)];
      const badge = numbered
        ? dot(x + 44, y + 46, 29, leaf) +
          words(x + 44, y + 59, String(i + 1), { size: 38, bold: true, colour: '#fff' })
        : '';
      return (
        panel(x, y, w, h) +
        at(x + w / 2, y + 222, 1, art) +
        badge +
        words(x + w / 2, y + 276, caption, { size: 36 })
      );
    })
    .join('');
};

export interface Bar {
  label: string;
  value: number;
  says?: string;
  colour?: string;
}

/** Lying bars with their numbers. */
export function bars(
  list: readonly Bar[],
  top: number,
  full: number,
  space = 92,
  from = 420,
): string {
  const scale = (1120 - from - 130) / full;
  return list
    .map(({ label, value, says, colour = straw }, i) => {
      const y = top + i * space;
      return (
        words(from - 24, y + space * 0.44, label, { anchor: 'end', size: 38 }) +
        box(from, y, Math.max(8, value * scale), space * 0.62, colour, 10) +
        words(from + value * scale + 18, y + space * 0.46, says ?? String(value), {
          anchor: 'start',
          size: 38,
          bold: true,
        })
      );
    })
    .join('');
}

export const note = (y: number, content: string, colour = soft) =>
  words(600, y, content, { size: 38, colour });

/** The cut surface of the soil. */
export const soil = (y: number, colour = '#b08a5c', dark = '#8d6a42') =>
  box(0, y, 1200, 900 - y, colour) + box(0, y, 1200, 12, '#7fa653') + speckles(y, dark);

function speckles(y: number, colour: string): string {
  const r = randomFrom(`soil ${y}`);
  return times(70, () =>
    dot(r() * 1200, y + 30 + r() * (860 - y), 3 + r() * 5, colour, 'opacity=".5"'),
  );
}

/** Cut straw and leaves, strewn over an area. */
export const blades = (x: number, y: number, w: number, h: number, colour: string, count = 70) =>
  times(count, (i) =>
    line(
      `M${f(x + ((i * 67) % w))} ${f(y + ((i * 29) % h))}l${22 + (i % 3) * 8} ${(i % 5) * 3 - 6}`,
      colour,
      4,
    ),
  );

/** Char, soil and the like, strewn over an area. */
export const crumbs = (x: number, y: number, w: number, h: number, colour: string, count = 60) =>
  times(count, (i) =>
    dot(x + ((i * 73) % w), y + ((i * 41) % h), 3 + (i % 3) * 2, colour, 'opacity=".7"'),
  );
