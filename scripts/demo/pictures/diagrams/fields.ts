import { cane } from '#demo/pictures/kit/crops.ts';
import { bundle, heap } from '#demo/pictures/kit/straw.ts';
import {
  at,
  box,
  clipped,
  dot,
  line,
  oval,
  path,
  randomFrom,
  times,
} from '#demo/pictures/kit/svg.ts';
import { banana } from '#demo/pictures/kit/trees.ts';

import { blades, leaf, note, pointer, sheet, soil, words } from './paper.ts';

const r = () => randomFrom('section');

export const fields: Record<string, () => string> = {
  'd-mushroom-bed': () =>
    sheet(
      'A bed, cut through',
      soil(760) +
        box(330, 716, 560, 50, '#9a7446', 6) +
        times(5, (row) =>
          times(4, (i) => at(400 + i * 138 + (row % 2) * 12, 712 - row * 74, 0.98, bundle(r()))),
        ) +
        times(5, (row) =>
          [348, 408, 842, 892]
            .map((x) =>
              dot(
                x + (row % 2) * 8,
                676 - row * 74,
                12,
                '#fff',
                'stroke="#8a6a3a" stroke-width="3"',
              ),
            )
            .join(''),
        ) +
        line('M262 770C250 400 360 286 620 286S990 400 972 770', '#6f9fb8', 14) +
        pointer(860, 210, 'Clean plastic|sheet', 790, 312) +
        pointer(1010, 450, 'Spawn,|10 cm|inside', 905, 530) +
        pointer(235, 400, 'Press flat,|4 to 6|layers', 380, 470, 'end') +
        pointer(235, 620, 'Butts|face out', 336, 610, 'end') +
        pointer(1010, 690, 'Raised|base', 890, 742) +
        note(868, 'Inside: 32 to 38 °C, no watering at first', '#faf5e6'),
    ),
  'd-banana-plant': () =>
    sheet(
      'One plant, five uses',
      soil(790) +
        at(560, 800, 1.38, banana(r(), 330)) +
        oval(560, 810, 76, 46, '#8a7a4a') +
        at(
          650,
          430,
          1,
          line('M-60-60Q0-70 0 0', '#8a8a4a', 12) +
            line('M0 0V104', '#8a8a4a', 12) +
            times(4, (row) =>
              [-1, 1, -0.55, 0.55, 0]
                .map(
                  (side) =>
                    line(
                      `M${side * 8} ${18 + row * 28}C${side * 34} ${40 + row * 28} ${side * 54} ${30 + row * 28} ${side * 56} ${8 + row * 28}`,
                      side === 0 ? '#d0ae38' : '#e3c64e',
                      17,
                    ) +
                    line(
                      `M${side * 20} ${34 + row * 28}C${side * 38} ${40 + row * 28} ${side * 52} ${30 + row * 28} ${side * 55} ${12 + row * 28}`,
                      '#b8952c',
                      3,
                    ),
                )
                .join(''),
            ) +
            path('M-8 110C-22 140-12 176 4 190 20 176 22 140 10 110z', '#8a3f52'),
        ) +
        pointer(830, 230, 'Leaves: feed,|10 to 17 %|protein', 740, 300) +
        pointer(830, 470, 'Bunch: food', 700, 480) +
        pointer(830, 610, 'Inner trunk: feed,|silage with straw', 580, 620) +
        pointer(340, 520, 'Outer sheaths:|fibre, 1 to 1.5 %', 526, 600, 'end') +
        pointer(340, 715, 'Base: split it, or|weevils breed', 500, 806, 'end'),
    ),
  'd-silage-drum': () =>
    sheet(
      'A drum without air',
      clipped(
        'M400 230H780V800C700 830 480 830 400 800z',
        box(400, 230, 380, 620, '#8ba052') +
          times(7, (i) => box(400, 316 + i * 74, 380, 5, '#64803a')) +
          blades(400, 250, 380, 560, '#b3c47a', 150) +
          blades(400, 250, 380, 560, '#64803a', 120),
      ) +
        line('M400 220V800C480 832 700 832 780 800V220', '#2f6fa0', 22) +
        box(376, 190, 428, 40, '#e9e2cf', 12) +
        box(380, 224, 420, 14, '#8d8a80', 6) +
        line('M412 254H768', '#3b3a35', 9) +
        pointer(860, 220, 'Lid and ring,|locked', 800, 212) +
        pointer(860, 360, 'Plastic on top,|no air gap', 760, 256) +
        pointer(860, 540, 'Layers of 15 cm,|stamped hard', 770, 540) +
        pointer(300, 420, 'Pieces of|1 to 2 cm', 420, 440, 'end') +
        pointer(300, 640, '110 kg in|200 liters', 410, 660, 'end') +
        note(876, 'Closed for 21 to 30 days: pH 4.2 or lower', leaf),
    ),
  'd-cane-mulch': () =>
    sheet(
      'Trash in every second row',
      soil(640, '#a5804f', '#7f5f38') +
        [0, 1, 2, 3, 4]
          .map(
            (i) =>
              path(
                `M${70 + i * 220} 650C${110 + i * 220} 590 ${190 + i * 220} 590 ${230 + i * 220} 650z`,
                '#a5804f',
              ) + at(150 + i * 220, 620, 1, cane(randomFrom(`c${i}`))),
          )
          .join('') +
        [0, 2]
          .map((i) =>
            at(
              260 + i * 220,
              660,
              1,
              heap(r(), 84, 56, ['#c9b273', '#a58d4d', '#e2d09a', '#8f7a3f'], 'long'),
            ),
          )
          .join('') +
        [1, 3]
          .map((i) =>
            path(
              `M${206 + i * 220} 648H${314 + i * 220}C${300 + i * 220} 690 ${220 + i * 220} 690 ${206 + i * 220} 648z`,
              '#5fa3c4',
            ),
          )
          .join('') +
        words(235, 760, 'Trash|10 to 15 cm', { bold: true, colour: '#fff6dc' }) +
        words(500, 760, 'Water and|fertiliser', { bold: true, colour: '#e3f3fa' }) +
        words(700, 760, 'Trash', { bold: true, colour: '#fff6dc' }) +
        words(920, 760, 'Water', { bold: true, colour: '#e3f3fa' }) +
        words(600, 866, 'Change the rows in the next ratoon', { colour: '#fff6dc' }),
    ),
};
