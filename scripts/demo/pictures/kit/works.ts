import {
  at,
  between,
  box,
  dot,
  f,
  line,
  oval,
  path,
  pick,
  type Random,
  shade,
  times,
} from './svg.ts';

export const smoke = (r: Random, height: number, colour = '#f3efe4', strength = 0.5) =>
  times(13, (i) => {
    const t = i / 12;
    return dot(
      -t * t * height * 0.42 + between(r, -14, 14),
      -t * height,
      14 + t * height * 0.15,
      colour,
      `opacity="${(strength * (1 - t * 0.72)).toFixed(2)}"`,
    );
  });

export const steam = (r: Random, w: number, height: number) =>
  times(5, (i) => {
    const x = (i - 2) * (w / 4) + between(r, -12, 12);
    return line(
      `M${f(x)} 0c-26 ${f(-height * 0.25)} 26 ${f(-height * 0.45)} 0 ${f(-height * 0.7)}s14 ${f(-height * 0.2)} 4 ${f(-height * 0.34)}`,
      '#fffaf0',
      15,
      'opacity=".5"',
    );
  });

export const flame = (s = 1) =>
  at(
    0,
    0,
    s,
    path(
      'M-60 0C-84-50-46-84-44-128-18-108-12-84-14-64 2-96 6-140-8-178 44-140 60-92 50-58 62-68 68-84 66-100 90-60 88-24 62 0 20 14-26 14-60 0z',
      '#e2652c',
    ) +
      path(
        'M-42 0C-56-34-32-54-28-84-8-66-8-48-6-40 8-60 10-90 6-112 38-78 42-50 34-30 44-36 48-46 48-54 62-28 58-12 42 0 14 8-18 8-42 0z',
        '#f4a13a',
      ) +
      path('M-22 0C-30-20-14-34-8-54 8-36 12-24 16-34 28-18 26-8 18 0 6 5-10 5-22 0z', '#fde9a0'),
  );

/** The perforated burner with its chimney. */
export const burner = () =>
  box(-15, -330, 30, 260, '#55504a', 6) +
  box(-15, -330, 10, 260, '#fff', 5, 'opacity=".16"') +
  path('M-24-336h48l-8-22h-32z', '#403c37') +
  path('M-60 0L-44-92H44L60 0z', '#4b4640');

/** A steel cone with fire on top. */
export const cone = () =>
  shade(190, 22) +
  at(0, -150, 1.5, flame()) +
  at(-80, -146, 0.8, flame()) +
  at(84, -146, 0.9, flame()) +
  path('M-180-150H180L104-6C60 6-60 6-104-6z', '#57514b') +
  path('M-180-150H-90L-50 2C-74 1-92-2-104-6z', '#000', 'opacity=".28"') +
  path('M150-150H180L104-6 84-2z', '#f6b46a', 'opacity=".5"') +
  oval(0, -150, 180, 26, '#2b2521') +
  oval(0, -150, 160, 19, '#e2652c') +
  oval(20, -151, 110, 11, '#fbc765') +
  at(0, -138, 1.1, flame());

/** A dome digester, half in the ground. */
export const dome = () =>
  shade(240, 24) +
  path('M-220 0C-214-120-110-176 0-176S214-120 220 0C120 26-120 26-220 0z', '#b9b4a4') +
  path(
    'M-220 0C-214-120-110-176 0-176-70-150-120-90-120 12-160 10-200 6-220 0z',
    '#000',
    'opacity=".18"',
  ) +
  path('M60-168C140-150 200-90 214-10 190-80 130-140 60-168z', '#fff', 'opacity=".4"') +
  [-130, -90, -44]
    .map((y, i) =>
      line(
        `M${-150 - i * 26} ${y}C-60 ${y + 26} 60 ${y + 26} ${150 + i * 26} ${y}`,
        '#8f8a7c',
        3,
        'opacity=".6"',
      ),
    )
    .join('') +
  box(-26, -204, 52, 36, '#8f8a7c', 6) +
  line('M0-200V-236H330V-60', '#c79a3a', 10) +
  box(-312, -62, 96, 66, '#a49e8d', 4) +
  box(-300, -56, 72, 20, '#6d5a34', 3);

