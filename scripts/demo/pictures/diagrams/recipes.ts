import { cow, hen } from '#demo/pictures/kit/beasts.ts';
import { coirPot } from '#demo/pictures/kit/crops.ts';
import { bucket, drum, sack } from '#demo/pictures/kit/goods.ts';
import { bundle, heap, loose, stack } from '#demo/pictures/kit/straw.ts';
import { at, box, dot, line, oval, path, randomFrom, times } from '#demo/pictures/kit/svg.ts';
import { cone, flame, mushroomBag, strawMushroom } from '#demo/pictures/kit/works.ts';

import { arrow, clay, leaf, panel, sheet, steps, words } from './paper.ts';

const r = () => randomFrom('diagram');
const drops = (x: number, y: number) =>
  [0, 1, 2]
    .map((i) =>
      path(`M${x + i * 34} ${y + (i % 2) * 16}c-14 20-14 32 0 34 14-2 14-14 0-34z`, '#4f9fc6'),
    )
    .join('');
const cover =
  path('M-130 6C-120-90-60-140 0-140S120-90 130 6z', '#6f9fb8', 'opacity=".75"') +
  line('M-150 8H150', '#7a5a36', 12);
const hands = (n: number) =>
  path('M-92 10C-100-30-70-56-30-50L30-50C70-56 100-30 92 10 60 44-60 44-92 10z', '#b57a52') +
  line(
    'M-50-46C-54-10-50 20-40 30M-14-50C-16-10-14 20-8 34M24-50C24-10 24 20 22 34M58-44C58-10 54 14 48 28',
    '#8a5638',
    5,
  ) +
  (n > 0 ? drops(-34, 44) : '');

const soaking = () =>
  box(-120, -70, 240, 90, '#6b8caa', 12) +
  box(-110, -64, 220, 40, '#9cc9dc', 8) +
  at(0, -24, 1, bundle(r()));
const draining = () => at(0, -50, 1.3, bundle(r())) + drops(-34, -30);
const planting = () =>
  at(0, -6, 0.6, stack(r(), 3, 2)) + [-90, -30, 30, 90].map((x) => dot(x, -46, 8, '#fff')).join('');
const covered = () => at(0, -20, 0.5, stack(r(), 3, 2)) + at(0, -16, 0.95, cover);
const egg =
  path('M-17 0C-21-22-8-38 1-38 12-38 22-20 17 0 8 5-8 5-17 0z', '#8d8074') +
  path('M-16-4C-8 4 8 4 17-4 17 4 8 6 0 6-9 6-17 3-16-4z', '#efe8dc');
const eggs = () => at(-60, -20, 2.2, strawMushroom(r())) + at(40, -20, 2.6, egg);

