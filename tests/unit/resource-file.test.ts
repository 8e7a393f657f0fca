import { expect, test } from 'vitest';

import { readDraft } from '#scripts/operator/resource-file.ts';

const FILE = `# A heap that heats

![the cover](cover.jpg)

Straw and manure,
in layers.

## Turning it

![](heap.png)

Every ten days.`;

test('a resource is read out of its file', () => {
  expect(readDraft(FILE)).toEqual({
    title: 'A heap that heats',
    cover: 'cover.jpg',
    blocks: [
      { type: 'TEXT', content: 'Straw and manure, in layers.' },
      { type: 'HEADING', content: 'Turning it' },
      { type: 'image', content: 'heap.png' },
      { type: 'TEXT', content: 'Every ten days.' },
    ],
  });
});

test.each([
  ['', /begins with its title/],
  ['A heap', /begins with its title/],
  ['# A heap\n\nStraw.', /Please give a cover/],
  ['# A heap\n\n![](cover.jpg)', /write something below the title/],
  [`# ${'A'.repeat(151)}\n\n![](cover.jpg)\n\nStraw.`, /at most 150 characters/],
])('%j is refused with what is missing', (text, message) => {
  expect(() => readDraft(text)).toThrow(message);
});
