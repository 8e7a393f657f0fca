import type { DemoNotification } from '#demo/types.ts';

import { noteTo, seen, unread } from './note.ts';

const note = noteTo('ana');

export const toAna: DemoNotification[] = [
  note(
    'forum',
    ['Maria Santos commented', 'I am bringing my daughter, so that is 19.'],
    { post: 'mango-gleaning' },
    unread(34),
  ),
  note(
    'forum-new-post',
    ['Luzviminda Ramos posted', 'Tomatoes at 4 pesos, I would rather give than throw'],
    { post: 'tomato-glut' },
    unread(385),
  ),
  note(
    'forum',
    [
      'Roberto Garcia liked your post',
      'Mango gleaning in San Miguel on Saturday: 20 pickers needed',
    ],
    { post: 'mango-gleaning' },
    seen(82),
  ),
  note(
    'verification-action',
    [
      'Organization verified',
      'Second Basket San Fernando is confirmed as a gleaning organization.',
    ],
    null,
    unread(2_990),
  ),
  note(
    'payment-success',
    ['Support received', 'The co-op sent 2,150 pesos for gas and cooking oil. Reference GL-20355.'],
    null,
    seen(7_730),
  ),
  note(
    'forum-response',
    [
      'Your report was answered',
      'The seller has corrected the weight in the post. Nothing else is needed from you.',
    ],
    null,
    seen(13_015),
  ),
  note(
    'refund-response',
    [
      'Refund approved',
      'The deposit for 20 crates, 1,000 pesos, will reach you within three working days.',
    ],
    null,
    seen(18_420),
  ),
  note(
    'listing-deleted',
    [
      'Listing removed',
      '“Ripe papaya, 80 kilos” was past its date and was taken down so nobody travels for nothing.',
    ],
    null,
    seen(26_755),
  ),
  note(
    'violation',
    [
      'A post was edited',
      'A child’s full name was removed from the caption of a photo. Please use first names only.',
    ],
    null,
    seen(34_060),
  ),
];
