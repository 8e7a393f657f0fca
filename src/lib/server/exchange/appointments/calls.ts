import { Hono } from 'hono';
import * as z from 'zod/mini';

import {
  AgreementInput,
  CallOffInput,
  ComingInput,
  MessageInput,
  Pickup,
  PickupInput,
  PickupList,
  PickupMessage,
  PickupOutcome,
  PickupPage,
  PlaceInput,
} from '#lib/contract/exchange/pickups.ts';
import { type Sharing, type Trip, TripInput, TripJoinInput } from '#lib/contract/exchange/trips.ts';
import { toId } from '#lib/contract/ids.ts';
import { pickupPath, tripPath } from '#lib/contract/paths.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import {
  joinTrip,
  leaveTripOf,
  lookForTrip,
  offerTrip,
} from '#lib/server/exchange/trips/service.ts';
import { savePhone } from '#lib/server/people/profile/contact-phone.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { CSV_TYPE, respondCsv } from '#lib/server/platform/http/csv-response.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type ActingAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, parseFormKey } from '#lib/server/platform/http/parse-request.ts';

import { getPickup } from './appointment.ts';
import { findOpenPickup, requestPickup } from './ask-for-amount.ts';
import { exportPickups, LIMITS as FILE_LIMITS } from './export.ts';
import { listPickups } from './list-pickups.ts';
import { listPickupMessages, sendPickupMessage } from './messages.ts';
import { reportOutcome } from './outcome.ts';
import { agree, callOff, confirm, decline, setPlace, skip } from './respond.ts';
import { stopPickups } from './standing.ts';
import { type AppointmentRef, LIMITS } from './transaction.ts';

const ofAmount = (id: string): AppointmentRef => ({ id, subject: 'amount' });

/** @returns the pickup after an act */
const after = async (ctx: Ctx, id: string, act: (of: AppointmentRef) => Promise<void>) => {
  await act(ofAmount(id));
  return getPickup(ctx, id);
};

const OF_PICKUP = { ids: { id: 'pickup' }, actsFor: 'pickup' } as const;
const CHANGE = ['pickup_not_found', 'pickup_not_yours', 'pickup_ended'] as const;

