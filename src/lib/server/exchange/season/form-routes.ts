import { Hono } from 'hono';

import { mondayOf } from '#lib/contract/days.ts';
import { ListingChange } from '#lib/contract/exchange/listings/listings.ts';
import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { postedPath } from '#lib/contract/paths.ts';
import { getOwnListing, putListing } from '#lib/server/exchange/listings/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type ActingAction,
  handleForms,
  type RenderRejected,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';
import { regionDay } from '#lib/site.ts';

import { stateHarvest } from './harvests.ts';
import { listNextQuestions } from './next-questions.ts';
import { weeksAhead } from './service.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Lets the viewer's own listing repeat, from the day it is ready, for as long as a new one would. */
async function repeatListing(ctx: Ctx, id: string, weeks: number): Promise<void> {
  const { listing } = (await getOwnListing(ctx, id)).card;
  const weekday = weekdayOf(listing.ready_on ?? regionDay(ctx.now()));
  await putListing(
    ctx,
    id,
    parse(ListingChange, { ...listing, until: null, repeat: { weeks, weekday } }),
  );
}

/** Enters the owner's next harvest, of a day, in the weeks ahead. */
async function enterHarvest(ctx: Ctx, id: string, day: string): Promise<void> {
  const { harvest } = await listNextQuestions(ctx, id);
  if (!DAY.test(day)) throw fieldError('day', 'day_invalid');
  const week = mondayOf(day);
  const { from, until } = weeksAhead(ctx);
  if (week < from || week > until) throw fieldError('day', 'week_invalid');
  if (harvest) await stateHarvest(ctx, { ...harvest, week });
}

async function enterListing(ctx: Ctx, id: string): Promise<void> {
  const { weeks_ahead } = await listNextQuestions(ctx, id);
  if (weeks_ahead) await stateHarvest(ctx, weeks_ahead);
}

const onPosted = (
  done: string,
  act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<void>,
): ActingAction => ({
  actsFor: 'author',
  async run(ctx, { id: param, values }) {
    const id = readId(param, 'listing');
    await act(ctx, id, values);
    return `${postedPath(id)}?done=${done}`;
  },
});

const NEXT = {
  'repeat.': onPosted('repeats', (ctx, id, form) =>
    repeatListing(ctx, id, Number(form.get('action')?.split('.')[1])),
  ),
  harvest: onPosted('entered', (ctx, id, form) => enterHarvest(ctx, id, form.get('day') ?? '')),
  weeks: onPosted('entered', (ctx, id) => enterListing(ctx, id)),
};

/** The plain forms of the questions to the owner of a new listing. */
export const nextForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/:id/posted', handleForms(render, NEXT));
