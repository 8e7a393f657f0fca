import { hen } from '#demo/pictures/kit/beasts.ts';
import { heap } from '#demo/pictures/kit/straw.ts';
import { at, box, clipped, line, oval, path, randomFrom, times } from '#demo/pictures/kit/svg.ts';
import { worm } from '#demo/pictures/kit/works.ts';

import {
  arrow,
  blades,
  clay,
  crumbs,
  leaf,
  note,
  pointer,
  sheet,
  soft,
  soil,
  words,
} from './paper.ts';

const r = () => randomFrom('section');
const heat =
  'M150 656C200 640 230 330 290 300S380 300 400 300L412 470C430 340 480 290 540 296L556 460C580 340 640 310 690 330L706 490C740 420 800 400 850 430L866 540C900 520 960 590 1120 640';
const degrees = (says: string, y: number) =>
  words(132, y + 12, says, { anchor: 'end', size: 38 }) + line(`M150 ${y}H1140`, '#ddd2b0', 2);
const turning = (x: number) =>
  arrow(x, 640, x, 580, leaf) + words(x, 680, 'turn', { size: 38, colour: leaf });

/** Straw with manure on top; the higher, the narrower. */
const layer = (i: number) => {
  const [y, n] = [690 - i * 130, i * 34];
  const stems = box(0, y, 1200, 92, '#dcb956') + blades(240, y + 6, 520, 80, '#a87f2d', 90);
  return (
    clipped(`M${250 + n} ${y}H${750 - n}V${y + 92}H${250 + n}z`, stems) +
    box(240 + n, y - 34, 520 - n * 2, 36, '#6b4a2e', 6) +
    crumbs(250 + n, y - 28, 490 - n * 2, 24, '#3d2a18', 34)
  );
};

export const heaps: Record<string, () => string> = {
  'd-compost-layers': () =>
    sheet(
      'How to layer the heap',
      soil(790) +
        times(4, layer) +
        line('M330 782H670', '#7d6a3a', 18) +
        line('M420 210V780M580 210V780', '#c2a55c', 15) +
        pointer(800, 280, 'Bamboo pulled out:|air chimneys', 584, 250) +
        pointer(800, 440, 'Manure, 5 cm', 690, 412) +
        pointer(800, 560, 'Straw,|15 to 20 cm', 690, 600) +
        pointer(800, 730, 'Coarse stalks', 660, 782) +
        line('M190 230V780', clay, 6) +
        line('M172 230h36M172 780h36', clay, 6) +
        words(100, 490, '1.2 to|1.5 m', { bold: true, colour: clay }) +
        note(868, 'Wet each layer as you build', '#faf5e6'),
    ),
  'd-compost-heat': () =>
    sheet(
      'The heat of a good heap',
      box(150, 274, 990, 110, '#f6ddb4') +
        words(1120, 342, '55 to 65 °C', { anchor: 'end', bold: true, colour: clay }) +
        line('M150 170V740H1140', soft, 6) +
        degrees('30', 656) +
        degrees('50', 438) +
        degrees('70', 220) +
        line(heat, clay, 10) +
        [404, 548, 698, 858].map(turning).join('') +
        ['5', '12', '19', '26'].map((t, i) => words(404 + i * 150, 790, t, { size: 38 })).join('') +
        words(1090, 790, '40', { size: 38 }) +
        words(650, 850, 'days', { size: 38 }) +
        words(60, 140, '°C', { anchor: 'start', size: 38 }),
    ),
  'd-vermi-bed': () =>
    sheet(
      'A worm bed, cut through',
      soil(780) +
        path('M180 300L600 190 1020 300z', '#a8874d') +
        line('M230 300V780M970 300V780', '#8a6840', 22) +
        clipped(
          'M300 500H900V740H300z',
          box(300, 500, 600, 240, '#4c3926') +
            box(300, 500, 600, 70, '#b99a52') +
            blades(300, 504, 600, 60, '#8f7434', 100) +
            box(300, 570, 600, 70, '#7d6242') +
            crumbs(300, 640, 600, 100, '#2c2015', 130),
        ) +
        times(9, (i) => at(350 + i * 62, 590 + (i % 3) * 22, 0.9, worm(r()))) +
        box(270, 480, 40, 290, '#a8a294', 4) +
        box(890, 480, 40, 290, '#a8a294', 4) +
        path('M270 740H930V770H270z', '#8f897c') +
        line('M300 488C420 470 780 470 900 488', '#7f8f5a', 12) +
        pointer(760, 400, 'Wet sack', 690, 476) +
        pointer(985, 600, 'Cool food', 860, 540) +
        pointer(985, 690, 'Finished|cast', 870, 706) +
        pointer(205, 500, '1 kg of|worms on|1 sq. m', 350, 600, 'end') +
        pointer(205, 660, 'Blocks,|30 to|40 cm', 288, 690, 'end') +
        note(866, '65 to 75 % moisture, 22 to 30 °C', '#faf5e6'),
    ),
  'd-manure-stack': () =>
    sheet(
      'Stacking chicken manure',
      soil(740) +
        path('M150 330L560 200 970 330z', '#b5563c') +
        line('M210 330V740M910 330V740', '#8a6840', 22) +
        at(
          560,
          740,
          1.4,
          heap(r(), 210, 200, ['#8a7048', '#5f4a2c', '#b79a66', '#d9c08a', '#6d5a3a'], 'short'),
        ) +
        oval(560, 620, 110, 70, '#e2652c', 'opacity=".45"') +
        words(560, 632, '60 °C', { bold: true, colour: '#fff' }) +
        pointer(945, 250, 'Roof keeps|it dry', 850, 296) +
        pointer(945, 520, '1.2 to 1.5 m|high', 690, 540) +
        pointer(945, 680, '50 to 55 %|moisture', 780, 700) +
        at(110, 740, 1.2, hen(r())) +
        words(
          600,
          815,
          '1 part droppings + 2 to 3 parts hull or straw|Turn at 60 to 65 °C. Keep 30 m from wells.',
          { colour: '#fff6dc', size: 38 },
        ),
    ),
};
