import {
  at,
  between,
  box,
  dot,
  f,
  fade,
  line,
  newId,
  oval,
  path,
  pick,
  type Random,
  times,
} from './svg.ts';

/** An hour of the day: what the sky, the distance and the shadows look like. */
export interface Light {
  sky: readonly string[];
  sun: { x: number; y: number; size: number; colour: string } | null;
  glow: string;
  far: string;
  mid: string;
  near: string;
  cloud: string;
  veil: readonly [colour: string, strength: number];
}

export const lights = {
  dawn: {
    sky: ['#f3b774', '#f8d79a', '#fdf0cf'],
    sun: { x: 1130, y: 330, size: 92, colour: '#fff7df' },
    glow: '#ffe9b0',
    far: '#c2bf9a',
    mid: '#9db98a',
    near: '#6f9a68',
    cloud: '#fff3d6',
    veil: ['#f6a84b', 0.16],
  },
  morning: {
    sky: ['#a9d3dc', '#d3e6dc', '#fbf0d2'],
    sun: { x: 1290, y: 190, size: 74, colour: '#fffbe9' },
    glow: '#fff4cf',
    far: '#b3ccb4',
    mid: '#8fb585',
    near: '#659561',
    cloud: '#ffffff',
    veil: ['#ffdf92', 0.12],
  },
  noon: {
    sky: ['#7fbdd6', '#b5dbe2', '#e6f1e4'],
    sun: null,
    glow: '#ffffff',
    far: '#a5c6bb',
    mid: '#7fae80',
    near: '#558a57',
    cloud: '#ffffff',
    veil: ['#fff3c4', 0.08],
  },
  dusk: {
    sky: ['#6f6c93', '#d48468', '#f7b96d', '#fbdc9c'],
    sun: { x: 420, y: 430, size: 96, colour: '#fff0c2' },
    glow: '#ffcf86',
    far: '#a98a80',
    mid: '#7f8a6c',
    near: '#596f52',
    cloud: '#f5b48a',
    veil: ['#d3603a', 0.17],
  },
  rain: {
    sky: ['#7d939c', '#a5b5b6', '#cdd3c8'],
    sun: null,
    glow: '#e7ece2',
    far: '#97aaa3',
    mid: '#7b978a',
    near: '#587b66',
    cloud: '#8c9ea3',
    veil: ['#4c6a75', 0.16],
  },
  night: {
    sky: ['#1d2a44', '#3a4a63', '#76708a', '#d79a72'],
    sun: null,
    glow: '#f1b57e',
    far: '#4d5a6c',
    mid: '#3d4f52',
    near: '#2e433f',
    cloud: '#59647c',
    veil: ['#1a2440', 0.2],
  },
} as const satisfies Record<string, Light>;

export type Hour = keyof typeof lights;

const clouds = [
  'M-130 0C-134-24-96-34-74-24-62-58-4-62 14-34 40-58 84-44 82-18 108-24 132-14 130 0z',
  'M-90 0C-96-22-62-30-46-20-34-44 10-44 22-20 46-30 84-20 84 0z',
  'M-170 0C-168-18-130-22-112-14-96-40-44-44-28-22-6-52 60-50 68-20 94-32 128-26 130-10 150-14 172-10 172 0z',
];

const puff = (r: Random, x: number, y: number, s: number, colour: string) =>
  at(x, y, s, path(pick(r, clouds), colour, 'opacity=".7"'));

const halo = (light: Light): string => {
  if (!light.sun) return '';
  const { x, y, size, colour } = light.sun;
  const id = newId();
  const stops = `<stop stop-color="${light.glow}" stop-opacity=".9"/><stop offset="1" stop-color="${light.glow}" stop-opacity="0"/>`;
  return `<radialGradient id="${id}">${stops}</radialGradient>${dot(x, y, size * 4.4, `url(#${id})`)}${dot(x, y, size, colour)}`;
};

export function sky(light: Light, r: Random, w = 1600, h = 640): string {
  const [definition, fill] = fade(light.sky);
  const drift = times(4, (i) =>
    puff(r, ((i + r()) * w) / 4, between(r, 80, 270), between(r, 0.6, 1.5), light.cloud),
  );
  return definition + box(0, 0, w, h, fill) + halo(light) + drift;
}

/** The last coat: the colour of the hour over everything, and darker corners. */
export function veil(light: Light, w = 1600, h = 1000): string {
  const [colour, strength] = light.veil;
  const id = newId();
  const stops = `<stop offset=".55" stop-color="#23180a" stop-opacity="0"/><stop offset="1" stop-color="#23180a" stop-opacity=".2"/>`;
  const corners = `<radialGradient id="${id}" cx=".5" cy=".42" r=".78">${stops}</radialGradient>`;
  return (
    box(0, 0, w, h, colour, 0, `opacity="${strength}"`) + corners + box(0, 0, w, h, `url(#${id})`)
  );
}

export const rain = (r: Random) =>
  times(150, () => {
    const [x, y, l] = [between(r, 0, 1650), between(r, 0, 980), between(r, 24, 60)];
    return line(`M${f(x)} ${f(y)}l${f(-l * 0.22)} ${f(l)}`, '#eef4f2', 2.4, 'opacity=".42"');
  });

export const birds = (x: number, y: number, s = 1) =>
  [0, 1, 2]
    .map((i) =>
      line(
        `M${f(x + i * 46 * s)} ${f(y - (i % 2) * 22 * s)}q${f(9 * s)} ${f(-12 * s)} ${f(17 * s)} 0q${f(8 * s)} ${f(-12 * s)} ${f(17 * s)} 0`,
        '#5d5a4a',
        3 * s,
        'opacity=".7"',
      ),
    )
    .join('');

export const stars = (r: Random) =>
  times(40, () =>
    dot(between(r, 0, 1600), between(r, 0, 330), between(r, 1.2, 3), '#fff4d8', 'opacity=".8"'),
  );

export const mist = (y: number, colour = '#fff6df') =>
  oval(800, y, 1100, 34, colour, 'opacity=".35"');
