import {
  at,
  between,
  box,
  clipped,
  f,
  line,
  path,
  pick,
  type Random,
  shade,
  times,
} from './svg.ts';

const thatch = (r: Random, shape: string, w: number, top: number) =>
  path(shape, '#a8874d') +
  clipped(
    shape,
    times(110, () => {
      const [x, y] = [between(r, -w, w), between(r, top, 0)];
      return line(
        `M${f(x)} ${f(y)}l${f(x * 0.05)} ${f(between(r, 18, 34))}`,
        pick(r, ['#8a6c38', '#c4a364', '#75592c']),
        3.2,
        'opacity=".7"',
      );
    }) + path(`M${-w} 20V${top}H-30L-90 30z`, '#3d2b12', 'opacity=".22"'),
  );

/** The bahay kubo: bamboo stilts, woven walls, nipa roof. */
export const hut = (r: Random) =>
  shade(200, 22) +
  line('M-124 0V-110M-44 0V-100M44 0V-100M124 0V-110', '#6d4d2a', 14) +
  box(-140, -224, 280, 124, '#cda766', 3) +
  times(9, (i) =>
    times(4, (j) =>
      box(-138 + i * 31 + (j % 2) * 15, -222 + j * 31, 15, 31, '#b78f4f', 0, 'opacity=".65"'),
    ),
  ) +
  box(-140, -112, 280, 14, '#8a6436', 2) +
  box(-104, -200, 74, 58, '#4b3620', 2) +
  path('M-104-200h74l10 40h-74z', '#a9814a', 'opacity=".95"') +
  box(40, -206, 56, 96, '#553c22', 2) +
  line('M58-108L28 0M92-108L70 0M52-84H86M46-58H80M38-32H74', '#8a6436', 8) +
  at(
    0,
    -208,
    1,
    thatch(
      r,
      'M-184 8C-140-40-80-120-46-150H46C80-120 140-40 184 8 120 20-120 20-184 8z',
      190,
      -150,
    ),
  ) +
  box(-54, -366, 108, 14, '#75592c', 6);

/** An open shed with an iron roof. */
export const shed = (w: number, h: number, roof: string, inside: string) =>
  shade(w * 0.6, 20) +
  box(-w / 2, -h, w, h, inside) +
  [-w / 2, -w / 6, w / 6, w / 2 - 14].map((x) => box(x, -h, 14, h, '#7a5a36', 2)).join('') +
  path(
    `M${f(-w / 2 - 34)} ${f(-h + 8)}L${f(-w / 2 + 30)} ${f(-h - 84)}H${f(w / 2 - 10)}L${f(w / 2 + 38)} ${f(-h + 8)}z`,
    roof,
  ) +
  times(Math.round(w / 26), (i) =>
    line(
      `M${f(-w / 2 + 34 + i * 25.2)} ${f(-h - 82)}L${f(-w / 2 - 26 + i * 27.6)} ${f(-h + 6)}`,
      '#000',
      2.4,
      'opacity=".16"',
    ),
  ) +
  box(-w / 2 - 34, -h + 2, w + 72, 9, '#000', 2, 'opacity=".22"');

/** A long house for layers, with wire sides. */
export const layerHouse = (w: number) =>
  shade(w * 0.56, 18) +
  box(-w / 2, -120, w, 118, '#cdbb93') +
  box(-w / 2, -104, w, 62, '#5b4c38') +
  times(Math.round(w / 14), (i) =>
    line(`M${f(-w / 2 + i * 14)} -104V-42`, '#d9cfb4', 1.6, 'opacity=".6"'),
  ) +
  box(-w / 2, -42, w, 42, '#b7a27a') +
  path(
    `M${f(-w / 2 - 30)} -112L${f(-w / 2 + 10)} -178H${f(w / 2 - 10)}L${f(w / 2 + 30)} -112z`,
    '#b2523a',
  ) +
  path(
    `M${f(-w / 2 + 30)} -178L${f(-w / 2 + 60)} -204H${f(w / 2 - 60)}L${f(w / 2 - 30)} -178z`,
    '#9a4430',
  ) +
  times(Math.round(w / 30), (i) =>
    line(
      `M${f(-w / 2 + 16 + i * 29)} -176L${f(-w / 2 - 20 + i * 31)} -114`,
      '#000',
      2,
      'opacity=".18"',
    ),
  );

