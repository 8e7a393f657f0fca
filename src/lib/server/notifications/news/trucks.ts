// The messages about shared trucks, like `appointments.ts`.
import type { AppointmentNews } from '#lib/server/platform/notification-events.ts';

import type { Rows } from './appointment-rows.ts';
import { news, newsAsInBell } from './emails.ts';
import { day } from './sms.ts';

export type TruckNews = Extract<AppointmentNews, `trip${string}` | `${string}Day`>;

export const TRUCKS: Rows<TruckNews> = {
  tripOpened: {
    amount: [
      'notification.trip_opened',
      news('mail.trip_opened', 'mail.trip_opened_text'),
      day('sms.trip_opened'),
    ],
    repeated: true,
  },
  tripTaken: {
    amount: [
      'notification.trip_taken',
      news('mail.trip_taken', 'mail.trip_taken_text'),
      day('sms.trip_taken'),
    ],
    repeated: true,
    calendar: 'PUBLISH',
  },
  tripChanged: {
    amount: [
      'notification.trip_changed',
      news('mail.trip_changed', 'mail.trip_changed_text'),
      'often',
    ],
    repeated: true,
    sameAs: 'tripOpened',
  },
  tripClosed: {
    amount: [
      'notification.trip_closed',
      news('mail.trip_closed', 'mail.trip_closed_text'),
      day('sms.trip_closed'),
    ],
    repeated: true,
    sameAs: 'tripOpened',
  },
  tripUnjoined: {
    amount: [
      'notification.trip_unjoined',
      news('mail.trip_unjoined', 'mail.trip_unjoined_text'),
      day('sms.trip_unjoined'),
    ],
    repeated: true,
    sameAs: 'tripTaken',
    calendar: 'PUBLISH',
  },
  tripOffered: {
    // Sent to up to 50 members.
    amount: [
      'notification.trip_offered',
      news('mail.trip_offered', 'mail.trip_offered_text'),
      'often',
    ],
    repeated: true,
    anonymous: true,
  },
  tripJoined: {
    amount: [
      'notification.trip_joined',
      news('mail.trip_joined', 'mail.trip_joined_text'),
      day('sms.trip_joined'),
    ],
    repeated: true,
    begins: 'load',
  },
  tripLeft: {
    amount: [
      'notification.trip_left',
      news('mail.trip_left', 'mail.trip_left_text'),
      day('sms.trip_left'),
    ],
    repeated: true,
    anonymous: true,
  },
  tripOff: {
    amount: [
      'notification.trip_off',
      news('mail.trip_off', 'mail.trip_off_text'),
      day('sms.trip_off'),
    ],
    repeated: true,
    anonymous: true,
    callsOff: true,
    calendar: 'PUBLISH',
  },
  truckDay: {
    amount: ['notification.truck_day', newsAsInBell('mail.truck_day_text'), day('sms.truck_day')],
    while: 'agreed',
    repeated: true,
    calendar: 'PUBLISH',
  },
  ownDay: {
    amount: ['notification.own_day', newsAsInBell('mail.own_day_text'), day('sms.own_day')],
    while: 'agreed',
    repeated: true,
    sameAs: 'truckDay',
    calendar: 'PUBLISH',
  },
};
