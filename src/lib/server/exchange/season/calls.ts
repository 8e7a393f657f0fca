import { Hono } from 'hono';

import { NextQuestions } from '#lib/contract/exchange/next-questions.ts';
import {
  Harvest,
  HarvestInput,
  HarvestList,
  Schedule,
  ScheduleInput,
  ScheduleQuery,
  Season,
  SEASON_FRESH_SECONDS,
  SeasonQuery,
} from '#lib/contract/exchange/season.ts';
import { SEASON_PATH, staffSeasonPath } from '#lib/contract/paths.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { validationError } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { CSV_TYPE, respondCsv } from '#lib/server/platform/http/csv-response.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';

import { changeHarvest, deleteHarvest, LIMITS, listHarvests, stateHarvest } from './harvests.ts';
import { listNextQuestions } from './next-questions.ts';
import { changeSchedule, getSchedule } from './schedule.ts';
import { getSeason, toCalendar, toCsv } from './service.ts';

const CALENDAR = 'text/calendar; charset=utf-8';

// Members' responses are not stored.
const freshness = ({ viewer }: Ctx): Record<string, string> =>
  viewer ? {} : { 'cache-control': `public, max-age=${SEASON_FRESH_SECONDS}` };

const FIELD_ERRORS = ['town_invalid', 'week_invalid'] as const;

/** The residues expected in the weeks ahead. */
export const calls = {
  'GET /web/season': call({
    summary: 'See what will come in the weeks ahead',
    token: true,
    access: 'open',
    query: SeasonQuery,
    response: Season,
    errors: ['town_invalid'],
    guestSeconds: SEASON_FRESH_SECONDS,
    run: (ctx, { query }) => getSeason(ctx, query),
  }),
  'GET /web/season/csv': call({
    summary: 'Download what will come in the weeks ahead',
    token: true,
    access: 'open',
    query: SeasonQuery,
    file: CSV_TYPE,
    errors: ['town_invalid'],
    run: async (ctx, { query }, c) =>
      respondCsv(c, 'weeks', toCsv(await getSeason(ctx, query)), freshness(ctx)),
  }),
  'GET /web/season/calendar': call({
    summary: 'Read the weeks ahead in a calendar program',
    token: true,
    access: 'open',
    query: SeasonQuery,
    file: CALENDAR,
    errors: ['town_invalid'],
    run: async (ctx, { query }, c) =>
      c.body(toCalendar(ctx, await getSeason(ctx, query)), 200, {
        ...freshness(ctx),
        'content-type': CALENDAR,
        'content-disposition': 'attachment; filename="glean-weeks.ics"',
      }),
  }),
  'GET /web/forum/posts/:id/listing/questions': call({
    summary: 'Read what I may be asked about my new listing',
    token: true,
    response: NextQuestions,
    errors: ['listing_not_found'],
    ids: { id: 'post' },
    run: (ctx, { id }) => listNextQuestions(ctx, id),
  }),
  'GET /web/harvests': call({
    summary: 'List what I said of my fields',
    token: true,
    response: HarvestList,
    run: listHarvests,
  }),
  'POST /web/harvests': call({
    summary: 'Say what my field will leave over',
    token: true,
    body: HarvestInput,
    response: Harvest,
    status: [201, 200],
    errors: [...FIELD_ERRORS, 'too_many_harvests'],
    limits: [LIMITS.changeHarvest],
    run: async (ctx, { body }, c) => {
      const { harvest, isNew } = await stateHarvest(ctx, body);
      return c.json({ data: harvest }, isNew ? 201 : 200);
    },
  }),
  'PUT /web/harvests/:id': call({
    summary: 'Change what I said of a field',
    token: true,
    body: HarvestInput,
    response: Harvest,
    errors: [...FIELD_ERRORS, 'harvest_exists'],
    limits: [LIMITS.changeHarvest],
    ids: { id: 'harvest' },
    run: (ctx, { id, body }) => changeHarvest(ctx, id, body),
  }),
  'DELETE /web/harvests/:id': call({
    summary: 'Delete what I said of a field',
    token: true,
    limits: [LIMITS.changeHarvest],
    ids: { id: 'harvest' },
    run: (ctx, { id }) => deleteHarvest(ctx, id),
  }),
  'GET /admin/schedule': call({
    summary: 'Read the irrigators’ schedule of a material',
    query: ScheduleQuery,
    response: Schedule,
    run: (ctx, { query }) => getSchedule(ctx, query.material),
  }),
  'PATCH /admin/schedule': call({
    summary: 'Change the irrigators’ schedule of a material',
    body: ScheduleInput,
    errors: FIELD_ERRORS,
    run: (ctx, { body }) => changeSchedule(ctx, body),
  }),
} satisfies Calls;

