// The plain forms on the pages of listings and appointments.
import { Hono } from 'hono';

import { askForAmountBody, BODIES } from '#lib/contract/exchange/appointment-forms.ts';
import {
  AgreementInput,
  AmountInput,
  CallOffInput,
  MessageInput,
  OutcomeInput,
  PlaceInput,
} from '#lib/contract/exchange/appointments.ts';
import { RoomInput, TripInput, TripJoinInput } from '#lib/contract/exchange/trips.ts';
import { pickupPath } from '#lib/contract/paths.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import {
  endTruck,
  joinTruck,
  leaveTruck,
  lookForTruck,
  offerRoom,
  setRoom,
} from '#lib/server/exchange/appointments/trucks/share.ts';
import { savePhone } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type ActingAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, parseFormKey, readId } from '#lib/server/platform/http/parse-request.ts';

import { askForAmount, findOpenAmountOf } from './ask/ask-for-amount.ts';
import { sendMessage } from './messages/messages.ts';
import { reportOutcome } from './outcome.ts';
import { agree, callOff, confirm, decline, setPlace, skip } from './respond.ts';
import { stopStanding } from './standing/standing.ts';

/** A form has one key, but its text may be edited before it is sent again: that is another message. */
const keyed = async (form: URLSearchParams, { content }: { content: string }) => ({
  content,
  idempotency_key: await parseFormKey(form, form.get('content') ?? ''),
});

/** An action on the path's appointment, whose page is shown again with a message named after the action. */
const onAppointment = (
  act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<unknown>,
  place?: string,
): ActingAction => ({
  actsFor: 'appointment',
  async run(ctx, { values, id: param }) {
    const id = readId(param, 'pickup');
    await act(ctx, id, values);
    return pickupPath(id) + (place ?? `?done=${values.get('action')}`);
  },
});

/** The forms about shared trucks. */
const TRUCK_ACTIONS = {
  offer_room: onAppointment((ctx, id, form) => {
    const amount = readNumber(form.get('amount'));
    const given = { amount, unit: form.get('unit') ?? '', town: form.get('town') || null };
    return offerRoom(ctx, id, parse(TripInput, given));
  }),
  join: onAppointment((ctx, id, form) => {
    const given = { trip_id: form.get('trip_id') ?? '', amount: readNumber(form.get('amount')) };
    return joinTruck(ctx, id, parse(TripJoinInput, given));
  }),
  look: onAppointment(lookForTruck),
  // Each refers to the truck on the page: the pickup may have joined another since.
  leave: onAppointment((ctx, id, form) => leaveTruck(ctx, id, form.get('trip_id'))),
  set_room: onAppointment((ctx, id, form) => {
    const room = parse(RoomInput, { amount: readNumber(form.get('amount')) });
    return setRoom(ctx, id, room, form.get('trip_id'));
  }),
  end_truck: onAppointment((ctx, id, form) => endTruck(ctx, id, form.get('trip_id'))),
};

const ACTIONS = {
  agree: onAppointment(async (ctx, id, form) => {
    await savePhone(ctx, form);
    return agree(ctx, id, parse(AgreementInput, BODIES.agree(form)));
  }),
  place: onAppointment((ctx, id, form) => setPlace(ctx, id, parse(PlaceInput, BODIES.place(form)))),
  decline: onAppointment(decline),
  call_off: onAppointment((ctx, id, form) =>
    callOff(ctx, id, parse(CallOffInput, BODIES.call_off(form))),
  ),
  skip: onAppointment(skip),
  stop: onAppointment(stopStanding),
  coming: onAppointment((ctx, id) => confirm(ctx, id, true)),
  not_coming: onAppointment((ctx, id) => confirm(ctx, id, false)),
  message: onAppointment(async (ctx, id, form) => {
    const message = parse(MessageInput, BODIES.message(form));
    return sendMessage(ctx, id, await keyed(form, message));
  }, '#sent'),
  outcome: onAppointment((ctx, id, form) =>
    reportOutcome(ctx, id, parse(OutcomeInput, BODIES.outcome(form))),
  ),
  ...TRUCK_ACTIONS,
};

/** @returns the id of the new appointment, or of the one that an earlier click created */
const askOnce = (ctx: Ctx, input: AmountInput): Promise<string> =>
  askForAmount(ctx, input).then(
    ({ appointment_id }) => appointment_id,
    async (error: unknown) => {
      const isRepeated = error instanceof AppError && error.code === 'pickup_exists';
      const id = isRepeated ? await findOpenAmountOf(ctx, input.post_id, input.day) : null;
      if (id === null) throw error;
      return id;
    },
  );

async function ask(ctx: Ctx, { values: form, id }: SentForm): Promise<string> {
  const post_id = readId(id, 'post');
  const input = parse(AmountInput, askForAmountBody(post_id, form));
  await savePhone(ctx, form);
  return pickupPath(await askOnce(ctx, input));
}

export const appointmentForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/pickups/:id', handleForms(render, ACTIONS))
    .post('/:id', handleForms(render, { '': { actsFor: 'input', run: ask } }));