/** Bags of straw or cob that fruit with oyster mushrooms. */
export const mushroomBag = (r: Random) =>
  path('M-30-6C-36-40-36-96-26-128H26C36-96 36-40 30-6 16 2-16 2-30-6z', '#e9e1cd') +
  times(16, () =>
    line(
      `M${f(between(r, -24, 22))} ${f(-between(r, 14, 118))}l${f(between(r, -10, 10))} ${f(between(r, -6, 6))}`,
      '#c3a766',
      3,
      'opacity=".8"',
    ),
  ) +
  path('M-18-128H18L10-150H-10z', '#d3c7a6') +
  path(
    'M-30-6C-36-40-36-96-26-128h14C-20-90-20-40-14-2-22-2-27-4-30-6z',
    '#6b5530',
    'opacity=".2"',
  ) +
  times(3, (i) => at(between(r, 6, 24), -30 - i * 38, between(r, 0.55, 0.8), oyster(r)));

const oyster = (r: Random) =>
  times(3, (i) => {
    const [x, y, s] = [i * 18 - 12, -i * 14 + 8, between(r, 0.85, 1.15)];
    return at(
      x,
      y,
      s,
      path('M-6 12C-4 2-4-2-8-6H10C6-2 4 4 4 12z', '#efe7d8') +
        path('M-26-2C-28-20-8-28 8-24 24-20 28-8 24-2 10 6-12 6-26-2z', '#cfc3b4') +
        path('M-26-2C-28-20-8-28 8-24-8-18-16-10-16 3-20 2-24 0-26-2z', '#8f8377', 'opacity=".5"') +
        path('M-20-1C-6 6 12 5 23-1 12 1-8 2-20-1z', '#f7f2e8'),
    );
  });

/** The straw mushroom in its egg and opened. */
export const strawMushroom = (r: Random) =>
  r() < 0.55
    ? path('M-17 0C-21-22-8-38 1-38 12-38 22-20 17 0 8 5-8 5-17 0z', '#8d8074') +
      path('M-17 0C-21-22-8-38 1-38-8-28-9-12-6 3-11 3-15 2-17 0z', '#4c4239', 'opacity=".45"') +
      path('M-16-4C-8 4 8 4 17-4 17 4 8 6 0 6-9 6-17 3-16-4z', '#efe8dc')
    : path('M-7 0L-5-34H6L8 0z', '#f1eadd') +
      path('M-12 2C-14-12-6-16 0-12 8-16 15-12 13 2z', '#a3968a') +
      path('M-30-30C-26-54-6-60 1-60 10-60 28-52 31-30 14-22-14-22-30-30z', '#84776b') +
      path(
        'M-30-30C-26-54-6-60 1-60-10-50-16-40-14-25-20-26-26-28-30-30z',
        '#463d35',
        'opacity=".4"',
      );

/** A raised bed for worms, made of hollow blocks. */
export const wormBed = (r: Random, w: number) =>
  shade(w * 0.54, 14) +
  path(
    `M${f(-w / 2 + 16)} -86C${f(-w / 4)} -112 ${f(w / 4)} -112 ${f(w / 2 - 16)} -86z`,
    '#4c3926',
  ) +
  times(Math.round(w / 9), () =>
    line(
      `M${f(between(r, -w / 2 + 40, w / 2 - 50))} ${f(-between(r, 86, 100))}l${f(between(r, 8, 20))} ${f(between(r, -5, 5))}`,
      pick(r, ['#b98f46', '#6b5233', '#d3b065']),
      3,
    ),
  ) +
  times(2, (row) =>
    times(
      Math.round(w / 64),
      (i) =>
        box(
          -w / 2 + i * 64 + row * -10,
          -88 + row * 44,
          61,
          42,
          (i + row) % 2 ? '#a8a294' : '#b5afa0',
          3,
        ) +
        box(-w / 2 + i * 64 + row * -10 + 12, -78 + row * 44, 14, 22, '#7f796c', 4, 'opacity=".6"'),
    ),
  );

export const worm = (r: Random, colour = '#a8544c') => {
  const bend = between(r, 14, 30);
  const d = `M-34 0C-20 ${f(-bend)} -8 ${f(bend)} 8 0S28 ${f(-bend)} 38 ${f(-bend * 0.3)}`;
  return (
    line(d, '#7a3833', 12) + line(d, colour, 9) + line(`M-4 ${f(bend * 0.3)}l9-3`, '#d89a8c', 9)
  );
};

export const larva = (r: Random) =>
  path(
    'M-22 0C-22-7-8-9 6-8 16-8 24-5 26 0 24 5 16 8 6 8-8 9-22 7-22 0z',
    pick(r, ['#d9c49a', '#c7ad80', '#e6d6b2', '#b3946a']),
  ) +
  line('M-12-7v14M-3-8v16M6-8v16M15-7v13', '#94774d', 2, 'opacity=".7"') +
  dot(27, 0, 2.6, '#3b2a1a');
