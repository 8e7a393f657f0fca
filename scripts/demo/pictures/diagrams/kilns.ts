import { at, box, clipped, dot, line, path, randomFrom, times } from '#demo/pictures/kit/svg.ts';
import { burner, flame, smoke } from '#demo/pictures/kit/works.ts';

import { arrow, blades, clay, crumbs, ink, note, pointer, sheet, soil, words } from './paper.ts';

const r = () => randomFrom('section');
const tank =
  path('M330 720V560C330 380 450 300 600 300S870 380 870 560V720z', '#a8a294') +
  path('M360 696V560C360 404 470 328 600 328S840 404 840 560V696z', '#f4efdc') +
  path('M360 696V530H840V696z', '#8a7a4a') +
  crumbs(370, 540, 460, 140, '#6b5d34', 60) +
  path('M120 380H260L420 640 380 690 160 430H120z', '#a8a294') +
  path('M140 400H246L400 650 380 666 170 424H140z', '#8a7a4a') +
  path('M830 690V650H930V470H1080V560H980V690z', '#a8a294') +
  path('M838 676V664H950V500H1060V548H964V676z', '#8a7a4a') +
  line('M600 310V210H800', '#d9a13a', 13);
const stoveFlame = times(3, (i) =>
  at(-34 + i * 34, 0, 0.45, path('M-30 0C-40-40-10-50 0-110 10-50 40-40 30 0z', '#4f9fd6')),
);
const daily = 'Fresh manure 50 kg + water 50 L a day|gives about 1.8 cubic meters of gas';

export const kilns: Record<string, () => string> = {
  'd-crh-mound': () =>
    sheet(
      'The open carboniser',
      soil(760, '#c9a873', '#a5834f') +
        at(640, 250, 1, smoke(r(), 105, '#d9d2c2', 0.8)) +
        path('M250 766C380 720 500 560 600 540H680C780 560 900 720 1030 766z', '#d9b887') +
        clipped(
          'M250 766C380 720 500 560 600 540H680C780 560 900 720 1030 766z',
          crumbs(290, 560, 700, 200, '#b68f58', 190),
        ) +
        path('M400 766C480 740 540 620 600 590H680C740 620 800 740 880 766z', '#34302c') +
        at(640, 760, 1.35, burner()) +
        times(12, (i) => dot(592 + (i % 4) * 32, 670 + Math.floor(i / 4) * 30, 6, '#f0a44a')) +
        pointer(850, 300, 'Chimney, 1.5 m', 662, 360) +
        pointer(930, 500, 'Dry hull,|10 sacks', 880, 650) +
        pointer(330, 470, 'Burner with|1 cm holes', 588, 690, 'end') +
        pointer(290, 620, 'Char grows|outwards', 470, 735, 'end') +
        note(852, 'Shovel brown over black. 2 to 3 hours, then quench.', ink),
    ),
  'd-biochar-kiln': () =>
    sheet(
      'Fire on top, char below',
      soil(770) +
        at(600, 420, 1.7, flame()) +
        at(440, 424, 1.15, flame()) +
        at(760, 424, 1.25, flame()) +
        clipped(
          'M290 400H910L760 760H440z',
          box(280, 400, 640, 60, '#f09a3c') +
            box(280, 450, 640, 90, '#8a5f36') +
            blades(280, 456, 640, 76, '#c08a52', 90) +
            box(280, 536, 640, 240, '#2b2724') +
            crumbs(280, 540, 640, 220, '#57514b', 150),
        ) +
        line('M290 400L440 760H760L910 400', '#6b655d', 18) +
        pointer(945, 300, 'Flame eats|the smoke', 800, 340) +
        pointer(945, 500, 'New layer,|thin and dry', 850, 490) +
        pointer(290, 590, 'Char: no air,|so it cannot|burn', 520, 640, 'end') +
        arrow(260, 300, 380, 380, '#4f9fc6') +
        words(200, 260, 'air', { colour: '#3a7fa6', bold: true }) +
        pointer(880, 700, 'Quench with|200 liters', 720, 720),
    ),
  'd-biogas-section': () =>
    sheet(
      'A fixed dome, cut through',
      soil(400) +
        tank +
        at(846, 232, 1, stoveFlame) +
        words(600, 460, 'gas', { bold: true, size: 40, colour: clay }) +
        words(600, 625, 'slurry, 40 days', { bold: true, colour: '#fff6dc' }) +
        words(190, 296, 'Manure + water|1 : 1', { size: 38 }) +
        words(1035, 222, 'to the stove', { size: 38 }) +
        words(1040, 370, 'Fertiliser out', { size: 38 }) +
        arrow(190, 352, 190, 402) +
        arrow(1005, 460, 1005, 410) +
        words(600, 800, daily, { colour: '#fff6dc', size: 38 }),
    ),
};
