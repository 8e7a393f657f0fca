import type { DraftBlock } from '#lib/contract/library/resource-drafts.ts';

interface DemoDraft {
  title: string;
  blocks: DraftBlock[];
  changedDaysAgo: number;
}

export const drafts: DemoDraft[] = [
  {
    title: 'Rice hull under chicks',
    changedDaysAgo: 1,
    blocks: [
      { type: 'HEADING', content: 'How deep' },
      {
        type: 'TEXT',
        content: 'Spread 5 to 8 cm of dry hull before the chicks come. Dusty hull is sieved first.',
      },
      { type: 'HEADING', content: 'When to turn it' },
      { type: 'TEXT', content: '' },
    ],
  },
  {
    title: 'Mango peel for goats',
    changedDaysAgo: 9,
    blocks: [{ type: 'TEXT', content: 'Ask Celia how much a goat may have in a day.' }],
  },
];