/** Pickups. */
export const calls = {
  'GET /web/pickups': call({
    summary: 'List my pickups',
    token: true,
    query: PickupList,
    response: PickupPage,
    run: (ctx, { query }) => listPickups(ctx, query),
  }),
  'GET /web/pickups/csv': call({
    summary: 'Download my pickups',
    token: true,
    file: CSV_TYPE,
    limits: [FILE_LIMITS.pickupsFile],
    run: async (ctx, _input, c) => respondCsv(c, 'pickups', await exportPickups(ctx)),
  }),
  'POST /web/pickups': call({
    summary: 'Ask for a pickup',
    token: true,
    body: PickupInput,
    response: Pickup,
    status: [201],
    errors: [
      'post_not_found',
      'listing_not_found',
      'listing_not_open',
      'own_listing',
      'one_hand',
      'not_looked_after',
      'by_half_days',
      'contact_required',
      'number_needed',
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
      'town_invalid',
    ],
    limits: [LIMITS.requestPickup],
    actsFor: 'input',
    run: (ctx, { body }) => requestPickup(ctx, body),
  }),
  'GET /web/pickups/:id': call({
    summary: 'Read a pickup',
    token: true,
    response: Pickup,
    errors: ['pickup_not_found'],
    ...OF_PICKUP,
    run: (ctx, { id }) => getPickup(ctx, id),
  }),
  'POST /web/pickups/:id/agree': call({
    summary: 'Agree to a pickup',
    token: true,
    body: AgreementInput,
    response: Pickup,
    errors: [
      ...CHANGE,
      'contact_required',
      'number_needed',
      'more_than_left',
      'nothing_left',
      'listing_changed',
      'quarter_stays_open',
    ],
    limits: [LIMITS.changePickup],
    ...OF_PICKUP,
    run: (ctx, { id, body }) => after(ctx, id, (of) => agree(ctx, of, body)),
  }),
  'POST /web/pickups/:id/place': call({
    summary: 'Say where exactly',
    token: true,
    body: PlaceInput,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
    ...OF_PICKUP,
    run: (ctx, { id, body }) => after(ctx, id, (of) => setPlace(ctx, of, body)),
  }),
  'POST /web/pickups/:id/decline': call({
    summary: 'Decline a pickup',
    token: true,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
    ...OF_PICKUP,
    run: (ctx, { id }) => after(ctx, id, (of) => decline(ctx, of)),
  }),
  'POST /web/pickups/:id/call-off': call({
    summary: 'Call off a pickup',
    token: true,
    body: CallOffInput,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
    ...OF_PICKUP,
    run: (ctx, { id, body }) => after(ctx, id, (of) => callOff(ctx, of, body)),
  }),
  'POST /web/pickups/:id/skip': call({
    summary: 'Skip a round of pickups that are agreed for each',
    token: true,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
    ...OF_PICKUP,
    run: (ctx, { id }) => after(ctx, id, (of) => skip(ctx, of)),
  }),
  'POST /web/pickups/:id/stop': call({
    summary: 'Stop pickups that are agreed for each round',
    token: true,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
    ...OF_PICKUP,
    run: (ctx, { id }) => after(ctx, id, () => stopPickups(ctx, id)),
  }),
  'POST /web/pickups/:id/confirm': call({
    summary: 'Say whether I am coming',
    token: true,
    body: ComingInput,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
    ...OF_PICKUP,
    run: (ctx, { id, body }) => after(ctx, id, (of) => confirm(ctx, of, body.is_coming)),
  }),
  'POST /web/pickups/:id/outcome': call({
    summary: 'Say what was handed over',
    token: true,
    body: PickupOutcome,
    response: Pickup,
    errors: [...CHANGE, 'too_early'],
    limits: [LIMITS.changePickup],
    ...OF_PICKUP,
    run: (ctx, { id, body }) => after(ctx, id, () => reportOutcome(ctx, id, body)),
  }),
  'GET /web/pickups/:id/messages': call({
    summary: 'List the messages of a pickup, the oldest first',
    token: true,
    response: z.array(PickupMessage),
    errors: ['pickup_not_found'],
    ...OF_PICKUP,
    run: (ctx, { id }) => listPickupMessages(ctx, id),
  }),
  'POST /web/pickups/:id/messages': call({
    summary: 'Send a message about a pickup',
    token: true,
    headers: ['idempotency-key'],
    body: MessageInput,
    response: z.array(PickupMessage),
    status: [201],
    errors: [...CHANGE, 'idempotency_key_reused'],
    limits: [LIMITS.sendPickupMessage],
    ...OF_PICKUP,
    run: (ctx, { id, body, key }) =>
      sendPickupMessage(ctx, id, { content: body.content, idempotency_key: key }),
  }),
} satisfies Calls;

/** An empty field is not stated. */
const textOf = (form: URLSearchParams, name: string): string | null => form.get(name) || null;

/** A form has one key, and what it says may be changed before it is sent again: that is another message. */
const keyed = (form: URLSearchParams, { content }: { content: string }) => ({
  content,
  idempotency_key: parseFormKey(form, content),
});

/** An action on the pickup of the path, whose page is shown again and says, by its name, what was done. */
const onPickup = (
  act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<unknown>,
  place?: string,
): ActingAction => ({
  actsFor: 'pickup',
  async run(ctx, { values, id: param }) {
    const id = toId(param);
    if (!id) throw notFound('pickup');
    await act(ctx, id, values);
    return pickupPath(id) + (place ?? `?done=${values.get('action')}`);
  },
});