/** A mill with its chimney and chute. */
export const mill = (wall: string, roof: string, chimney: boolean) =>
  shade(330, 26) +
  (chimney
    ? path('M176-230L186-470H226L236-230z', '#a9664a') +
      box(182, -476, 48, 14, '#8a4f38') +
      path('M190-400h34l1 18h-36z', '#e6d7c0')
    : '') +
  box(-300, -230, 560, 230, wall) +
  box(-300, -230, 150, 230, '#000', 0, 'opacity=".1"') +
  path('M-324-224L-250-318H-60L-20-260 20-318H210L284-224z', roof) +
  times(20, (i) =>
    line(`M${-240 + i * 23} -312L${-300 + i * 28} -226`, '#000', 2, 'opacity=".14"'),
  ) +
  box(-240, -170, 90, 62, '#6f8d8f', 4) +
  line('M-195-170v62M-240-139h90', '#e6dfcd', 5) +
  box(-90, -150, 120, 150, '#5a4632', 3) +
  box(110, -170, 90, 62, '#6f8d8f', 4) +
  line('M155-170v62M110-139h90', '#e6dfcd', 5);

/** The umbrella of a market stall. */
export const parasol = (a: string, b: string) =>
  line('M0 0V-250', '#6a5a44', 9) +
  path('M-180-230C-150-310-70-346 0-346S150-310 180-230z', a) +
  path('M-110-230C-100-300-50-340 0-346 50-340 100-300 110-230z', b) +
  path('M-40-230C-36-300-16-340 0-346 16-340 36-300 40-230z', a) +
  path('M-180-230C-150-310-70-346 0-346-70-320-120-280-130-230z', '#000', 'opacity=".12"') +
  path(
    'M-180-230q18 20 36 0 18 20 36 0 18 20 36 0 18 20 36 0 18 20 36 0 18 20 36 0 18 20 36 0 18 20 36 0 18 20 36 0 18 20 36 0z',
    b,
  );

export const table = (w: number, cloth: string) =>
  shade(w * 0.54, 15) +
  line(`M${f(-w / 2 + 16)} 0V-90M${f(w / 2 - 16)} 0V-90`, '#6a4a28', 12) +
  box(-w / 2, -104, w, 16, '#a8773f', 4) +
  path(
    `M${f(-w / 2)} -92H${f(w / 2)}V-44${times(Math.round(w / 40), () => 'q-20 16-40 0')}z`,
    cloth,
  );

export const fence = (x1: number, x2: number, y: number, colour = '#8a6436') =>
  times(Math.floor((x2 - x1) / 70) + 1, (i) => box(x1 + i * 70, y - 92, 12, 96, colour, 5)) +
  box(x1 - 12, y - 76, x2 - x1 + 30, 9, colour, 4) +
  box(x1 - 12, y - 38, x2 - x1 + 30, 9, colour, 4);

/** A trough with feed in it. */
export const trough = (w: number, feed: string) =>
  shade(w * 0.54, 12) +
  path(`M${f(-w / 2)} -58H${f(w / 2)}L${f(w / 2 - 20)} 0H${f(-w / 2 + 20)}z`, '#9a7446') +
  path(`M${f(-w / 2 + 8)} -58C${f(-w / 4)} -86 ${f(w / 4)} -86 ${f(w / 2 - 8)} -58z`, feed) +
  box(-w / 2 - 4, -62, w + 8, 11, '#b58d57', 4);
