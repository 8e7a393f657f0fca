import { husk, mango, mound, type Piece, tomato } from '#demo/pictures/kit/produce.ts';
import { heap } from '#demo/pictures/kit/straw.ts';
import { at, box, dot, line, path, randomFrom } from '#demo/pictures/kit/svg.ts';

import { arrow, bars, clay, leaf, note, panel, sheet, soft, straw, words } from './paper.ts';

const r = () => randomFrom('diagram');
const moment = (time: string, what: string, y: number) =>
  dot(150, y, 26, leaf) +
  dot(150, y, 11, '#fff') +
  words(205, y - 10, time, { anchor: 'start', bold: true, size: 38, colour: clay }) +
  words(205, y + 36, what, { anchor: 'start', size: 38 });
const sorted = (colour: string, name: string, piece: Piece, y: number) => {
  const crate = path('M-84-60H84L76 10H-76z', colour);
  const filled = crate + at(0, -50, 0.8, mound(r(), 84, 40, piece, 0.8, '#5a4020')) + crate;
  return at(1035, y, 1, filled) + words(1035, y + 48, name, { size: 38 });
};

export const numbers: Record<string, () => string> = {
  'd-urea-protein': () =>
    sheet(
      'What urea does to straw',
      words(60, 190, 'Crude protein', { anchor: 'start', bold: true }) +
        bars(
          [
            { label: 'Plain', value: 4, says: '4 %' },
            { label: 'Treated', value: 8, says: '8 %', colour: leaf },
          ],
          215,
          10,
          100,
          260,
        ) +
        words(60, 500, 'Share that the animal digests', { anchor: 'start', bold: true }) +
        bars(
          [
            { label: 'Plain', value: 42, says: '42 %' },
            { label: 'Treated', value: 50, says: '50 %', colour: leaf },
          ],
          525,
          60,
          100,
          260,
        ) +
        note(800, '4 kg urea on 100 kg dry straw, 3 weeks sealed', soft),
    ),
  'd-coir-parts': () =>
    sheet(
      'What is in a husk',
      at(
        250,
        300,
        4,
        husk(() => 0.3),
      ) +
        arrow(430, 280, 560, 280) +
        panel(590, 150, 550, 270) +
        at(
          750,
          390,
          0.8,
          heap(r(), 120, 90, ['#b98850', '#8f6434', '#d9ac74', '#a67543'], 'long'),
        ) +
        words(980, 270, '30 % fibre', { bold: true, size: 40 }) +
        words(980, 325, 'rope, mats,|erosion nets', { size: 38 }) +
        panel(590, 450, 550, 270) +
        at(
          750,
          690,
          0.8,
          heap(r(), 120, 90, ['#6b4a2e', '#4f3520', '#8a6340', '#7a5636'], 'crumb'),
        ) +
        words(980, 570, '70 % pith', { bold: true, size: 40 }) +
        words(980, 625, 'seedlings,|mulch, litter', { size: 38 }) +
        arrow(420, 380, 560, 570) +
        box(60, 770, 324, 60, '#c08a52', 12) +
        box(384, 770, 756, 60, '#6b4a2e', 12) +
        words(222, 812, '30', { colour: '#fff', bold: true }) +
        words(762, 812, '70', { colour: '#fff', bold: true }) +
        words(230, 480, '11 or 12 husks|give 1 kg of fibre', { size: 38 }),
    ),
  'd-glean-day': () =>
    sheet(
      'A gleaning day',
      line('M150 175V800', straw, 12) +
        moment('5:00', 'Meet at the chapel, read the rules', 200) +
        moment('5:30', 'Pick while it is cool; stalk on', 330) +
        moment('8:00', 'Sort into three crates in the shade', 460) +
        moment('10:00', 'Stop, rake up, close the gate', 590) +
        moment('12:00', 'Deliver, weigh, say thank you', 720) +
        sorted('#5f9147', 'fresh', mango, 330) +
        sorted('#e0b64a', 'cook', tomato, 520) +
        sorted('#8a5f36', 'feed', husk, 710),
    ),
  'd-compost-cn': () =>
    sheet(
      'Carbon for one part of nitrogen',
      box(518, 140, 24, 690, '#cfe3b8', 8) +
        bars(
          [
            { label: 'Chicken manure', value: 10, colour: clay },
            { label: 'Market trimmings', value: 13, colour: clay },
            { label: 'Fresh grass', value: 17, colour: '#7fa653' },
            { label: 'Carabao manure', value: 20, colour: '#7fa653' },
            { label: 'Rice straw', value: 67 },
            { label: 'Corn cobs', value: 100 },
            { label: 'Coir dust', value: 100 },
            { label: 'Bagasse', value: 120 },
          ],
          150,
          125,
          78,
          400,
        ) +
        words(600, 858, 'Mix brown and green to reach 25 to 30', {
          size: 38,
          bold: true,
          colour: leaf,
        }),
    ),
  'd-manure-npk': () =>
    sheet(
      'Nitrogen in one ton, as it comes',
      bars(
        [
          { label: 'Carabao, fresh', value: 5, says: '5 kg' },
          { label: 'Pig, fresh', value: 6, says: '6 kg' },
          { label: 'Layers, fresh', value: 15, says: '15 kg', colour: '#d98b3a' },
          { label: 'Chicken litter', value: 30, says: '30 kg', colour: clay },
        ],
        190,
        32,
        140,
      ) + note(800, 'Half of it feeds the first crop'),
    ),
};
