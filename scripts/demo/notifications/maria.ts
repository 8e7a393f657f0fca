import type { DemoNotification } from '#demo/types.ts';

import { notificationTo, read, unread } from './notification-to.ts';

const notification = notificationTo('maria');

export const mariaNotifications: DemoNotification[] = [
  notification(
    'forum',
    [
      'Mark Anthony Sison commented',
      'We can help load tomorrow, there are five of us free until noon.',
    ],
    { post: 'straw-120-bundles' },
    unread(29),
  ),
  notification(
    'forum-new-post',
    ['Ana Dizon posted', 'Mango gleaning in San Miguel on Saturday: 20 pickers needed'],
    { post: 'mango-gleaning' },
    unread(95),
  ),
  notification(
    'forum',
    [
      'Celia Manalo and 8 others liked your post',
      '120 bundles of rice straw, dry, free to whoever picks them up',
    ],
    { post: 'straw-120-bundles' },
    unread(121),
  ),
  notification(
    'payment-success',
    [
      'Payment received',
      'Dante Tolentino paid 1,400 pesos for 40 bundles of straw. Reference GL-20418.',
    ],
    null,
    unread(1_505),
  ),
  notification(
    'forum-response',
    [
      'Your report was answered',
      'The post you reported named a buyer’s phone number. It was removed. Salamat for telling us.',
    ],
    null,
    read(4_340),
  ),
  notification(
    'verification-action',
    [
      'You are verified',
      'Your farm in San Isidro was confirmed by the co-op. Buyers can now send a truck.',
    ],
    null,
    read(9_020),
  ),
  notification(
    'refund-response',
    ['Refund sent', 'The 350 pesos hauling deposit for the canceled trip was sent back to you.'],
    null,
    read(16_870),
  ),
  notification(
    'listing-deleted',
    [
      'Listing removed',
      '“Straw, 40 bundles” was taken down because it was marked as picked up more than 30 days ago.',
    ],
    null,
    read(23_310),
  ),
  notification(
    'violation',
    [
      'A photo was removed',
      'One photo showed a plate number. Your post stays; please add another photo without it.',
    ],
    null,
    read(31_120),
  ),
];
