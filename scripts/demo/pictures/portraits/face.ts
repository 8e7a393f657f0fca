import { dot, line, oval, path } from '#demo/pictures/kit/svg.ts';

import { backHair, frontHair, hats } from './hair.ts';

export interface Face {
  skin: string;
  /** The side of the face that is turned from the light. */
  dark: string;
  hair: string;
  cut: 'short' | 'bun' | 'long' | 'bob' | 'thin' | 'fringe' | 'curly';
  hat: 'none' | 'salakot' | 'straw' | 'cap' | 'scarf' | 'bucket';
  hatColour: string;
  shirt: string;
  collar: 'polo' | 'round' | 'kimona' | 'jacket';
  trim: string;
  ground: string;
  disc: string;
  round: number;
  extras: readonly (
    | 'glasses'
    | 'moustache'
    | 'lines'
    | 'earrings'
    | 'stubble'
    | 'beard'
    | 'blush'
    | 'grin'
  )[];
}

const collars: Record<Face['collar'], (trim: string) => string> = {
  polo: (t) =>
    path('M206 352L256 408 236 436 186 372zM306 352L256 408 276 436 326 372z', t) +
    line('M256 410V512', '#000', 3, 'opacity=".2"') +
    dot(262, 450, 5, '#fff', 'opacity=".8"'),
  round: (t) => line('M196 362C216 404 296 404 316 362', t, 13),
  kimona: (t) =>
    path(
      'M60 512C66 430 90 384 130 372 150 410 140 470 130 512zM452 512C446 430 422 384 382 372 362 410 372 470 382 512z',
      t,
      'opacity=".85"',
    ) +
    line('M196 364C220 412 292 412 316 364', t, 9) +
    [
      [206, 420],
      [256, 440],
      [306, 420],
    ]
      .map(([x = 0, y = 0]) => dot(x, y, 9, t))
      .join(''),
  jacket: (t) =>
    path('M190 360L256 470 322 360 340 376 290 512H222L172 376z', t) +
    line('M256 470V512', '#000', 3, 'opacity=".25"'),
};

const eye = (x: number) =>
  oval(x, 240, 9, 10.5, '#2b1c14') +
  dot(x + 3.4, 236, 3, '#fff') +
  line(`M${x - 15} 233Q${x} 222 ${x + 15} 232`, '#2b1c14', 4);

const mouths = (f: Face) =>
  f.extras.includes('grin')
    ? path('M218 292C236 302 276 302 294 292 290 322 222 322 218 292z', '#fff') +
      line('M216 290C236 302 276 302 296 290', '#8f4538', 5)
    : line('M222 296C238 310 274 310 290 296', '#9a4a3c', 6);

const extras: Record<Face['extras'][number], (f: Face) => string> = {
  glasses: () =>
    [212, 300]
      .map(
        (x) =>
          `<rect x="${x - 31}" y="217" width="62" height="48" rx="19" fill="#fff" fill-opacity=".16" stroke="#3b3430" stroke-width="6"/>`,
      )
      .join('') + line('M243 236Q256 228 269 236M181 234L164 228M331 234L348 228', '#3b3430', 5),
  moustache: (f) =>
    path(
      'M212 286C222 270 246 272 256 278 266 272 290 270 300 286 284 292 268 288 256 286 244 288 228 292 212 286z',
      f.hair,
    ),
  beard: (f) =>
    path(
      'M174 270C178 330 214 356 256 356S334 330 338 270C330 306 306 318 256 318S182 306 174 270z',
      f.hair,
      'opacity=".85"',
    ),
  stubble: (f) =>
    path(
      'M176 276C180 328 216 350 256 350S332 328 336 276C322 312 290 322 256 322S190 312 176 276z',
      f.hair,
      'opacity=".22"',
    ),
  lines: (f) =>
    line(
      'M186 256q-10 4-16 10M326 256q10 4 16 10M206 282q-8 10-6 20M306 282q8 10 6 20M226 196q30-7 60 0',
      f.dark,
      4,
      'opacity=".8"',
    ),
  earrings: () => dot(164, 286, 7, '#f0c552') + dot(348, 286, 7, '#f0c552'),
  blush: () =>
    oval(196, 276, 21, 13, '#d2573f', 'opacity=".24"') +
    oval(316, 276, 21, 13, '#d2573f', 'opacity=".24"'),
  grin: () => '',
};

const leaf = (x: number, y: number, turn: number, size: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${path('M0 0C60-50 160-50 220 0 160 44 60 44 0 0z', '#2f5f3a', 'opacity=".4"')}${line('M0 0H206', '#f3ead2', 4, 'opacity=".35"')}</g>`;

const ground = (f: Face) =>
  `<rect width="512" height="512" fill="${f.ground}"/>` +
  dot(340, 190, 176, f.disc, 'opacity=".75"') +
  leaf(-30, 470, -62, 1.1) +
  leaf(-20, 520, -30, 1) +
  leaf(540, 500, -128, 1.05) +
  leaf(530, 540, -156, 0.9);

const body = (f: Face) =>
  path('M40 512C46 428 92 382 176 364 216 356 296 356 336 364 420 382 466 428 472 512z', f.shirt) +
  path('M40 512C46 428 92 382 176 364 150 410 140 460 142 512z', '#000', 'opacity=".16"') +
  path('M214 300H298V366C290 396 222 396 214 366z', f.skin) +
  path('M214 318C236 350 276 350 298 318V344C280 370 236 372 214 346z', f.dark, 'opacity=".75"') +
  collars[f.collar](f.trim);

const head = (f: Face) => {
  const w = f.round;
  const shape = `M${256 - w} 220C${256 - w} 150 212 116 256 116S${256 + w} 150 ${256 + w} 220C${256 + w} 290 300 346 256 346S${256 - w} 290 ${256 - w} 220z`;
  const side = `M${256 - w} 220C${256 - w} 150 212 116 256 116 214 140 196 190 200 240 204 290 226 330 256 346 212 346 ${256 - w} 290 ${256 - w} 220z`;
  return (
    oval(256 - w, 244, 16, 25, f.dark) +
    oval(256 + w, 244, 16, 25, f.skin) +
    path(shape, f.skin) +
    path(side, f.dark, 'opacity=".5"')
  );
};

const features = (f: Face) =>
  line('M190 214Q210 202 232 211M280 211Q302 202 322 214', f.hair, 7) +
  eye(212) +
  eye(300) +
  line('M258 240C264 256 272 268 264 274 258 278 250 278 245 275', f.dark, 5) +
  mouths(f);

export function portrait(f: Face): string {
  const inner =
    ground(f) +
    backHair[f.cut](f.hair) +
    body(f) +
    head(f) +
    extras.blush(f) +
    features(f) +
    frontHair[f.cut](f.hair) +
    f.extras
      .filter((e) => e !== 'blush')
      .map((e) => extras[e](f))
      .join('') +
    hats[f.hat](f.hatColour);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">${inner}</svg>`;
}
