import { Hono } from 'hono';

import {
  AwayInput,
  Booking,
  BookingCallOff,
  BookingInput,
  BookingList,
  BookingQuery,
  Machine,
  MachineInput,
  MachineList,
  MACHINES_FRESH_SECONDS,
  MachineSearch,
  MachineWeek,
  type Slot,
  WeekQuery,
} from '#lib/contract/exchange/machines.ts';
import { toId } from '#lib/contract/ids.ts';
import { BOOKINGS_PATH, bookingPath, machinePath, MACHINES_PATH } from '#lib/contract/paths.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import {
  findOpenBooking,
  requestBooking,
} from '#lib/server/exchange/appointments/ask-for-half-day.ts';
import {
  exportBookings,
  LIMITS as FILE_LIMITS,
} from '#lib/server/exchange/appointments/export-half-days.ts';
import { getBooking, listBookings } from '#lib/server/exchange/appointments/half-day.ts';
import { agree, callOff, decline } from '#lib/server/exchange/appointments/respond.ts';
import {
  type AppointmentRef,
  LIMITS as BOOKING_LIMITS,
} from '#lib/server/exchange/appointments/transaction.ts';
import { savePhone } from '#lib/server/people/profile/contact-phone.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, fieldError, notFound } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { CSV_TYPE, respondCsv } from '#lib/server/platform/http/csv-response.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type ActingAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { getMachineWeek, LIMITS, putMachine, removeMachine, setAway } from './machines.ts';
import { searchMachines } from './search-machines.ts';

const OWN = ['post_not_found', 'post_not_yours', 'post_pending'] as const;
const ofHalfDay = (id: string): AppointmentRef => ({ id, subject: 'half_day' });

/** @returns the booking after an act */
const after = async (ctx: Ctx, id: string, act: (of: AppointmentRef) => Promise<void>) => {
  await act(ofHalfDay(id));
  return getBooking(ctx, id);
};

const OF_BOOKING = { ids: { id: 'booking' }, actsFor: 'booking' } as const;
const CHANGE = ['booking_not_found', 'booking_ended'] as const;

/** Machines of services, and bookings of their half days. */
export const calls = {
  'GET /web/machines': call({
    summary: 'Find machines that are free in a week',
    token: true,
    access: 'open',
    query: MachineSearch,
    response: MachineList,
    errors: ['town_invalid', 'week_invalid'],
    guestSeconds: MACHINES_FRESH_SECONDS,
    run: (ctx, { query }) => searchMachines(ctx, query),
  }),
  'GET /web/machines/:id': call({
    summary: 'Read a week of a machine',
    token: true,
    query: WeekQuery,
    response: MachineWeek,
    errors: ['machine_not_found', 'week_invalid'],
    ids: { id: 'machine' },
    actsFor: 'author',
    run: (ctx, { id, query }) => getMachineWeek(ctx, id, query),
  }),
  'PUT /web/machines/:id': call({
    summary: 'Say what machine my service is',
    token: true,
    body: MachineInput,
    response: Machine,
    errors: [...OWN, 'machine_needs_service'],
    limits: [LIMITS.changeMachine],
    ids: { id: 'post' },
    actsFor: 'author',
    run: (ctx, { id, body }) => putMachine(ctx, id, body),
  }),
  'DELETE /web/machines/:id': call({
    summary: 'Make my service one without a machine',
    token: true,
    errors: [...OWN, 'machine_not_found'],
    limits: [LIMITS.changeMachine],
    ids: { id: 'post' },
    actsFor: 'author',
    run: (ctx, { id }) => removeMachine(ctx, id),
  }),
  'PUT /web/machines/:id/away': call({
    summary: 'Say when my machine is away in a week',
    token: true,
    body: AwayInput,
    errors: [...OWN, 'machine_not_found', 'week_invalid', 'half_day_booked'],
    limits: [LIMITS.changeMachine],
    ids: { id: 'post' },
    actsFor: 'author',
    run: (ctx, { id, body }) => setAway(ctx, id, body),
  }),
  'GET /web/bookings': call({
    summary: 'List my bookings of machines',
    token: true,
    query: BookingQuery,
    response: BookingList,
    run: (ctx, { query }) => listBookings(ctx, query),
  }),
  'GET /web/bookings/csv': call({
    summary: 'Download my bookings of machines',
    token: true,
    file: CSV_TYPE,
    limits: [FILE_LIMITS.bookingsFile],
    run: async (ctx, _input, c) => respondCsv(c, 'bookings', await exportBookings(ctx)),
  }),
  'POST /web/bookings': call({
    summary: 'Ask for a half day of a machine',
    token: true,
    body: BookingInput,
    response: Booking,
    status: [201],
    errors: [
      'post_not_found',
      'post_pending',
      'machine_not_found',
      'listing_not_open',
      'own_machine',
      'one_hand',
      'not_looked_after',
      'contact_required',
      'number_needed',
      'booking_exists',
      'half_day_over',
      'half_day_too_late',
      'half_day_away',
      'out_of_reach',
      'more_than_half_day',
      'town_invalid',
    ],
    limits: [BOOKING_LIMITS.requestBooking],
    actsFor: 'input',
    run: (ctx, { body }) => requestBooking(ctx, body),
  }),
  'GET /web/bookings/:id': call({
    summary: 'Read a booking',
    token: true,
    response: Booking,
    errors: ['booking_not_found'],
    ...OF_BOOKING,
    run: (ctx, { id }) => getBooking(ctx, id),
  }),
  'POST /web/bookings/:id/agree': call({
    summary: 'Agree to a booking',
    token: true,
    response: Booking,
    errors: [...CHANGE, 'booking_not_yours', 'half_day_taken', 'contact_required', 'number_needed'],
    limits: [BOOKING_LIMITS.changeBooking],
    ...OF_BOOKING,
    run: (ctx, { id }) => after(ctx, id, (of) => agree(ctx, of, { place: null })),
  }),
  'POST /web/bookings/:id/decline': call({
    summary: 'Decline a booking',
    token: true,
    response: Booking,
    errors: [...CHANGE, 'booking_not_yours'],
    limits: [BOOKING_LIMITS.changeBooking],
    ...OF_BOOKING,
    run: (ctx, { id }) => after(ctx, id, (of) => decline(ctx, of)),
  }),
  'POST /web/bookings/:id/call-off': call({
    summary: 'Call off a booking',
    token: true,
    body: BookingCallOff,
    response: Booking,
    errors: CHANGE,
    limits: [BOOKING_LIMITS.changeBooking],
    ...OF_BOOKING,
    run: (ctx, { id, body }) => after(ctx, id, (of) => callOff(ctx, of, body)),
  }),
} satisfies Calls;

