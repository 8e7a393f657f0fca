import type { DemoNotification } from '#demo/types.ts';

import { noteTo, seen, unread } from './note.ts';

const note = noteTo('maria');

export const toMaria: DemoNotification[] = [
  note(
    'forum',
    [
      'Mark Anthony Sison commented',
      'We can help load tomorrow, there are five of us free until noon.',
    ],
    { post: 'straw-120-bundles' },
    unread(29),
  ),
  note(
    'forum-new-post',
    ['Ana Dizon posted', 'Mango gleaning in San Miguel on Saturday: 20 pickers needed'],
    { post: 'mango-gleaning' },
    unread(95),
  ),
  note(
    'forum',
    [
      'Celia Manalo liked your post',
      '120 bundles of rice straw, dry, free to whoever fetches them',
    ],
    { post: 'straw-120-bundles' },
    unread(121),
  ),
  note(
    'payment-success',
    [
      'Payment received',
      'Dante Tolentino paid 1,400 pesos for 40 bundles of straw. Reference GL-20418.',
    ],
    null,
    unread(1_505),
  ),
  note(
    'forum-response',
    [
      'Your report was answered',
      'The post you reported named a buyer’s phone number. It was removed. Salamat for telling us.',
    ],
    null,
    seen(4_340),
  ),
  note(
    'verification-action',
    [
      'You are verified',
      'Your farm in San Isidro was confirmed by the co-op. Buyers can now send a truck.',
    ],
    null,
    seen(9_020),
  ),
  note(
    'refund-response',
    ['Refund sent', 'The 350 pesos hauling deposit for the cancelled trip was sent back to you.'],
    null,
    seen(16_870),
  ),
  note(
    'listing-deleted',
    [
      'Listing removed',
      '“Straw, 40 bundles” was taken down because it was marked as fetched more than 30 days ago.',
    ],
    null,
    seen(23_310),
  ),
  note(
    'violation',
    [
      'A photo was removed',
      'One photo showed a plate number. Your post stays; please add another photo without it.',
    ],
    null,
    seen(31_120),
  ),
];
