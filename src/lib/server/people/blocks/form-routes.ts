import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { BLOCKED_PATH } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';

import { blockMember, unblockMember } from './service.ts';

function parseMemberId(value: string | null): string {
  const id = toId(value ?? undefined);
  if (!id) throw notFound('member');
  return id;
}

async function block(ctx: Ctx, { id }: SentForm): Promise<string> {
  await blockMember(ctx, parseMemberId(id));
  return `${BLOCKED_PATH}?done=blocked`;
}

async function unblock(ctx: Ctx, { values }: SentForm): Promise<string> {
  await unblockMember(ctx, parseMemberId(values.get('account_id')));
  return `${BLOCKED_PATH}?done=unblocked`;
}

/** The plain forms that block a member, and unblock one. */
export const blockForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/forums/profile/:id/block', handleForms(render, { '': block }))
    .post(BLOCKED_PATH, handleForms(render, { '': unblock }));
