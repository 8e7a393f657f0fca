import * as z from 'zod/mini';

import {
  AgreementInput,
  Appointment,
  AppointmentInput,
  AppointmentMessage,
  AppointmentPage,
  AppointmentQuery,
  CallOffInput,
  ComingInput,
  MessageInput,
  OutcomeInput,
  PlaceInput,
} from '#lib/contract/exchange/appointments.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { CSV_TYPE, respondCsv } from '#lib/server/platform/http/csv-response.ts';

import { getAppointment } from './appointment.ts';
import { askForAmount } from './ask/ask-for-amount.ts';
import { askForHalfDay } from './ask/ask-for-half-day.ts';
import { exportAppointments, LIMITS as FILE_LIMITS } from './export.ts';
import { listAppointments } from './list.ts';
import { LIMITS } from './lock-appointment.ts';
import { listMessages, sendMessage } from './messages/messages.ts';
import { reportOutcome } from './outcome.ts';
import { agree, callOff, confirm, decline, setPlace, skip } from './respond.ts';
import { stopStanding } from './standing/standing.ts';

/** Awaits an act. @returns the changed appointment */
const after = async (ctx: Ctx, id: string, act: Promise<void>): Promise<Appointment> => {
  await act;
  return getAppointment(ctx, id);
};

const OF_APPOINTMENT = { ids: { id: 'pickup' }, actsFor: 'appointment' } as const;
const ENDED = ['pickup_ended', 'booking_ended'] as const;
const NOT_YOURS = ['pickup_not_yours', 'booking_not_yours'] as const;
const ACT = { token: true, response: Appointment, limits: [LIMITS.changeAppointment] } as const;

/** Appointments: amounts of listings, and half days of machines. */
export const calls = {
  'GET /web/appointments': call({
    summary: 'List my appointments',
    token: true,
    query: AppointmentQuery,
    response: AppointmentPage,
    run: (ctx, { query }) => listAppointments(ctx, query),
  }),
  'GET /web/appointments/csv': call({
    summary: 'Download my appointments',
    token: true,
    file: CSV_TYPE,
    limits: [FILE_LIMITS.pickupsFile],
    run: async (ctx, _input, c) => respondCsv(c, 'pickups', await exportAppointments(ctx)),
  }),
  'POST /web/appointments': call({
    summary: 'Ask for an amount of a listing, or a half day of a machine',
    token: true,
    body: AppointmentInput,
    response: Appointment,
    status: [201],
    errors: [
      'post_not_found',
      'one_hand',
      'contact_required',
      'number_needed',
      'listing_not_open',
      'town_invalid',
      'listing_not_found',
      'own_listing',
      'by_half_days',
      'more_than_left',
      'amount_without_listing',
      'pickup_exists',
      'pickup_day_past',
      'pickup_day_too_late',
      'pickup_day_before_ready',
      'pickup_day_after_until',
      'pickup_day_without_round',
      'each_time_without_rounds',
      'each_time_without_amount',
      'quarter_stays_open',
      'post_pending',
      'machine_not_found',
      'own_machine',
      'booking_exists',
      'half_day_over',
      'half_day_too_late',
      'half_day_away',
      'out_of_reach',
      'more_than_half_day',
    ],
    limits: [LIMITS.askForAmount, LIMITS.askForHalfDay],
    actsFor: 'input',
    run: (ctx, { body }) =>
      body.subject === 'amount' ? askForAmount(ctx, body) : askForHalfDay(ctx, body),
  }),
  'GET /web/appointments/:id': call({
    summary: 'Read an appointment',
    token: true,
    response: Appointment,
    ...OF_APPOINTMENT,
    run: (ctx, { id }) => getAppointment(ctx, id),
  }),
  'POST /web/appointments/:id/agree': call({
    summary: 'Agree to what is asked of me',
    body: AgreementInput,
    errors: [
      ...ENDED,
      ...NOT_YOURS,
      'contact_required',
      'number_needed',
      'more_than_left',
      'nothing_left',
      'listing_changed',
      'quarter_stays_open',
      'half_day_taken',
    ],
    ...ACT,
    ...OF_APPOINTMENT,
    run: (ctx, { id, body }) => after(ctx, id, agree(ctx, id, body)),
  }),
  'POST /web/appointments/:id/decline': call({
    summary: 'Say not this time',
    errors: [...ENDED, ...NOT_YOURS],
    ...ACT,
    ...OF_APPOINTMENT,
    run: (ctx, { id }) => after(ctx, id, decline(ctx, id)),
  }),
  'POST /web/appointments/:id/call-off': call({
    summary: 'Call off an appointment, or take a question back',
    body: CallOffInput,
    errors: ENDED,
    ...ACT,
    ...OF_APPOINTMENT,
    run: (ctx, { id, body }) => after(ctx, id, callOff(ctx, id, body)),
  }),
  'POST /web/appointments/:id/skip': call({
    summary: 'Call off one of those that are agreed for each round',
    errors: ENDED,
    ...ACT,
    ...OF_APPOINTMENT,
    run: (ctx, { id }) => after(ctx, id, skip(ctx, id)),
  }),
  'POST /web/appointments/:id/stop': call({
    summary: 'Stop what is agreed for each round',
    errors: ENDED,
    ...ACT,
    ...OF_APPOINTMENT,
    run: (ctx, { id }) => after(ctx, id, stopStanding(ctx, id)),
  }),
  'POST /web/appointments/:id/place': call({
    summary: 'Say where exactly',
    body: PlaceInput,
    errors: [...ENDED, ...NOT_YOURS],
    ...ACT,
    ...OF_APPOINTMENT,
    run: (ctx, { id, body }) => after(ctx, id, setPlace(ctx, id, body)),
  }),
  'POST /web/appointments/:id/confirm': call({
    summary: 'Say whether I am coming',
    body: ComingInput,
    errors: ENDED,
    ...ACT,
    ...OF_APPOINTMENT,
    run: (ctx, { id, body }) => after(ctx, id, confirm(ctx, id, body.is_coming)),
  }),
  'POST /web/appointments/:id/outcome': call({
    summary: 'Say what was handed over',
    body: OutcomeInput,
    errors: [...ENDED, 'too_early'],
    ...ACT,
    ...OF_APPOINTMENT,
    run: (ctx, { id, body }) => after(ctx, id, reportOutcome(ctx, id, body)),
  }),
  'GET /web/appointments/:id/messages': call({
    summary: 'List the messages of an appointment, the oldest first',
    token: true,
    response: z.array(AppointmentMessage),
    ...OF_APPOINTMENT,
    run: (ctx, { id }) => listMessages(ctx, id),
  }),
  'POST /web/appointments/:id/messages': call({
    summary: 'Send a message about an appointment',
    token: true,
    headers: ['idempotency-key'],
    body: MessageInput,
    response: z.array(AppointmentMessage),
    status: [201],
    errors: [...ENDED, 'idempotency_key_reused'],
    limits: [LIMITS.sendMessage],
    ...OF_APPOINTMENT,
    run: (ctx, { id, body, key }) =>
      sendMessage(ctx, id, { content: body.content, idempotency_key: key }),
  }),
} satisfies Calls;
