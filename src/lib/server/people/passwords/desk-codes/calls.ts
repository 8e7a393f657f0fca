import { Hono } from 'hono';

import { DESK_CODE_PATH } from '#lib/contract/paths.ts';
import { DeskCode, DeskCodeUse } from '#lib/contract/people/sign-in/desk-codes.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { writeCookie } from '#lib/server/platform/http/cookies.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { LIMITS, makeDeskCode, useDeskCode } from './service.ts';

/** Codes that staff hand to members who cannot log in. */
export const calls = {
  'POST /admin/members/:id/desk-code': call({
    summary: 'Make a code to hand over, with which a member chooses a password',
    response: DeskCode,
    status: [201],
    errors: ['confirmation_required', 'member_disabled', 'staff_account'],
    limits: [LIMITS.makeDeskCode],
    ids: { id: 'member' },
    run: (ctx, { id }) => makeDeskCode(ctx, id),
  }),
  'POST /web/auth/desk-code': call({
    summary: 'Choose a password with a code of staff',
    access: 'open',
    withoutConsent: true,
    body: DeskCodeUse,
    errors: ['wrong_desk_code', 'common_password'],
    limits: [LIMITS.useDeskCode],
    run: async (ctx, { body }, c) => {
      writeCookie(c, 'device', await useDeskCode(ctx, body));
    },
  }),
} satisfies Calls;

async function choose(ctx: Ctx, { values, c }: SentForm): Promise<string> {
  const [code, password] = [values.get('code') ?? '', values.get('password') ?? ''];
  const input = { code, password, steward: values.get('steward') ?? undefined };
  writeCookie(c, 'device', await useDeskCode(ctx, parse(DeskCodeUse, input)));
  return `${DESK_CODE_PATH}?done=chosen`;
}

/** The plain form for entering a desk code. */
export const deskCodeForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { '': choose }, { isOpen: true }));
