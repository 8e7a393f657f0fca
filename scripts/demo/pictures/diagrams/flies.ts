import { at, box, dot, line, oval, path, randomFrom, times } from '#demo/pictures/kit/svg.ts';
import { larva } from '#demo/pictures/kit/works.ts';

import { arrow, clay, leaf, panel, sheet, straw, words } from './paper.ts';

const r = () => randomFrom('section');
const fly = at(
  0,
  0,
  1,
  oval(0, 0, 46, 13, '#2b2723') +
    dot(46, -2, 15, '#3a342f') +
    path('M10-8C-20-44-70-44-84-26-60-10-20-4 10-8z', '#b9c7c9', 'opacity=".85"') +
    line('M-10 12l-12 22M8 12l4 24M24 10l14 20M58-10l20-10', '#2b2723', 5) +
    oval(-30, 2, 10, 5, '#e9e2cf'),
);

const round = (x: number, y: number, inside: string) =>
  dot(x, y, 112, '#fffdf5', 'stroke="#e2d8ba" stroke-width="4"') + at(x, y, 1, inside);
const shell = 'stroke="#b79a5a" stroke-width="2"';
const flyEggs = times(18, (i) =>
  oval(-44 + (i % 6) * 18, -20 + Math.floor(i / 6) * 22, 6, 12, '#e9d9a8', shell),
);
const larvae = at(-20, -20, 1.5, larva(r())) + at(10, 26, 1.7, larva(randomFrom('second')));
const pupa =
  path('M-28 0C-28-10-8-12 6-11 18-10 30-6 32 0 30 6 18 10 6 11-8 12-28 10-28 0z', '#3f3026') +
  line('M-14-9v18M-3-10v20M8-10v20M19-8v16', '#1f1712', 2);

const tray = () =>
  path('M-300-150H300L270 0H-270z', '#4f6f8c') +
  path('M-284-150C-150-220 150-220 284-150z', '#7d8f4a') +
  times(70, (i) =>
    at(-250 + ((i * 71) % 500), -156 - ((i * 13) % 34), 0.7, larva(r()), (i * 47) % 180),
  ) +
  box(-312, -162, 624, 24, '#6b8caa', 8);
const day = (x: number, name: string, what: string, anchor: 'start' | 'middle' | 'end') =>
  dot(x, 600, 22, anchor === 'end' ? clay : leaf) +
  words(x, 560, name, { size: 38, bold: true, anchor }) +
  words(x, 668, what, { size: 38, anchor });

export const flies: Record<string, () => string> = {
  'd-bsf-cycle': () =>
    sheet(
      'Five weeks of a fly',
      round(600, 250, flyEggs) +
        round(900, 500, larvae) +
        round(600, 740, at(0, -4, 1.9, pupa)) +
        round(300, 500, at(0, 10, 1, fly)) +
        arrow(720, 290, 820, 390, leaf) +
        arrow(850, 616, 730, 690, leaf) +
        arrow(470, 690, 350, 612, leaf) +
        arrow(370, 396, 480, 300, leaf) +
        words(600, 410, 'Eggs: 4 days', { bold: true }) +
        words(1140, 350, 'Larvae:|2 weeks', { bold: true, anchor: 'end' }) +
        words(600, 605, 'Pupae: 2 weeks', { bold: true }) +
        words(40, 360, 'Flies:|1 week', { bold: true, anchor: 'start' }) +
        words(1050, 660, 'Harvest|here', { colour: clay, bold: true }) +
        arrow(1050, 610, 985, 560),
    ),
  'd-bsf-bin': () =>
    sheet(
      'One tray, twelve days',
      panel(60, 140, 1080, 360) +
        at(600, 470, 1, tray()) +
        words(600, 386, '60 × 40 cm,|10,000 young larvae', { colour: '#fff', size: 38 }) +
        line('M110 600H1090', straw, 12) +
        day(110, 'Day 1', '5 kg', 'start') +
        day(480, 'Day 5', '5 kg', 'middle') +
        day(760, 'Day 8', '5 kg', 'middle') +
        day(1090, 'Day 12', 'harvest', 'end') +
        words(600, 770, '15 kg of trimmings in:', { size: 38 }) +
        words(600, 826, '2 to 3 kg of larvae and 4 to 5 kg of residue out', {
          size: 38,
          bold: true,
          colour: leaf,
        }),
    ),
};
