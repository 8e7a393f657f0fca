import { BLOCKS_PAGE, BlockPage, BlockState } from '#lib/contract/blocks.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Blocks. */
export const OPERATIONS = {
  'GET /web/blocks': {
    summary: 'List the members I block',
    query: listQuery(BLOCKS_PAGE),
    response: BlockPage,
  },
  'POST /web/blocks/:id': {
    summary: 'Block a member',
    response: BlockState,
    errors: ['member_not_found', 'self_block', 'staff_not_blockable', 'too_many_blocks'],
    limits: [LIMITS.block],
  },
  'DELETE /web/blocks/:id': {
    summary: 'Unblock a member',
    response: BlockState,
    errors: ['member_not_found'],
    limits: [LIMITS.block],
  },
} satisfies Operations;
