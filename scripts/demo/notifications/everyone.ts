import type { DemoNotification } from '#demo/types.ts';

import { noteTo, seen, unread } from './note.ts';

const note = noteTo(null);
const title = 'New in EduHub';

/** One row for everyone. The loader keeps who has read it apart. */
export const toEveryone: DemoNotification[] = [
  note(
    'eduhub-published',
    [title, 'Black soldier fly: feed from what the market throws away'],
    { resource: 'black-soldier-fly' },
    unread(2 * 1_440 + 35),
  ),
  note(
    'eduhub-published',
    [title, 'Green corn stalks in drums: silage for the dry months'],
    { resource: 'corn-silage' },
    seen(19 * 1_440 + 50),
  ),
  note(
    'eduhub-published',
    [title, 'A heap that heats: compost in eight weeks'],
    { resource: 'compost' },
    seen(47 * 1_440 + 20),
  ),
];
