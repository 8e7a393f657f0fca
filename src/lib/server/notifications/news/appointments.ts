// The messages about appointments: for each subject, the texts of the bell, email and SMS.
import type { AppointmentNews } from '#lib/server/platform/notification-events.ts';

import type { Rows } from './appointment-rows.ts';
import {
  halfDayEmail,
  halfDayTomorrow,
  missed,
  news,
  newsAsInBell,
  offered,
  past,
  request,
  requested,
  stopped,
  tomorrow,
  unheard,
  waiting,
} from './emails.ts';
import { awaited, day } from './sms.ts';
import type { TruckNews } from './trucks.ts';

export const APPOINTMENTS: Rows<Exclude<AppointmentNews, TruckNews>> = {
  requested: {
    amount: ['notification.requested', requested, awaited('sms.requested')],
    halfDay: ['notification.booking_requested', halfDayEmail, awaited('sms.booking_requested')],
    digest: 'requests',
    while: 'requested',
    ofEachRound: true,
  },
  offered: {
    amount: ['notification.offered', offered, awaited('sms.offered')],
    digest: 'requests',
    while: 'requested',
    ofEachRound: true,
  },
  ordered: {
    amount: ['notification.ordered', request('mail.ordered'), awaited('sms.ordered')],
    digest: 'requests',
    while: 'requested',
    ofEachRound: true,
  },
  agreed: {
    amount: ['notification.agreed', news('mail.agreed', 'mail.agreed_where'), day('sms.agreed')],
    halfDay: ['notification.booking_agreed', halfDayEmail, day('sms.booking_agreed')],
    while: 'agreed',
    ofEachRound: true,
    calendar: 'PUBLISH',
  },
  declined: {
    amount: ['notification.declined', news('mail.declined'), day('sms.declined')],
    halfDay: ['notification.booking_declined', halfDayEmail, day('sms.booking_declined')],
  },
  placed: {
    amount: ['notification.placed', news('mail.placed'), day('sms.placed')],
    halfDay: ['notification.placed', halfDayEmail, day('sms.booking_placed')],
    while: 'agreed',
    repeated: true,
  },
  calledOff: {
    amount: [
      'notification.called_off_by',
      news('mail.called_off_by', 'mail.called_off_why'),
      day('sms.called_off_by'),
    ],
    halfDay: ['notification.booking_called_off_by', halfDayEmail, day('sms.booking_called_off_by')],
    callsOff: true,
    calendar: 'CANCEL',
  },
  ended: {
    amount: [
      'notification.called_off',
      news('mail.called_off', 'mail.called_off_ended'),
      day('sms.called_off'),
    ],
    halfDay: ['notification.booking_called_off', halfDayEmail, day('sms.booking_called_off')],
    anonymous: true,
    callsOff: true,
    calendar: 'CANCEL',
  },
  deleted: {
    amount: [
      'notification.called_off_deleted',
      news('mail.called_off', 'mail.called_off_deleted'),
      day('sms.called_off'),
    ],
    halfDay: ['notification.booking_deleted', halfDayEmail, day('sms.booking_called_off')],
    anonymous: true,
    callsOff: true,
    calendar: 'CANCEL',
  },
  left: {
    amount: [
      'notification.called_off_left',
      news('mail.called_off', 'mail.called_off_left'),
      day('sms.called_off'),
    ],
    halfDay: ['notification.booking_left', halfDayEmail, day('sms.booking_called_off')],
    anonymous: true,
    outlives: true,
    callsOff: true,
    calendar: 'CANCEL',
  },
  message: {
    amount: ['notification.wrote', news('mail.wrote'), 'often'],
    halfDay: ['notification.wrote', halfDayEmail, 'often'],
    kind: 'message',
    repeated: true,
  },
  unanswered: {
    amount: ['notification.unanswered', news('mail.unanswered', 'mail.unanswered_text'), 'over'],
    halfDay: ['notification.booking_unanswered', halfDayEmail, 'over'],
  },
  lapsed: {
    amount: ['notification.lapsed', news('mail.lapsed', 'mail.lapsed_text'), 'over'],
    halfDay: ['notification.booking_lapsed', halfDayEmail, 'over'],
  },
  tomorrow: {
    amount: ['notification.tomorrow', tomorrow, awaited('sms.tomorrow')],
    halfDay: ['notification.booking_tomorrow', halfDayTomorrow, day('sms.booking_tomorrow')],
    while: 'agreed',
    // A shared truck may move it.
    repeated: 'amount',
  },
  waiting: {
    amount: ['notification.waiting', waiting, 'heard before'],
    halfDay: ['notification.waiting', halfDayEmail, 'heard before'],
    while: 'requested',
    repeated: true,
    ofEachRound: true,
  },
  unheard: {
    amount: ['notification.unheard', unheard, 'heard before'],
    halfDay: ['notification.unheard', halfDayEmail, 'heard before'],
    while: 'requested',
  },
  past: { amount: ['notification.past', past, 'over'], while: 'agreed' },
  outcome: { amount: ['notification.outcome', news('mail.outcome', 'mail.outcome_text'), 'over'] },
  differing: {
    amount: ['notification.differing', news('mail.differing', 'mail.differing_text'), 'over'],
  },
  corrected: {
    amount: ['notification.corrected', news('mail.corrected'), 'over'],
    repeated: true,
  },
  round: {
    amount: ['notification.round', newsAsInBell('mail.round_text'), 'heard before'],
    // No phone is woken for what was agreed long ago.
    push: false,
    while: 'agreed',
    calendar: 'PUBLISH',
  },
  stopped: {
    amount: ['notification.stopped', stopped, day('sms.stopped')],
    callsOff: true,
    calendar: 'CANCEL',
  },
  shortened: {
    amount: ['notification.shortened', newsAsInBell('mail.shortened_text'), 'often'],
    repeated: true,
  },
  missed: { amount: ['notification.missed', missed, day('sms.missed')], calendar: 'CANCEL' },
  freed: {
    halfDay: ['notification.booking_freed', halfDayEmail, day('sms.booking_freed')],
    while: 'requested',
    repeated: true,
    anonymous: true,
    onlyLatest: true,
  },
  taken: {
    halfDay: ['notification.booking_taken', halfDayEmail, day('sms.booking_taken')],
    while: 'requested',
    repeated: true,
    anonymous: true,
    onlyLatest: true,
  },
};
