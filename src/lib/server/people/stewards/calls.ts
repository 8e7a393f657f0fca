import { Hono } from 'hono';

import { PEOPLE_PATH } from '#lib/contract/paths.ts';
import { StewardInput, StewardRecord, Stewardships } from '#lib/contract/people/stewards.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { readId } from '#lib/server/platform/http/parse-request.ts';

import {
  beginStewardship,
  endOwnSteward,
  endStewardship,
  getStewardRecord,
  getStewardships,
  stopLookingAfter,
} from './service.ts';

/** Members who look after others. */
export const calls = {
  'GET /web/stewardships': call({
    summary: 'Read who looks after me, and whom I look after',
    response: Stewardships,
    run: getStewardships,
  }),
  'DELETE /web/stewardships/own': call({
    summary: 'End that someone looks after me',
    response: Stewardships,
    run: async (ctx) => {
      await endOwnSteward(ctx);
      return getStewardships(ctx);
    },
  }),
  'DELETE /web/stewardships/people/:id': call({
    summary: 'Stop looking after a person',
    response: Stewardships,
    ids: { id: 'member' },
    run: async (ctx, { id }) => {
      await stopLookingAfter(ctx, id);
      return getStewardships(ctx);
    },
  }),
  'GET /admin/members/:id/steward': call({
    summary: 'Read who looks after a member, and whom they look after',
    response: StewardRecord,
    ids: { id: 'member' },
    run: (ctx, { id }) => getStewardRecord(ctx, id),
  }),
  'PUT /admin/members/:id/steward': call({
    summary: 'Let a member look after a person who agreed to it',
    body: StewardInput,
    response: StewardRecord,
    errors: [
      'confirmation_required',
      'unknown_member',
      'member_disabled',
      'person_is_staff',
      'already_looked_after',
      'steward_self',
      'steward_is_actor',
      'steward_blocked',
      'steward_mutual',
      'too_many_people',
    ],
    ids: { id: 'member' },
    run: async (ctx, { id, body }) => {
      await beginStewardship(ctx, id, body);
      return getStewardRecord(ctx, id);
    },
  }),
  'DELETE /admin/members/:id/steward': call({
    summary: 'End that someone looks after a person',
    response: StewardRecord,
    ids: { id: 'member' },
    run: async (ctx, { id }) => {
      await endStewardship(ctx, id);
      return getStewardRecord(ctx, id);
    },
  }),
} satisfies Calls;

async function end(ctx: Ctx): Promise<string> {
  await endOwnSteward(ctx);
  return `${PEOPLE_PATH}?done=ended`;
}

async function stop(ctx: Ctx, { values }: SentForm): Promise<string> {
  const id = readId(values.get('account_id'), 'member');
  await stopLookingAfter(ctx, id);
  return `${PEOPLE_PATH}?done=stopped`;
}

/** The plain forms on the page in the account settings. */
export const stewardForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post(PEOPLE_PATH, handleForms(render, { end, stop }));
