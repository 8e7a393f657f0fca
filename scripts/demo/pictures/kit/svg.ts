/** The smallest brushes: every other file draws with these. Things stand on y = 0 and grow upwards (negative y). */
export type Random = () => number;

/** The same name always gives the same picture. */
export function randomFrom(name: string): Random {
  let state = Array.from(name).reduce(
    (sum, c) => Math.imul(sum ^ c.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const between = (r: Random, low: number, high: number) => low + r() * (high - low);
export const pick = <T>(r: Random, list: readonly T[]): T =>
  list[Math.floor(r() * list.length)] as T;
export const times = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('');
/** Coordinates with one decimal are fine enough, and keep the text small. */
export const f = (n: number) => String(Math.round(n * 10) / 10);

/** `opacity` on a shape makes the rasteriser paint a whole layer for it; on the fill or the stroke it is free. */
const seeThrough = (part: 'fill' | 'stroke', more: string) =>
  more.replace('opacity=', `${part}-opacity=`);

export const path = (d: string, fill: string, more = '') =>
  `<path d="${d}" fill="${fill}" ${seeThrough('fill', more)}/>`;
export const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${f(width)}" stroke-linecap="round" stroke-linejoin="round" ${seeThrough('stroke', more)}/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(rx)}" ry="${f(ry)}" fill="${fill}" ${seeThrough('fill', more)}/>`;
export const dot = (x: number, y: number, radius: number, fill: string, more = '') =>
  oval(x, y, radius, radius, fill, more);
export const box = (
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  round = 0,
  more = '',
) =>
  `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}" rx="${f(round)}" fill="${fill}" ${seeThrough('fill', more)}/>`;

/** Put a thing on the canvas: its foot at x, y, at a size; turned by degrees if asked. */
export const at = (x: number, y: number, size: number, inner: string, turn = 0) =>
  `<g transform="translate(${f(x)} ${f(y)})${turn ? ` rotate(${f(turn)})` : ''} scale(${Math.round(size * 1000) / 1000})">${inner}</g>`;
/** The same, looking the other way. */
export const flipped = (x: number, y: number, size: number, inner: string) =>
  `<g transform="translate(${f(x)} ${f(y)}) scale(${-Math.round(size * 1000) / 1000} ${Math.round(size * 1000) / 1000})">${inner}</g>`;

/** The soft shadow on the ground; the light comes from the right. */
export const shade = (rx: number, ry = rx * 0.16, x = -rx * 0.12) =>
  oval(x, 0, rx, ry, '#2b2410', 'opacity=".24"');

let nextId = 0;
export const newId = () => `i${(nextId += 1)}`;

/** A fill that runs from top to bottom; returns the definition and its reference. */
export function fade(
  stops: readonly string[],
  sideways = false,
): [definition: string, fill: string] {
  const id = newId();
  const list = stops.map(
    (c, i) => `<stop offset="${f((i * 100) / (stops.length - 1))}%" stop-color="${c}"/>`,
  );
  const end = sideways ? 'x2="1" y2="0"' : 'x2="0" y2="1"';
  return [`<linearGradient id="${id}" ${end}>${list.join('')}</linearGradient>`, `url(#${id})`];
}

/** Draw inside a shape only. */
export function clipped(shape: string, inner: string): string {
  const id = newId();
  return `<clipPath id="${id}">${path(shape, '#000')}</clipPath><g clip-path="url(#${id})">${inner}</g>`;
}
