import { Hono } from 'hono';

import { BLOCKS_PAGE } from '#lib/contract/blocks.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseQuery } from '#lib/server/http/parse-request.ts';

import { blockMember, listBlocks, unblockMember } from './service.ts';

const Page = listQuery(BLOCKS_PAGE);

export const blocks = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await listBlocks(c.get('ctx'), parseQuery(c, Page)) }))
  .post('/:id', async (c) =>
    c.json({ data: await blockMember(c.get('ctx'), parseId(c, 'member')) }),
  )
  .delete('/:id', async (c) =>
    c.json({ data: await unblockMember(c.get('ctx'), parseId(c, 'member')) }),
  );
