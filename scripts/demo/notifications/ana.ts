import type { DemoNotification } from '#demo/types.ts';

import { notificationTo, read, unread } from './notification-to.ts';

const notification = notificationTo('ana');

export const anaNotifications: DemoNotification[] = [
  notification(
    'forum',
    ['Maria Santos commented', 'I am bringing my daughter, so that is 19.'],
    { post: 'mango-gleaning' },
    unread(34),
  ),
  notification(
    'forum-new-post',
    ['Luzviminda Ramos posted', 'Tomatoes at 4 pesos, I would rather give than throw'],
    { post: 'tomato-glut' },
    unread(385),
  ),
  notification(
    'forum',
    [
      'Roberto Garcia liked your post',
      'Mango gleaning in San Miguel on Saturday: 20 pickers needed',
    ],
    { post: 'mango-gleaning' },
    read(82),
  ),
  notification(
    'verification-action',
    [
      'Organization verified',
      'Second Basket San Fernando is confirmed as a gleaning organization.',
    ],
    null,
    unread(2_990),
  ),
  notification(
    'payment-success',
    ['Support received', 'The co-op sent 2,150 pesos for gas and cooking oil. Reference GL-20355.'],
    null,
    read(7_730),
  ),
  notification(
    'forum-response',
    [
      'Your report was answered',
      'The seller has corrected the weight in the post. Nothing else is needed from you.',
    ],
    null,
    read(13_015),
  ),
  notification(
    'refund-response',
    [
      'Refund approved',
      'The deposit for 20 crates, 1,000 pesos, will reach you within three working days.',
    ],
    null,
    read(18_420),
  ),
  notification(
    'listing-deleted',
    [
      'Listing removed',
      '“Ripe papaya, 80 kilos” was past its date and was taken down so no one travels for nothing.',
    ],
    null,
    read(26_755),
  ),
  notification(
    'violation',
    [
      'A post was edited',
      'A child’s full name was removed from the caption of a photo. Please use first names only.',
    ],
    null,
    read(34_060),
  ),
];
