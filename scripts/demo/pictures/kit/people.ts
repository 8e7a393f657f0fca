import { box, dot, f, line, oval, path, shade } from './svg.ts';

type Spot = readonly [x: number, y: number];

/** A person made of joints; 200 high. Hands and feet are given, the rest follows. */
export interface Person {
  shirt: string;
  trousers: string;
  skin?: string;
  hat?: 'salakot' | 'straw' | 'cap' | 'scarf' | 'hair' | 'long';
  hatColour?: string;
  lean?: number;
  hands?: readonly [back: Spot, front: Spot];
  feet?: readonly [back: number, front: number];
  skirt?: boolean;
  /** Drawn in front of the body and behind the front arm. */
  holds?: string;
}

const hats: Record<NonNullable<Person['hat']>, (colour: string) => string> = {
  salakot: (c) =>
    path('M-36-6C-20-24-6-36 0-38 6-36 20-24 36-6 14 4-14 4-36-6z', c) +
    path('M-36-6C-20-24-6-36 0-38-6-24-10-10-10 1-20 0-30-3-36-6z', '#5b3f16', 'opacity=".3"'),
  straw: (c) =>
    oval(0, -9, 36, 8, c) +
    path('M-19-10C-19-32 19-32 19-10z', c) +
    line('M-19-11C-8-7 8-7 19-11', '#7d4b2a', 5),
  cap: (c) => path('M-20-6C-21-28 20-30 21-8L38-4C38 1 30 1 20-2z', c),
  scarf: (c) => path('M-21 4C-25-24 18-32 22-6 10-12-4-12-12-4L-22 18-30 14z', c),
  hair: (c) => path('M-20 6C-26-24 12-34 22-6 12-10 0-10-6-6-8 0-14 6-20 6z', c),
  long: (c) => path('M-18 38C-34 6-26-26 4-26 20-26 24-10 21-4 10-8-2-6-6 0-6 14-8 28-18 38z', c),
};

const limb = (a: Spot, knee: Spot, b: Spot, colour: string, width: number) =>
  line(`M${f(a[0])} ${f(a[1])}Q${f(knee[0])} ${f(knee[1])} ${f(b[0])} ${f(b[1])}`, colour, width);

const foot = (x: number) =>
  path(
    `M${f(x - 10)} 0C${f(x - 10)} -10 ${f(x + 4)} -12 ${f(x + 10)} -6 ${f(x + 22)} -5 ${f(x + 24)} 1 ${f(x + 20)} 2H${f(x - 10)}z`,
    '#4b3a2a',
  );

function legs(p: Person): string {
  const [back, front] = p.feet ?? [-16, 18];
  if (p.skirt)
    return (
      foot(back) +
      foot(front) +
      path(
        `M-20-102C-30-60 ${f(back - 24)}-30 ${f(back - 22)}-18 ${f(back)}-10 ${f(front)}-10 ${f(front + 20)}-18C${f(front + 20)}-40 26-70 20-102z`,
        p.trousers,
      )
    );
  return (
    foot(back) +
    limb([-8, -100], [back * 0.6 - 4, -52], [back, -10], p.trousers, 25) +
    foot(front) +
    limb([8, -100], [front * 0.6 + 8, -54], [front, -10], p.trousers, 26)
  );
}

function arm(shoulder: Spot, hand: Spot, shirt: string, skin: string): string {
  const elbow: Spot = [
    (shoulder[0] + hand[0]) / 2 + (hand[1] < shoulder[1] ? 12 : -8),
    (shoulder[1] + hand[1]) / 2 + 10,
  ];
  const half: Spot = [(shoulder[0] + elbow[0] * 2) / 3, (shoulder[1] + elbow[1] * 2) / 3];
  return (
    limb(shoulder, elbow, hand, skin, 14) +
    limb(shoulder, [(shoulder[0] + half[0]) / 2, (shoulder[1] + half[1]) / 2], half, shirt, 20) +
    dot(hand[0], hand[1], 8.5, skin)
  );
}

export function person(p: Person): string {
  const skin = p.skin ?? '#a9714a';
  const lean = p.lean ?? 0;
  const neck: Spot = [lean, -168 + Math.abs(lean) * 0.42];
  const [backHand, frontHand] = p.hands ?? [
    [-26, -96],
    [26, -98],
  ];
  const torso = path(
    `M-22-98C-24-130 ${f(neck[0] - 30)} ${f(neck[1] + 6)} ${f(neck[0] - 8)} ${f(neck[1])}H${f(neck[0] + 10)}C${f(neck[0] + 30)} ${f(neck[1] + 8)} 24-130 23-98 10-90-10-90-22-98z`,
    p.shirt,
  );
  const dark = path(
    `M-22-98C-24-130 ${f(neck[0] - 30)} ${f(neck[1] + 6)} ${f(neck[0] - 8)} ${f(neck[1])}C${f(neck[0] - 12)} -130 -8-110-6-92-14-93-18-95-22-98z`,
    '#000',
    'opacity=".15"',
  );
  const [hx, hy] = [neck[0] + 3 + lean * 0.3, neck[1] - 24 + Math.abs(lean) * 0.14];
  const head =
    line(`M${f(neck[0] + 1)} ${f(neck[1] + 4)}L${f(hx)} ${f(hy)}`, skin, 15) +
    dot(hx, hy, 20, skin) +
    `<g transform="translate(${f(hx)} ${f(hy)}) rotate(${f(lean * 0.5)})">${hats.hair('#2d221b')}${p.hat ? hats[p.hat](p.hatColour ?? '#e3c06a') : ''}</g>`;
  return (
    shade(46, 8) +
    arm([neck[0] - 15, neck[1] + 14], backHand, p.shirt, skin) +
    legs(p) +
    torso +
    dark +
    head +
    (p.holds ?? '') +
    arm([neck[0] + 14, neck[1] + 14], frontHand, p.shirt, skin)
  );
}

/** Tools are drawn in the coordinates of the person who holds them. */
export const tool = (from: Spot, to: Spot, head: string, turn: number) =>
  line(`M${from[0]} ${from[1]}L${to[0]} ${to[1]}`, '#8a6436', 6) +
  `<g transform="translate(${to[0]} ${to[1]}) rotate(${turn})">${head}</g>`;
export const rakeHead =
  box(-30, -4, 60, 7, '#7c5a30', 2) +
  line('M-26 2v12M-13 2v12M0 2v12M13 2v12M26 2v12', '#7c5a30', 4);
export const forkHead = line('M-14 0v30M0-8v38M14 0v30M-14 0H14', '#5b5a55', 4.5);
export const shovelHead = path('M-14 0H14V20C14 34 0 40 0 40S-14 34-14 20z', '#6b6a64');
