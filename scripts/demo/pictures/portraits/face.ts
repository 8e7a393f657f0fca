import { dot, line, oval, path } from '../kit/svg.ts';

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
  extras: readonly ('glasses' | 'moustache' | 'lines' | 'earrings' | 'stubble' | 'beard' | 'blush' | 'grin')[];
}

const backHair: Record<Face['cut'], (c: string) => string> = {
  short: () => '',
  thin: () => '',
  curly: (c) => [[160, 190], [150, 240], [352, 190], [362, 240], [170, 290], [342, 290]].map(([x = 0, y = 0]) => dot(x, y, 44, c)).join(''),
  bun: (c) => dot(256, 96, 46, c),
  long: (c) => path('M150 230C140 120 200 96 256 96S372 120 362 230C364 320 376 380 384 430H128C136 380 148 320 150 230z', c),
  bob: (c) => path('M148 236C140 120 200 98 256 98S372 120 364 236C368 290 368 320 352 342H160C144 320 144 290 148 236z', c),
  fringe: (c) => path('M148 236C140 120 200 98 256 98S372 120 364 236C366 280 362 300 350 316H162C150 300 146 280 148 236z', c),
};

const frontHair: Record<Face['cut'], (c: string) => string> = {
  short: (c) => path('M166 226C156 140 208 112 262 112 318 112 356 146 346 226 340 206 334 186 322 172 286 184 226 184 192 170 180 186 172 206 166 226z', c),
  thin: (c) => path('M166 232C160 196 164 170 176 156 178 184 176 208 172 232zM346 232C352 196 348 170 336 156 334 184 336 208 340 232z', c) + path('M188 146C206 122 240 114 262 114 296 114 320 128 328 146 300 130 220 130 188 146z', c),
  curly: (c) => [[184, 168], [216, 142], [256, 132], [296, 142], [328, 168]].map(([x = 0, y = 0]) => dot(x, y, 34, c)).join(''),
  bun: (c) => path('M164 232C152 140 206 112 256 112S360 140 348 232C338 190 308 166 256 160 204 166 174 190 164 232z', c),
  long: (c) => path('M160 262C148 150 200 108 256 108S364 150 352 262C346 220 330 190 284 160 250 190 180 200 160 262z', c),
  bob: (c) => path('M158 270C146 150 200 108 256 108S366 150 354 270C348 220 332 196 322 178 270 190 214 186 196 166 176 196 164 226 158 270z', c),
  fringe: (c) => path('M158 260C146 150 200 108 256 108S366 150 354 260C350 236 346 214 340 198 300 206 216 206 172 198 166 214 162 236 158 260z', c),
};

const hats: Record<Face['hat'], (c: string) => string> = {
  none: () => '',
  salakot: (c) => path('M70 190C140 120 220 50 256 42 292 50 372 120 442 190 380 160 320 150 256 150S132 160 70 190z', c) + path('M70 190C140 120 220 50 256 42 226 70 190 120 176 158 138 164 100 176 70 190z', '#5b3f16', 'opacity=".28"') + line('M256 46C240 76 214 116 200 154M256 46C272 76 298 116 312 154M256 46V150', '#8a6230', 3, 'opacity=".55"') + line('M72 189C132 160 190 150 256 150S380 160 440 189', '#8a6230', 7),
  straw: (c) => oval(256, 166, 176, 34, c) + path('M162 160C160 70 208 58 256 58S352 70 350 160C320 176 192 176 162 160z', c) + path('M162 160C160 70 208 58 256 58 214 78 200 120 202 168 184 168 170 164 162 160z', '#5b3f16', 'opacity=".2"') + path('M161 158C190 176 322 176 351 158L350 132C320 150 192 150 162 132z', '#a3492f') + line('M92 172C160 196 352 196 420 172', '#b98f45', 3, 'opacity=".7"'),
  cap: (c) => path('M158 176C152 90 210 74 258 74 312 74 356 96 352 172 300 150 214 152 158 176z', c) + path('M176 168C250 138 350 146 420 186 400 200 360 188 330 182 280 172 226 170 176 184z', c) + path('M176 168C250 138 350 146 420 186 400 200 360 188 330 182 280 172 226 170 176 184z', '#000', 'opacity=".2"') + dot(256, 74, 8, '#fff', 'opacity=".5"'),
  scarf: (c) => path('M154 230C140 120 202 92 256 92S372 120 358 230C350 180 310 158 256 156 202 158 162 180 154 230z', c) + path('M154 220C130 250 120 300 132 340 148 320 164 290 166 236zM156 216C140 216 120 226 112 244 130 240 150 236 166 232z', c) + [[196, 150], [232, 126], [276, 124], [316, 148], [214, 108], [298, 110]].map(([x = 0, y = 0]) => dot(x, y, 7, '#fff', 'opacity=".75"')).join(''),
  bucket: (c) => path('M166 158C166 84 206 76 256 76S346 84 346 158L384 198C330 176 182 176 128 198z', c) + path('M166 158C166 84 206 76 256 76 222 92 208 120 206 176 178 180 150 188 128 198z', '#000', 'opacity=".16"') + line('M166 156C210 142 302 142 346 156', '#fff', 5, 'opacity=".5"'),
};

