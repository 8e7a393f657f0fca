import { Hono } from 'hono';

import { listQuery } from '#lib/contract/pagination.ts';
import { BLOCKED_PATH } from '#lib/contract/paths.ts';
import { BlockPage, BLOCKS_PAGE, BlockState } from '#lib/contract/people/blocks.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { readId } from '#lib/server/platform/http/parse-request.ts';

import { blockMember, LIMITS, listBlocks, unblockMember } from './service.ts';

/** Blocks. */
export const calls = {
  'GET /web/blocks': call({
    summary: 'List the members I block',
    token: true,
    query: listQuery(BLOCKS_PAGE),
    response: BlockPage,
    run: (ctx, { query }) => listBlocks(ctx, query),
  }),
  'POST /web/blocks/:id': call({
    summary: 'Block a member',
    token: true,
    response: BlockState,
    errors: ['self_block', 'staff_not_blockable', 'too_many_blocks'],
    limits: [LIMITS.block],
    ids: { id: 'member' },
    run: (ctx, { id }) => blockMember(ctx, id),
  }),
  'DELETE /web/blocks/:id': call({
    summary: 'Unblock a member',
    token: true,
    response: BlockState,
    limits: [LIMITS.block],
    ids: { id: 'member' },
    run: (ctx, { id }) => unblockMember(ctx, id),
  }),
} satisfies Calls;

function parseMemberId(value: string | null): string {
  return readId(value, 'member');
}

async function block(ctx: Ctx, { id }: SentForm): Promise<string> {
  await blockMember(ctx, parseMemberId(id));
  return `${BLOCKED_PATH}?done=blocked`;
}

async function unblock(ctx: Ctx, { values }: SentForm): Promise<string> {
  await unblockMember(ctx, parseMemberId(values.get('account_id')));
  return `${BLOCKED_PATH}?done=unblocked`;
}

/** The plain forms that block and unblock members. */
export const blockForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/forums/profile/:id/block', handleForms(render, { '': block }))
    .post(BLOCKED_PATH, handleForms(render, { '': unblock }));