/** Reads the form of a field; invalid numbers are rejected by the schema. */
const readHarvest = (form: URLSearchParams) =>
  parse(HarvestInput, {
    town: form.get('town') ?? '',
    material: form.get('material') ?? '',
    week: form.get('week') ?? '',
    hectares: readNumber(form.get('hectares')),
  });

function harvestId(form: URLSearchParams): string {
  return readId(form.get('harvest_id'), 'harvest');
}

/** An action on the viewer's fields, which redirects to their list. */
const onOwn =
  (done: string, act: (ctx: Ctx, form: URLSearchParams) => Promise<unknown>) =>
  async (ctx: Ctx, { values }: SentForm): Promise<string> => {
    await act(ctx, values);
    return `${SEASON_PATH}?done=${done}#own`;
  };

const OWN = {
  state: onOwn('saved', (ctx, form) => stateHarvest(ctx, readHarvest(form))),
  change: onOwn('saved', (ctx, form) => changeHarvest(ctx, harvestId(form), readHarvest(form))),
  delete: onOwn('deleted', (ctx, form) => deleteHarvest(ctx, harvestId(form))),
};

/** The plain forms of a member's own fields. */
export const harvestForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post(SEASON_PATH, handleForms(render, OWN));

/** The name of an input in the schedule: the town's code and the week's Monday. */
const CELL = /^(\d{10})\.(\d{4}-\d\d-\d\d)$/;

/** @returns the values that the grid showed, by input name; empty when unknown, so that all count as changed */
function readBefore(form: URLSearchParams): Map<string, string> {
  try {
    const before: unknown = JSON.parse(form.get('before') ?? '{}');
    return new Map(Object.entries(Object(before) as Record<string, string>));
  } catch {
    return new Map();
  }
}

/** Reads only the changed inputs of the grid: what other staff changed since stays. */
function readGrid(form: URLSearchParams): ScheduleInput {
  const before = readBefore(form);
  const cells = [...form].flatMap(([name, typed]) => {
    const [, town, week] = CELL.exec(name) ?? [];
    if (!town || !week || typed.trim() === (before.get(name) ?? '')) return [];
    // Zero is the same as empty.
    const hectares = readNumber(typed);
    return [{ town, week, hectares: hectares === 0 ? null : hectares }];
  });
  const read = ScheduleInput.safeParse({ material: form.get('material'), cells });
  if (read.success) return read.data;
  throw validationError(
    (read.error?.issues ?? []).map((issue) => {
      const [list, nth, ...rest] = issue.path;
      const cell = list === 'cells' ? cells[Number(nth)] : undefined;
      return Object.assign({}, issue, {
        path: cell ? [cell.town, cell.week] : [list ?? '', ...rest],
      });
    }),
  );
}

async function saveGrid(ctx: Ctx, { values }: SentForm): Promise<string> {
  const grid = readGrid(values);
  await changeSchedule(ctx, grid);
  const town = values.get('town') ?? '';
  return `${staffSeasonPath({ material: grid.material, town })}&done=saved`;
}

/** The plain form of the staff's grid. */
export const scheduleForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { save: saveGrid }));
