import { box, dot, line, oval, path, shade } from './svg.ts';

const wheel = (x: number, size = 34) =>
  dot(x, -size, size, '#2f2c29') +
  dot(x, -size, size * 0.56, '#8d8a82') +
  dot(x, -size, size * 0.2, '#3b3835');

/** The small truck (elf) that everybody hires, looking right; the load stands on its bed at y = -92. */
export const truck = (colour: string, load = '') =>
  shade(280, 20) +
  box(-250, -104, 350, 16, '#4a423a', 4) +
  `<g transform="translate(-78 -104)">${load}</g>` +
  path('M-256-176H96V-96H-256z', '#8c6a3e') +
  [-160, -134, -110].map((y) => box(-258, y - 12, 356, 14, '#b58a50', 3)).join('') +
  [-256, -170, -84, 2, 86].map((x) => box(x, -182, 11, 88, '#75562f', 2)).join('') +
  path(
    'M104-66V-232C104-246 114-252 126-252H196C212-252 220-244 226-230L248-160C256-158 262-150 262-138V-66z',
    colour,
  ) +
  path('M104-66V-120H262V-66z', '#000', 'opacity=".14"') +
  path('M140-232H192C202-232 206-226 210-216L228-164H140z', '#bfdde0') +
  path('M140-232H160L146-164H140z', '#fff', 'opacity=".4"') +
  line('M134-244V-70', '#000', 2.5, 'opacity=".25"') +
  box(146, -146, 22, 7, '#e9e2d2', 3) +
  box(240, -120, 20, 22, '#ffe9a8', 5) +
  box(98, -74, 172, 14, '#3b3733', 5) +
  wheel(-170) +
  wheel(-96) +
  wheel(196);

/** A carabao cart with spoked wheels; the shafts point left. */
export const cart = (load = '') =>
  shade(180, 16) +
  `<g transform="translate(30 -104)">${load}</g>` +
  path('M-120-112H170L158-74H-108z', '#a9773e') +
  line('M-116-100H166M-112-86H162', '#7a5228', 3) +
  line('M-110-92C-200-88-270-104-330-122', '#8a5f30', 10) +
  dot(40, -56, 56, 'none', 'stroke="#6d4a26" stroke-width="11"') +
  [0, 45, 90, 135]
    .map(
      (a) => `<g transform="translate(40 -56) rotate(${a})">${line('M-50 0H50', '#7d5730', 6)}</g>`,
    )
    .join('') +
  dot(40, -56, 12, '#5b3d1e');

export const tricycle = (colour: string, load = '') =>
  shade(130, 14) +
  `<g transform="translate(-54 -74)">${load}</g>` +
  path('M-120-120H-2L10-40H-120z', colour) +
  path('M-120-120H-2L0-108H-120z', '#fff', 'opacity=".4"') +
  path('M-128-190C-90-204-20-204 12-188V-178H-128z', '#e7dcc0') +
  line('M-116-186V-118M0-184V-118', '#555', 5) +
  path('M20-70C40-90 70-92 92-84L108-60H30z', '#3b3733') +
  line('M96-84L84-122 104-128M108-34L92-92', '#555', 6) +
  box(30, -96, 50, 12, '#2c2925', 6) +
  dot(104, -116, 10, '#ffe9a8') +
  wheel(-62, 24) +
  wheel(36, 27) +
  wheel(114, 27);

/** A jeep with an open back, looking right. */
export const jeep = (colour: string, trim: string) =>
  shade(260, 19) +
  path(
    'M-236-60V-196C-236-206-228-210-218-210H96C108-210 116-204 120-194L134-150 222-140C240-136 246-124 246-108V-60z',
    colour,
  ) +
  path('M-236-60V-104H246V-60z', '#000', 'opacity=".16"') +
  [-206, -122, -38].map((x) => box(x, -192, 68, 48, '#cfe3e2', 8)).join('') +
  path('M50-192H94C104-192 106-186 108-182L118-146H50z', '#cfe3e2') +
  box(-236, -132, 370, 13, trim) +
  box(-244, -222, 370, 17, '#efe6d0', 8) +
  box(226, -124, 24, 24, '#ffe9a8', 6) +
  oval(180, -150, 20, 8, '#d9d3c4') +
  wheel(-150, 40) +
  wheel(160, 40);
