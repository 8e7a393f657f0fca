import { Hono } from 'hono';

import {
  AgreementInput,
  CallOffInput,
  MessageInput,
  PickupInput,
  PickupOutcome,
  PlaceInput,
} from '#lib/contract/exchange/pickups.ts';
import { toId } from '#lib/contract/ids.ts';
import { pickupPath } from '#lib/contract/paths.ts';
import { PhoneInput } from '#lib/contract/people/profile.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import { updatePhone } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parseFormKey } from '#lib/server/platform/http/parse-page-form.ts';
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

/** An action on the pickup of the path, whose page is shown again. */
const onPickup =
  (act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<unknown>) =>
  async (ctx: Ctx, { values, id: param }: SentForm): Promise<string> => {
    const id = toId(param);
    if (!id) throw notFound('pickup');
    await act(ctx, id, values);
    return pickupPath(id);
  };

const ACTIONS = {
  agree: onPickup(async (ctx, id, form) => {
    await savePhone(ctx, form);
    return agreeToPickup(ctx, id, parse(AgreementInput, { place: textOf(form, 'place') }));
  }),
  place: onPickup((ctx, id, form) =>
    setPickupPlace(ctx, id, parse(PlaceInput, { place: form.get('place') ?? '' })),
  ),
  decline: onPickup((ctx, id) => declinePickup(ctx, id)),
  call_off: onPickup((ctx, id, form) =>
    callOffPickup(ctx, id, parse(CallOffInput, { reason: form.get('reason') ?? '' })),
  ),
  coming: onPickup((ctx, id) => confirmPickup(ctx, id, true)),
  not_coming: onPickup((ctx, id) => confirmPickup(ctx, id, false)),
  message: onPickup((ctx, id, form) =>
    sendPickupMessage(
      ctx,
      id,
      keyed(form, parse(MessageInput, { content: form.get('content') ?? '' })),
    ),
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
};

/** Saves the phone number of a member who had none. */
async function savePhone(ctx: Ctx, form: URLSearchParams): Promise<void> {
  const phone_number = form.get('phone_number');
  if (phone_number === null) return;
  await updatePhone(ctx, parse(PhoneInput, { phone_number })).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'no_changes')) throw error;
  });
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
  });
  await savePhone(ctx, form);
  return pickupPath(await requestOnce(ctx, input));
}

/** The plain forms of a listing's page, and of a pickup's. */
export const pickupForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/pickups/:id', handleForms(render, ACTIONS))
    .post('/:id', handleForms(render, { '': askFor }));
