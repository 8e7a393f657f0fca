import { listQuery } from '#lib/contract/pagination.ts';
import { BlockPage, BLOCKS_PAGE, BlockState } from '#lib/contract/people/blocks.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS } from './limits.ts';
import { blockMember, listBlocks, unblockMember } from './service.ts';

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
    errors: ['member_not_found', 'self_block', 'staff_not_blockable', 'too_many_blocks'],
    limits: [LIMITS.block],
    ids: { id: 'member' },
    run: (ctx, { id }) => blockMember(ctx, id),
  }),
  'DELETE /web/blocks/:id': call({
    summary: 'Unblock a member',
    token: true,
    response: BlockState,
    errors: ['member_not_found'],
    limits: [LIMITS.block],
    ids: { id: 'member' },
    run: (ctx, { id }) => unblockMember(ctx, id),
  }),
} satisfies Calls;
