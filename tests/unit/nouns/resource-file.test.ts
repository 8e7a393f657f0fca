import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readDraft, readResource } from '#scripts/operator/resource-file.ts';

const FILE = `# A heap that heats

![the cover](cover.jpg)

Straw and manure,
in layers.

## Turning it
\x20\t
![](heap.png)

Every ten days.`;

test('a resource is parsed from its file', () => {
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
  ['', /must start with its title/],
  ['A heap', /must start with its title/],
  ['# A heap\nStraw.', /a blank line below/],
  ['# A heap\n\n![](cover.jpg)\n\nStraw.\n## Turning it', /“## Turning it” must be/],
  ['# A heap\n\n![](cover.jpg)\n\n## Turning it\nOften.', /“## Turning it” must be/],
  ['# A heap\n\n![](cover.jpg)\n\n![](heap.png)\nA heap', /“!\[\]\(heap\.png\)” must be/],
  ['# A heap\n\n![](cover.jpg)\n\n### Turning it', /“### Turning it” must be/],
  ['# A heap\n\nStraw.', /Please add a cover/],
  ['# A heap\n\n![](cover.jpg)', /write something below the title/],
  [`# ${'A'.repeat(151)}\n\n![](cover.jpg)\n\nStraw.`, /at most 150 characters/],
])('%j is rejected, and the missing part is named', (text, message) => {
  expect(() => readDraft(text)).toThrow(message);
});

test.each(['../elsewhere.png', '/etc/elsewhere.png', String.raw`..\elsewhere.png`])(
  'an image must be beside the file, not at %s',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'glean-resource-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'heap.md');
    await writeFile(file, `# A heap\n\n![](${name})\n\nStraw.`);
    await expect(readResource(file)).rejects.toThrow('must be beside the file');
  },
);