/** Acts on what the pickup of the path shares, and leads to the trip, or back to the pickup. */
const onShared = (
  act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<Trip | Sharing>,
): ActingAction => ({
  actsFor: 'pickup',
  async run(ctx, { values, id: param }) {
    const id = toId(param);
    if (!id) throw notFound('pickup');
    const shared = await act(ctx, id, values);
    const path = 'trip_id' in shared ? tripPath(shared.trip_id) : pickupPath(id);
    return `${path}?done=${values.get('action')}`;
  },
});

/** About sharing a truck. */
const SHARE_ACTIONS = {
  offer_trip: onShared((ctx, id, form) => {
    const amount = readNumber(form.get('amount'));
    const given = { amount, unit: form.get('unit') ?? '', town: form.get('town') || null };
    return offerTrip(ctx, id, parse(TripInput, given));
  }),
  join_trip: onShared((ctx, id, form) => {
    const given = { trip_id: form.get('trip_id') ?? '', amount: readNumber(form.get('amount')) };
    return joinTrip(ctx, id, parse(TripJoinInput, given));
  }),
  look_for_trip: onShared(lookForTrip),
  leave_trip: onShared((ctx, id) => leaveTripOf(ctx, id)),
};

const ACTIONS = {
  agree: onPickup(async (ctx, id, form) => {
    await savePhone(ctx, form);
    return agree(ctx, ofAmount(id), parse(AgreementInput, { place: textOf(form, 'place') }));
  }),
  place: onPickup((ctx, id, form) =>
    setPlace(ctx, ofAmount(id), parse(PlaceInput, { place: form.get('place') ?? '' })),
  ),
  decline: onPickup((ctx, id) => decline(ctx, ofAmount(id))),
  call_off: onPickup((ctx, id, form) =>
    callOff(ctx, ofAmount(id), parse(CallOffInput, { reason: form.get('reason') ?? '' })),
  ),
  skip: onPickup((ctx, id) => skip(ctx, ofAmount(id))),
  stop: onPickup((ctx, id) => stopPickups(ctx, id)),
  coming: onPickup((ctx, id) => confirm(ctx, ofAmount(id), true)),
  not_coming: onPickup((ctx, id) => confirm(ctx, ofAmount(id), false)),
  message: onPickup(
    (ctx, id, form) =>
      sendPickupMessage(
        ctx,
        id,
        keyed(form, parse(MessageInput, { content: form.get('content') ?? '' })),
      ),
    '#sent',
  ),
  outcome: onPickup((ctx, id, form) =>
    reportOutcome(
      ctx,
      id,
      parse(PickupOutcome, {
        result: form.get('result') ?? '',
        kg: readNumber(form.get('kg')),
        reason: textOf(form, 'reason'),
      }),
    ),
  ),
  ...SHARE_ACTIONS,
};

/** @returns the id of the new pickup, or of that which an earlier press of the button made */
const requestOnce = (ctx: Ctx, input: PickupInput): Promise<string> =>
  requestPickup(ctx, input).then(
    ({ appointment_id }) => appointment_id,
    async (error: unknown) => {
      const isRepeated = error instanceof AppError && error.code === 'pickup_exists';
      const id = isRepeated ? await findOpenPickup(ctx, input.post_id, input.day) : null;
      if (id === null) throw error;
      return id;
    },
  );

async function askFor(ctx: Ctx, { values: form, id }: SentForm): Promise<string> {
  const post_id = toId(id);
  if (!post_id) throw notFound('post');
  const input = parse(PickupInput, {
    post_id,
    amount: readNumber(form.get('amount')),
    day: form.get('day') ?? '',
    town: textOf(form, 'town'),
    vehicle: textOf(form, 'vehicle'),
    note: textOf(form, 'note'),
    each_time: form.has('each_time'),
  });
  await savePhone(ctx, form);
  return pickupPath(await requestOnce(ctx, input));
}

/** The plain forms of a listing's page, and of a pickup's. */
export const pickupForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/pickups/:id', handleForms(render, ACTIONS))
    .post('/:id', handleForms(render, { '': { actsFor: 'input', run: askFor } }));
