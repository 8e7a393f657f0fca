import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { pickupPath } from '#lib/contract/paths.ts';
import {
  AgreementInput,
  CallOffInput,
  MessageInput,
  PickupInput,
  PickupOutcome,
  PlaceInput,
} from '#lib/contract/pickups.ts';
import { PhoneInput } from '#lib/contract/profile.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import { updatePhone } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { handlePageForm, type RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { actionOf, parseFormKey } from '#lib/server/platform/http/parse-page-form.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { sendPickupMessage } from './messages.ts';
import { reportOutcome } from './outcomes.ts';
import { findOpenPickup } from './pickup-transaction.ts';
import { requestPickup } from './request-pickup.ts';
import {
  agreeToPickup,
  callOffPickup,
  confirmPickup,
  declinePickup,
  setPickupPlace,
} from './respond-to-pickup.ts';

/** An empty field is not stated. */
const textOf = (form: URLSearchParams, name: string): string | null => form.get(name) || null;

/** A form has one key, and what it says may be changed before it is sent again: that is another message. */
const keyed = (form: URLSearchParams, { content }: { content: string }) => ({
  content,
  idempotency_key: parseFormKey(form, content),
});

const ACTIONS: Record<string, (ctx: Ctx, id: string, form: URLSearchParams) => Promise<unknown>> = {
  agree: async (ctx, id, form) => {
    await savePhone(ctx, form);
    return agreeToPickup(ctx, id, parse(AgreementInput, { place: textOf(form, 'place') }));
  },
  place: (ctx, id, form) =>
    setPickupPlace(ctx, id, parse(PlaceInput, { place: form.get('place') ?? '' })),
  decline: (ctx, id) => declinePickup(ctx, id),
  call_off: (ctx, id, form) =>
    callOffPickup(ctx, id, parse(CallOffInput, { reason: form.get('reason') ?? '' })),
  coming: (ctx, id) => confirmPickup(ctx, id, true),
  not_coming: (ctx, id) => confirmPickup(ctx, id, false),
  message: (ctx, id, form) =>
    sendPickupMessage(
      ctx,
      id,
      keyed(form, parse(MessageInput, { content: form.get('content') ?? '' })),
    ),
  outcome: (ctx, id, form) =>
    reportOutcome(
      ctx,
      id,
      parse(PickupOutcome, {
        result: form.get('result') ?? '',
        kg: readNumber(form.get('kg')),
        reason: textOf(form, 'reason'),
      }),
    ),
};

/** Saves the phone number of a member who had none. */
async function savePhone(ctx: Ctx, form: URLSearchParams): Promise<void> {
  const phone_number = form.get('phone_number');
  if (phone_number === null) return;
  await updatePhone(ctx, parse(PhoneInput, { phone_number })).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'no_changes')) throw error;
  });
}

async function changePickup(ctx: Ctx, form: URLSearchParams, param: string): Promise<string> {
  const id = toId(param);
  if (!id) throw notFound('pickup');
  await actionOf(form, ACTIONS)(ctx, id, form);
  return pickupPath(id);
}

/** @returns the id of the new pickup, or of that which an earlier press of the button made */
const requestOnce = (ctx: Ctx, input: PickupInput): Promise<string> =>
  requestPickup(ctx, input).then(
    ({ pickup_id }) => pickup_id,
    async (error: unknown) => {
      const isRepeated = error instanceof AppError && error.code === 'pickup_exists';
      const id = isRepeated ? await findOpenPickup(ctx, input.post_id) : null;
      if (id === null) throw error;
      return id;
    },
  );

async function askFor(ctx: Ctx, form: URLSearchParams, param: string): Promise<string> {
  const post_id = toId(param);
  if (!post_id) throw notFound('post');
  const input = parse(PickupInput, {
    post_id,
    amount: readNumber(form.get('amount')),
    day: form.get('day') ?? '',
    town: textOf(form, 'town'),
    vehicle: textOf(form, 'vehicle'),
    note: textOf(form, 'note'),
  });
  await savePhone(ctx, form);
  return pickupPath(await requestOnce(ctx, input));
}

/** The plain forms of a listing's page, and of a pickup's. */
export const pickupForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/pickups/:id', handlePageForm(render, changePickup))
    .post('/:id', handlePageForm(render, askFor));
