import { Hono } from 'hono';

import { askForHalfDayBody, readSlot } from '#lib/contract/exchange/appointment-forms.ts';
import { HalfDayInput } from '#lib/contract/exchange/appointments.ts';
import {
  AwayInput,
  Machine,
  MachineInput,
  MachineList,
  MACHINES_FRESH_SECONDS,
  MachineSearch,
  MachineWeek,
  type Slot,
  WeekQuery,
} from '#lib/contract/exchange/machines.ts';
import { machinePath, pickupPath } from '#lib/contract/paths.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import {
  askForHalfDay,
  findOpenHalfDayOf,
} from '#lib/server/exchange/appointments/ask/ask-for-half-day.ts';
import { savePhone } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type ActingAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';

import { getMachineWeek, LIMITS, putMachine, removeMachine, setAway } from './machines.ts';
import { searchMachines } from './search-machines.ts';

const OWN = ['post_not_found', 'post_not_yours', 'post_pending'] as const;

/** The machines of services. */
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
    errors: ['week_invalid'],
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
} satisfies Calls;

const CENTAVOS = 100;

/** Reads the form of a machine; prices are typed in pesos. */
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

/** An action on the path's machine, whose page is shown again with a message named after the action. */
const onMachine = (
  done: string,
  act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<unknown>,
): ActingAction => ({
  actsFor: 'author',
  async run(ctx, { values, id: param }) {
    const id = readId(param, 'machine');
    await act(ctx, id, values);
    return machinePath(id, { week: values.get('week'), done });
  },
});

const awayOf = (form: URLSearchParams): AwayInput =>
  parse(AwayInput, {
    week: form.get('week') ?? '',
    away: form.getAll('away').map((name) => readSlot(name) as Slot),
  });

/** @returns the id of the new booking, or of the one that an earlier click created */
const requestOnce = (ctx: Ctx, input: HalfDayInput): Promise<string> =>
  askForHalfDay(ctx, input).then(
    ({ appointment_id }) => appointment_id,
    async (error: unknown) => {
      const isRepeated = error instanceof AppError && error.code === 'booking_exists';
      const id = isRepeated ? await findOpenHalfDayOf(ctx, input) : null;
      if (id === null) throw error;
      return id;
    },
  );

async function book(ctx: Ctx, { values: form, id }: SentForm): Promise<string> {
  const post_id = readId(id, 'machine');
  // The form encodes the half day in one field.
  if (!form.get('day')) throw fieldError('day', 'half_day_required');
  const input = parse(HalfDayInput, askForHalfDayBody(post_id, form));
  await savePhone(ctx, form);
  return pickupPath(await requestOnce(ctx, input));
}

const MACHINE_FORMS = {
  set: onMachine('saved', (ctx, id, form) => putMachine(ctx, id, readMachine(form))),
  remove: onMachine('removed', (ctx, id) => removeMachine(ctx, id)),
  away: onMachine('away', (ctx, id, form) => setAway(ctx, id, awayOf(form))),
  book: { actsFor: 'input', run: book },
} as const;

/** The plain forms of a machine's page. */
export const machineForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/:id', handleForms(render, MACHINE_FORMS));