/** A half day as forms name it: `2026-12-01.morning`. */
function readSlot(name: string): { day: string; half: string } {
  const [day = '', half = ''] = name.split('.');
  return { day, half };
}

const CENTAVOS = 100;

/** Reads the form of a machine; a price is typed in pesos. */
function readMachine(form: URLSearchParams): MachineInput {
  const pesos = readNumber(form.get('price_centavos'));
  return parse(MachineInput, {
    machine: form.get('machine') ?? '',
    unit: form.get('unit') ?? '',
    a_day: readNumber(form.get('a_day')),
    reach_km: readNumber(form.get('reach_km')),
    price_centavos: pesos === null ? null : Math.round(pesos * CENTAVOS),
  });
}

/** An action on the machine of the path, whose page is shown again and says, by its name, what was done. */
const onMachine = (
  done: string,
  act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<unknown>,
): ActingAction => ({
  actsFor: 'author',
  async run(ctx, { values, id: param }) {
    const id = toId(param);
    if (!id) throw notFound('machine');
    await act(ctx, id, values);
    return machinePath(id, { week: values.get('week'), done });
  },
});

const awayOf = (form: URLSearchParams): AwayInput =>
  parse(AwayInput, {
    week: form.get('week') ?? '',
    away: form.getAll('away').map((name) => readSlot(name) as Slot),
  });

/** @returns the id of the new booking, or of that which an earlier press of the button made */
const requestOnce = (ctx: Ctx, input: BookingInput): Promise<string> =>
  requestBooking(ctx, input).then(
    ({ appointment_id }) => appointment_id,
    async (error: unknown) => {
      const isRepeated = error instanceof AppError && error.code === 'booking_exists';
      const id = isRepeated ? await findOpenBooking(ctx, input) : null;
      if (id === null) throw error;
      return id;
    },
  );

async function book(ctx: Ctx, { values: form, id }: SentForm): Promise<string> {
  const post_id = toId(id);
  if (!post_id) throw notFound('machine');
  // The half day is one field.
  if (!form.get('day')) throw fieldError('day', 'half_day_required');
  const input = parse(BookingInput, {
    post_id,
    ...readSlot(form.get('day') ?? ''),
    town: form.get('town') ?? '',
    amount: readNumber(form.get('amount')),
    note: form.get('note') || null,
  });
  await savePhone(ctx, form);
  return bookingPath(await requestOnce(ctx, input));
}

const MACHINE_FORMS = {
  set: onMachine('saved', (ctx, id, form) => putMachine(ctx, id, readMachine(form))),
  remove: onMachine('removed', (ctx, id) => removeMachine(ctx, id)),
  away: onMachine('away', (ctx, id, form) => setAway(ctx, id, awayOf(form))),
  book: { actsFor: 'input', run: book },
} as const;

/** An action on the booking of the path, whose page is shown again and says, by its name, what was done. */
const onBooking = (
  act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<unknown>,
): ActingAction => ({
  actsFor: 'booking',
  async run(ctx, { values, id: param }) {
    const id = toId(param);
    if (!id) throw notFound('booking');
    await act(ctx, id, values);
    return `${bookingPath(id)}?done=${values.get('action')}`;
  },
});

const BOOKING_FORMS = {
  agree: onBooking(async (ctx, id, form) => {
    await savePhone(ctx, form);
    return agree(ctx, ofHalfDay(id), { place: null });
  }),
  decline: onBooking((ctx, id) => decline(ctx, ofHalfDay(id))),
  call_off: onBooking((ctx, id, form) =>
    callOff(ctx, ofHalfDay(id), parse(BookingCallOff, { reason: form.get('reason') ?? '' })),
  ),
};

/** The plain forms of a machine's page, and of a booking's. */
export const machineForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post(`${BOOKINGS_PATH}/:id`, handleForms(render, BOOKING_FORMS))
    .post(`${MACHINES_PATH}/:id`, handleForms(render, MACHINE_FORMS));
