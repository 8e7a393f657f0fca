import type { DemoNotification } from '#demo/types.ts';

import { notificationTo, read, unread } from './notification-to.ts';

const notification = notificationTo('jun');

export const junNotifications: DemoNotification[] = [
  notification(
    'forum-new-post',
    ['Maria Santos posted', '120 bundles of rice straw, dry, free to whoever picks them up'],
    { post: 'straw-120-bundles' },
    unread(132),
  ),
  notification(
    'forum',
    [
      'Roberto Garcia commented',
      'How do you pay for wet husk? It rained here and they doubled in weight.',
    ],
    { post: 'husk-two-tons' },
    unread(732),
  ),
  notification(
    'payment-success',
    ['Payment sent', 'You paid 6,200 pesos for 1,240 kilos of coconut husk. Reference GL-20397.'],
    null,
    unread(2_610),
  ),
  notification(
    'verification-action',
    [
      'One paper is missing',
      'Please send the new barangay clearance for the Gapan yard; the old one has expired.',
    ],
    null,
    read(5_480),
  ),
  notification(
    'forum-response',
    [
      'Your question was answered',
      'Staff replied about the sharing of hauling costs: the rates will be voted on at the meeting.',
    ],
    null,
    read(12_205),
  ),
  notification(
    'refund-response',
    [
      'Refund request received',
      'We are looking at the 28 wet sacks of the last delivery and will answer within five working days.',
    ],
    null,
    read(20_150),
  ),
  notification(
    'violation',
    [
      'A reminder about prices',
      'A price was changed after the buyer had arrived. Please keep the posted price for the day.',
    ],
    null,
    read(28_640),
  ),
  notification(
    'listing-deleted',
    [
      'Listing removed',
      '“Compost, 100 sacks” ended on its date. You can post it again at any time.',
    ],
    null,
    read(35_905),
  ),
];