export const recipes: Record<string, () => string> = {
  'd-mushroom-steps': () =>
    sheet(
      'From straw to mushrooms',
      steps([
        { caption: 'Tie bundles,|10 to 15 cm', art: at(0, -30, 1.5, bundle(r())) },
        { caption: 'Soak overnight,|12 hours', art: at(0, -30, 1, soaking()) },
        { caption: 'Drain until only|a few drops', art: draining() },
        { caption: 'Layer, press,|plant spawn', art: planting() },
        { caption: 'Cover 5 to 7 days|at 32 to 38 °C', art: covered() },
        { caption: 'Pick in the egg|stage, day 14 on', art: eggs() },
      ]),
    ),
  'd-urea-recipe': () =>
    sheet(
      'The recipe for 100 kg of straw',
      [60, 434, 808].map((x) => panel(x, 140, 332, 330)).join('') +
        at(226, 346, 0.8, loose(r(), 150, 130)) +
        at(600, 348, 1.2, sack(r(), '#f3f0e6', '#4f9fc6')) +
        at(974, 348, 1.9, bucket('#4f7ea8')) +
        words(226, 402, '100 kg|dry straw', { bold: true, size: 38 }) +
        words(600, 402, '4 kg|urea', { bold: true, size: 38 }) +
        words(974, 402, '40 to 50 L|water', { bold: true, size: 38 }) +
        words(413, 320, '+', { size: 60, bold: true, colour: clay }) +
        words(787, 320, '+', { size: 60, bold: true, colour: clay }) +
        arrow(600, 490, 600, 560) +
        panel(60, 580, 1080, 260) +
        at(250, 800, 1.05, cover) +
        at(250, 800, 0.6, loose(r(), 150, 110)) +
        at(
          250,
          800,
          1.05,
          path('M-130 6C-120-90-60-140 0-140S120-90 130 6z', '#6f9fb8', 'opacity=".35"'),
        ) +
        words(440, 660, 'Seal it for 2 to 3 weeks', { anchor: 'start', bold: true, size: 38 }) +
        words(440, 722, 'Air it overnight before feeding.|Grown cattle and carabao only.', {
          anchor: 'start',
        }),
    ),
  'd-coir-wash': () =>
    sheet(
      'Washing coir dust',
      steps([
        { caption: 'Soak for one day|in clean water', art: at(0, -16, 1, drum('#4f7ea8', null)) },
        {
          caption: 'Drain and soak again,|two or three times',
          art: at(0, -60, 0.95, sack(r(), '#8a6340')) + drops(-34, -46),
        },
        {
          caption: 'Stop when the|water runs pale',
          art: [0, 1, 2]
            .map((i) =>
              at(
                -130 + i * 130,
                -20,
                1,
                path('M-44-120H44L34 0H-34z', '#e9efec', 'stroke="#9aa7a0" stroke-width="5"') +
                  path('M-41-90H41L33-4H-33z', ['#6b3f1e', '#b98a54', '#eadfc0'][i] ?? '#eadfc0'),
              ),
            )
            .join(''),
        },
        { caption: 'Test: 18 of 20|pechay seeds grow', art: at(0, -12, 1.15, coirPot(r())) },
      ]),
    ),
  'd-cob-uses': () =>
    sheet(
      'Six uses for a dry cob',
      steps(
        [
          { caption: 'Mushroom bags|5 to 15 mm', art: at(0, -8, 1.3, mushroomBag(r())) },
          { caption: 'Litter for chicks|ground, 5 to 8 cm', art: at(0, -20, 1.7, hen(r())) },
          { caption: 'Fuel: 3 kg for|1 kg of LPG', art: at(0, -20, 1.1, flame()) },
          {
            caption: 'Feed, ground, for|ruminants only',
            art: at(10, -20, 0.72, cow('#8d5a36', '#f3ead8')),
          },
          {
            caption: 'Compost, crushed,|with manure',
            art: at(
              0,
              -20,
              0.8,
              heap(r(), 150, 110, ['#5b4630', '#3d2e1f', '#7d6242', '#a98c52'], 'long'),
            ),
          },
          { caption: 'Char for the soil,|whole', art: at(0, -20, 0.44, cone()) },
        ],
        false,
      ),
    ),
  'd-silage-squeeze': () =>
    sheet(
      'The squeeze test',
      [
        ['Too wet', 'Juice runs out:|wilt half a day,|or add dry straw', 1, '#5f7f3a'],
        ['Just right', 'The ball opens|slowly, the palm|is damp: fill now', 0, '#8ba052'],
        ['Too dry', 'It falls apart:|sprinkle water,|chop shorter', 0, '#c9b46a'],
      ]
        .map(
          ([t, c, wet, colour], i) =>
            panel(60 + i * 372, 140, 346, 690, i === 1 ? '#eef5dc' : '#fffdf5') +
            at(
              233 + i * 372,
              400,
              1.3,
              (i === 2
                ? times(26, (k) =>
                    line(`M${-80 + ((k * 37) % 160)} ${-90 + ((k * 53) % 60)}l14 6`, '#b39a4a', 7),
                  ) +
                  times(9, (k) => line(`M${-70 + k * 18} ${56 + (k % 3) * 16}l12 5`, '#b39a4a', 7))
                : oval(0, -62, 66, 46, colour as string) +
                  times(18, (k) =>
                    line(`M${-48 + ((k * 29) % 96)} ${-86 + ((k * 17) % 50)}l12 5`, '#4f6a2c', 5),
                  )) + hands(Number(wet)),
            ) +
            words(233 + i * 372, 600, t as string, {
              bold: true,
              size: 40,
              colour: i === 1 ? leaf : clay,
            }) +
            words(233 + i * 372, 664, c as string, { size: 38 }),
        )
        .join(''),
    ),
};
