import { Hono } from 'hono';

import {
  AgreementInput,
  CallOffInput,
  ComingInput,
  MessageInput,
  PickupInput,
  PickupList,
  PickupOutcome,
  PlaceInput,
} from '#lib/contract/pickups.ts';
import type { Env } from '#lib/server/http/env.ts';
import {
  parseId,
  parseIdempotencyKey,
  parseJson,
  parseQuery,
} from '#lib/server/http/parse-request.ts';

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

/** Pickups of the viewer's. */
export const pickups = new Hono<Env>()
  .get('/', async (c) =>
    c.json({ data: await listPickups(c.get('ctx'), parseQuery(c, PickupList)) }),
  )
  .post('/', async (c) => {
    const input = await parseJson(c, PickupInput);
    return c.json({ data: await requestPickup(c.get('ctx'), input) }, 201);
  })
  .get('/:id', async (c) => c.json({ data: await getPickup(c.get('ctx'), parseId(c, 'pickup')) }))
  .post('/:id/agree', async (c) => {
    const id = parseId(c, 'pickup');
    const input = await parseJson(c, AgreementInput);
    return c.json({ data: await agreeToPickup(c.get('ctx'), id, input) });
  })
  .post('/:id/place', async (c) => {
    const id = parseId(c, 'pickup');
    const input = await parseJson(c, PlaceInput);
    return c.json({ data: await setPickupPlace(c.get('ctx'), id, input) });
  })
  .post('/:id/decline', async (c) =>
    c.json({ data: await declinePickup(c.get('ctx'), parseId(c, 'pickup')) }),
  )
  .post('/:id/call-off', async (c) => {
    const id = parseId(c, 'pickup');
    const input = await parseJson(c, CallOffInput);
    return c.json({ data: await callOffPickup(c.get('ctx'), id, input) });
  })
  .post('/:id/confirm', async (c) => {
    const id = parseId(c, 'pickup');
    const { is_coming } = await parseJson(c, ComingInput);
    return c.json({ data: await confirmPickup(c.get('ctx'), id, is_coming) });
  })
  .post('/:id/outcome', async (c) => {
    const id = parseId(c, 'pickup');
    const input = await parseJson(c, PickupOutcome);
    return c.json({ data: await reportOutcome(c.get('ctx'), id, input) });
  })
  .get('/:id/messages', async (c) =>
    c.json({ data: await listPickupMessages(c.get('ctx'), parseId(c, 'pickup')) }),
  )
  .post('/:id/messages', async (c) => {
    const id = parseId(c, 'pickup');
    const { content } = await parseJson(c, MessageInput);
    const message = { content, idempotency_key: parseIdempotencyKey(c) };
    return c.json({ data: await sendPickupMessage(c.get('ctx'), id, message) }, 201);
  });
