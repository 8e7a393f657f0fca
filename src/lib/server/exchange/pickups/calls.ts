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
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS } from './limits.ts';
import { listPickups } from './list-pickups.ts';
import { listPickupMessages, sendPickupMessage } from './messages.ts';
import { reportOutcome } from './outcomes.ts';
import { getPickup } from './pickup-transaction.ts';
import { requestPickup } from './request-pickup.ts';
import {
  agreeToPickup,
  callOffPickup,
  confirmPickup,
  declinePickup,
  setPickupPlace,
} from './respond-to-pickup.ts';

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
      'contact_required',
      'more_than_left',
      'amount_without_listing',
      'pickup_exists',
      'pickup_day_past',
      'pickup_day_too_late',
      'pickup_day_before_ready',
      'pickup_day_after_until',
      'town_invalid',
    ],
    limits: [LIMITS.requestPickup],
    run: (ctx, { body }) => requestPickup(ctx, body),
  }),
  'GET /web/pickups/:id': call({
    summary: 'Read a pickup',
    token: true,
    response: Pickup,
    errors: ['pickup_not_found'],
    ids: { id: 'pickup' },
    run: (ctx, { id }) => getPickup(ctx, id),
  }),
  'POST /web/pickups/:id/agree': call({
    summary: 'Agree to a pickup',
    token: true,
    body: AgreementInput,
    response: Pickup,
    errors: [...CHANGE, 'contact_required', 'more_than_left', 'nothing_left', 'listing_changed'],
    limits: [LIMITS.changePickup],
    ids: { id: 'pickup' },
    run: (ctx, { id, body }) => agreeToPickup(ctx, id, body),
  }),
  'POST /web/pickups/:id/place': call({
    summary: 'Say where exactly',
    token: true,
    body: PlaceInput,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
    ids: { id: 'pickup' },
    run: (ctx, { id, body }) => setPickupPlace(ctx, id, body),
  }),
  'POST /web/pickups/:id/decline': call({
    summary: 'Decline a pickup',
    token: true,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
    ids: { id: 'pickup' },
    run: (ctx, { id }) => declinePickup(ctx, id),
  }),
  'POST /web/pickups/:id/call-off': call({
    summary: 'Call off a pickup',
    token: true,
    body: CallOffInput,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
    ids: { id: 'pickup' },
    run: (ctx, { id, body }) => callOffPickup(ctx, id, body),
  }),
  'POST /web/pickups/:id/confirm': call({
    summary: 'Say whether I am coming',
    token: true,
    body: ComingInput,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
    ids: { id: 'pickup' },
    run: (ctx, { id, body }) => confirmPickup(ctx, id, body.is_coming),
  }),
  'POST /web/pickups/:id/outcome': call({
    summary: 'Say what was handed over',
    token: true,
    body: PickupOutcome,
    response: Pickup,
    errors: [...CHANGE, 'too_early'],
    limits: [LIMITS.changePickup],
    ids: { id: 'pickup' },
    run: (ctx, { id, body }) => reportOutcome(ctx, id, body),
  }),
  'GET /web/pickups/:id/messages': call({
    summary: 'List the messages of a pickup, the oldest first',
    token: true,
    response: z.array(PickupMessage),
    errors: ['pickup_not_found'],
    ids: { id: 'pickup' },
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
    ids: { id: 'pickup' },
    run: (ctx, { id, body, key }) =>
      sendPickupMessage(ctx, id, { content: body.content, idempotency_key: key }),
  }),
} satisfies Calls;
