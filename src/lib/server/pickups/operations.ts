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
} from '#lib/contract/pickups.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

const CHANGE = ['pickup_not_found', 'pickup_not_yours', 'pickup_ended'] as const;

/** Pickups. */
export const OPERATIONS = {
  'GET /web/pickups': { summary: 'List my pickups', query: PickupList, response: PickupPage },
  'POST /web/pickups': {
    summary: 'Ask for a pickup',
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
  },
  'GET /web/pickups/:id': {
    summary: 'Read a pickup',
    response: Pickup,
    errors: ['pickup_not_found'],
  },
  'POST /web/pickups/:id/agree': {
    summary: 'Agree to a pickup',
    body: AgreementInput,
    response: Pickup,
    errors: [...CHANGE, 'contact_required', 'more_than_left', 'nothing_left', 'listing_changed'],
    limits: [LIMITS.changePickup],
  },
  'POST /web/pickups/:id/place': {
    summary: 'Say where exactly',
    body: PlaceInput,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
  },
  'POST /web/pickups/:id/decline': {
    summary: 'Decline a pickup',
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
  },
  'POST /web/pickups/:id/call-off': {
    summary: 'Call off a pickup',
    body: CallOffInput,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
  },
  'POST /web/pickups/:id/confirm': {
    summary: 'Say whether I am coming',
    body: ComingInput,
    response: Pickup,
    errors: CHANGE,
    limits: [LIMITS.changePickup],
  },
  'POST /web/pickups/:id/outcome': {
    summary: 'Say what was handed over',
    body: PickupOutcome,
    response: Pickup,
    errors: [...CHANGE, 'too_early'],
    limits: [LIMITS.changePickup],
  },
  'GET /web/pickups/:id/messages': {
    summary: 'List the messages of a pickup, the oldest first',
    response: z.array(PickupMessage),
    errors: ['pickup_not_found'],
  },
  'POST /web/pickups/:id/messages': {
    summary: 'Send a message about a pickup',
    headers: ['idempotency-key'],
    body: MessageInput,
    response: z.array(PickupMessage),
    status: [201],
    errors: [...CHANGE, 'idempotency_key_reused'],
    limits: [LIMITS.sendPickupMessage],
  },
} satisfies Operations;
