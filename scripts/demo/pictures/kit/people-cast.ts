import { forkHead, person, type Person, rakeHead, shovelHead, tool } from './people.ts';

/** The people of the pictures, in the things they do. A change of clothes makes another person. */
type Clothes = Partial<Person>;

const plain = {
  shirt: '#c8553d',
  trousers: '#4f5d6b',
  hat: 'salakot',
  hatColour: '#e0bd68',
} as const;

export const standing = (c: Clothes = {}) => person({ ...plain, ...c });
export const raking = (c: Clothes = {}) =>
  person({
    ...plain,
    lean: 16,
    hands: [
      [40, -92],
      [58, -80],
    ],
    feet: [-24, 20],
    holds: tool([4, -150], [118, -6], rakeHead, -32),
    ...c,
  });
export const forking = (c: Clothes = {}) =>
  person({
    ...plain,
    lean: 26,
    hands: [
      [46, -82],
      [72, -66],
    ],
    feet: [-30, 24],
    holds: tool([14, -118], [120, -36], forkHead, -56),
    ...c,
  });
export const shovelling = (c: Clothes = {}) =>
  person({
    ...plain,
    lean: 22,
    hands: [
      [42, -88],
      [66, -68],
    ],
    feet: [-28, 24],
    holds: tool([10, -128], [108, -34], shovelHead, -50),
    ...c,
  });
export const bending = (c: Clothes = {}) =>
  person({
    ...plain,
    lean: 48,
    hands: [
      [66, -36],
      [84, -42],
    ],
    feet: [-30, 20],
    ...c,
  });
export const reaching = (c: Clothes = {}) =>
  person({
    ...plain,
    hands: [
      [-4, -236],
      [34, -244],
    ],
    ...c,
  });
export const poling = (c: Clothes = {}) =>
  person({
    ...plain,
    hands: [
      [18, -190],
      [36, -150],
    ],
    holds: tool([44, -120], [-12, -392], '', 0),
    ...c,
  });
/** Carries something in front, at the height of the belt. */
export const carrying = (load: string, c: Clothes = {}) =>
  person({
    ...plain,
    lean: 4,
    hands: [
      [40, -104],
      [52, -100],
    ],
    feet: [-24, 28],
    holds: `<g transform="translate(52 -96) scale(.52)">${load}</g>`,
    ...c,
  });
/** Carries something on the head. */
export const onHead = (load: string, c: Clothes = {}) =>
  person({
    ...plain,
    hat: 'hair',
    hands: [
      [-34, -206],
      [42, -206],
    ],
    feet: [-20, 24],
    ...c,
  }) + `<g transform="translate(4 -210) scale(.5)">${load}</g>`;

export const red = { shirt: '#c8553d', trousers: '#4f5d6b' } as const;
export const blue = {
  shirt: '#4f7ea8',
  trousers: '#5d4d3a',
  hat: 'straw',
  hatColour: '#ead08a',
} as const;
export const green = {
  shirt: '#4d8a66',
  trousers: '#3f4250',
  hat: 'cap',
  hatColour: '#b23b2e',
} as const;
export const yellow = {
  shirt: '#e3b34c',
  trousers: '#6b4f5e',
  hat: 'scarf',
  hatColour: '#7a4a78',
  skirt: true,
  skin: '#b87d54',
} as const;
export const rose = {
  shirt: '#c46a7e',
  trousers: '#7f4154',
  hat: 'long',
  hatColour: '#2a1d17',
  skirt: true,
  skin: '#b57a52',
} as const;
export const white = {
  shirt: '#f0e6d2',
  trousers: '#6a6152',
  hat: 'salakot',
  hatColour: '#d9b05a',
  skin: '#8f5c3a',
} as const;
export const teal = {
  shirt: '#3f8a8c',
  trousers: '#54483c',
  hat: 'hair',
  hatColour: '#2d221b',
  skin: '#9c6642',
} as const;
export const violet = {
  shirt: '#8169a0',
  trousers: '#4a4658',
  hat: 'straw',
  hatColour: '#f0dca0',
  skin: '#c08a60',
} as const;