const collars: Record<Face['collar'], (trim: string) => string> = {
  polo: (t) => path('M206 352L256 408 236 436 186 372zM306 352L256 408 276 436 326 372z', t) + line('M256 410V512', '#000', 3, 'opacity=".2"') + dot(262, 450, 5, '#fff', 'opacity=".8"'),
  round: (t) => line('M196 362C216 404 296 404 316 362', t, 13),
  kimona: (t) => path('M60 512C66 430 90 384 130 372 150 410 140 470 130 512zM452 512C446 430 422 384 382 372 362 410 372 470 382 512z', t, 'opacity=".85"') + line('M196 364C220 412 292 412 316 364', t, 9) + [[206, 420], [256, 440], [306, 420]].map(([x = 0, y = 0]) => dot(x, y, 9, t)).join(''),
  jacket: (t) => path('M190 360L256 470 322 360 340 376 290 512H222L172 376z', t) + line('M256 470V512', '#000', 3, 'opacity=".25"'),
};

const eye = (x: number) => oval(x, 240, 9, 10.5, '#2b1c14') + dot(x + 3.4, 236, 3, '#fff') + line(`M${x - 15} 233Q${x} 222 ${x + 15} 232`, '#2b1c14', 4);

const mouths = (f: Face) =>
  f.extras.includes('grin') ? path('M218 292C236 302 276 302 294 292 290 322 222 322 218 292z', '#fff') + line('M216 290C236 302 276 302 296 290', '#8f4538', 5) : line('M222 296C238 310 274 310 290 296', '#9a4a3c', 6);

const extras: Record<Face['extras'][number], (f: Face) => string> = {
  glasses: () => [212, 300].map((x) => `<rect x="${x - 31}" y="217" width="62" height="48" rx="19" fill="#fff" fill-opacity=".16" stroke="#3b3430" stroke-width="6"/>`).join('') + line('M243 236Q256 228 269 236M181 234L164 228M331 234L348 228', '#3b3430', 5),
  moustache: (f) => path('M212 286C222 270 246 272 256 278 266 272 290 270 300 286 284 292 268 288 256 286 244 288 228 292 212 286z', f.hair),
  beard: (f) => path('M174 270C178 330 214 356 256 356S334 330 338 270C330 306 306 318 256 318S182 306 174 270z', f.hair, 'opacity=".85"'),
  stubble: (f) => path('M176 276C180 328 216 350 256 350S332 328 336 276C322 312 290 322 256 322S190 312 176 276z', f.hair, 'opacity=".22"'),
  lines: (f) => line('M186 256q-10 4-16 10M326 256q10 4 16 10M206 282q-8 10-6 20M306 282q8 10 6 20M226 196q30-7 60 0', f.dark, 4, 'opacity=".8"'),
  earrings: () => dot(164, 286, 7, '#f0c552') + dot(348, 286, 7, '#f0c552'),
  blush: () => oval(196, 276, 21, 13, '#d2573f', 'opacity=".24"') + oval(316, 276, 21, 13, '#d2573f', 'opacity=".24"'),
  grin: () => '',
};

const leaf = (x: number, y: number, turn: number, size: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${path('M0 0C60-50 160-50 220 0 160 44 60 44 0 0z', '#2f5f3a', 'opacity=".4"')}${line('M0 0H206', '#f3ead2', 4, 'opacity=".35"')}</g>`;

const ground = (f: Face) => `<rect width="512" height="512" fill="${f.ground}"/>` + dot(340, 190, 176, f.disc, 'opacity=".75"') + leaf(-30, 470, -62, 1.1) + leaf(-20, 520, -30, 1) + leaf(540, 500, -128, 1.05) + leaf(530, 540, -156, 0.9);

const body = (f: Face) => path('M40 512C46 428 92 382 176 364 216 356 296 356 336 364 420 382 466 428 472 512z', f.shirt) + path('M40 512C46 428 92 382 176 364 150 410 140 460 142 512z', '#000', 'opacity=".16"') + path('M214 300H298V366C290 396 222 396 214 366z', f.skin) + path('M214 318C236 350 276 350 298 318V344C280 370 236 372 214 346z', f.dark, 'opacity=".75"') + collars[f.collar](f.trim);

const head = (f: Face) => {
  const w = f.round;
  const shape = `M${256 - w} 220C${256 - w} 150 212 116 256 116S${256 + w} 150 ${256 + w} 220C${256 + w} 290 300 346 256 346S${256 - w} 290 ${256 - w} 220z`;
  const side = `M${256 - w} 220C${256 - w} 150 212 116 256 116 214 140 196 190 200 240 204 290 226 330 256 346 212 346 ${256 - w} 290 ${256 - w} 220z`;
  return oval(256 - w, 244, 16, 25, f.dark) + oval(256 + w, 244, 16, 25, f.skin) + path(shape, f.skin) + path(side, f.dark, 'opacity=".5"');
};

const features = (f: Face) => line('M190 214Q210 202 232 211M280 211Q302 202 322 214', f.hair, 7) + eye(212) + eye(300) + line('M258 240C264 256 272 268 264 274 258 278 250 278 245 275', f.dark, 5) + mouths(f);

export function portrait(f: Face): string {
  const inner = ground(f) + backHair[f.cut](f.hair) + body(f) + head(f) + extras.blush(f) + features(f) + frontHair[f.cut](f.hair) + f.extras.filter((e) => e !== 'blush').map((e) => extras[e](f)).join('') + hats[f.hat](f.hatColour);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">${inner}</svg>`;
}
